import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

/**
 * Every test file is a process of its own on the Node that runs this; three at a time for the two cores of
 * CI, because many a test waits for processes and clocks.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Processes that tests start find our code compiled by those before them.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    // For what hangs: what is slow on a machine that has much else to do must not fail.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
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
