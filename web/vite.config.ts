import type { UserConfig } from 'vite'

/** Where `npm run dev`-like work sends calls: a service that runs beside it. */
const service = 'http://127.0.0.1:8080'

const config: UserConfig = {
  root: import.meta.dirname,
  // Nothing else than what this folder says: the build must not depend on the machine.
  envDir: false,
  build: {
    // A picture in a style sheet would be a `data:` address, which the policy refuses.
    assetsInlineLimit: 0,
    // Firefox fetches preloads under `default-src`, and the few chunks need none.
    modulePreload: false,
    target: 'es2023',
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      // Of the contract only constants are wanted, not the schemas beside them.
      treeshake: { moduleSideEffects: (id) => !id.includes('/src/contract/') },
    },
  },
  server: { proxy: { '/console/api': service, '/api': service, '/docs': service } },
}

export default config
