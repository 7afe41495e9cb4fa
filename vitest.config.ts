import { defineConfig } from 'vitest/config'

/** Every test file is a process of its own on the Node that runs this; two at a time, as there are two cores in CI. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: { name: 'architecture', include: ['test/architecture/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'all',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/architecture/**', '**/node_modules/**'],
          // A PostgreSQL for the whole run; the project above needs none.
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
    ],
  },
})
