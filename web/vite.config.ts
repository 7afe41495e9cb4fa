import type { UserConfig } from 'vite'

/** The target of API calls in development: a service that runs beside Vite. */
const service = 'http://127.0.0.1:8080'

const config: UserConfig = {
  root: import.meta.dirname,
  // Only the settings of this folder: the build must not depend on the machine.
  envDir: false,
  build: {
    // An inlined picture would be a `data:` URL, which the policy refuses.
    assetsInlineLimit: 0,
    // Firefox fetches preloads under `default-src`, and the few chunks don't need any.
    modulePreload: false,
    target: 'es2023',
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      // Only constants of the contract are needed, not its schemas.
      treeshake: { moduleSideEffects: (id) => !id.includes('/src/contract/') },
    },
  },
  server: { proxy: { '/console/api': service, '/api': service, '/docs': service } },
}

export default config
