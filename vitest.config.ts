import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

/** Files that change or measure their process: its environment, its open files, its threads, its tables. */
const ownProcess = [
  'test/cli/*.test.ts',
  'test/service/*.test.ts',
  'test/doors/reference.test.ts',
  'src/kit/concurrency/worker-pool.test.ts',
  'src/kit/concurrency/worker-pool-standby.test.ts',
  'src/engines/builtin/vocabulary.test.ts',
]
/** Files whose tests run a program of the system, such as a browser: test/support/system-programs.ts. */
const system = '**/*.system.test.ts'
const architecture = 'test/architecture/*.test.ts'
const setupFiles = ['test/support/same-machine.ts']

/**
 * Three files at a time for the two cores of CI, because many a test waits for processes and clocks. A file
 * begins in the process of the one before it, where all code is loaded already, unless it needs its own.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A PostgreSQL for the whole run.
    globalSetup: ['test/support/global-setup.ts'],
    // Processes that tests start find our code compiled by those before them.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    // For what hangs: what is slow on a machine that has much else to do must not fail.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    passWithNoTests: false,
    allowOnly: false,
    projects: [
      { extends: true, test: { name: 'own process', setupFiles, include: ownProcess } },
      {
        extends: true,
        test: { name: 'system', isolate: false, setupFiles, include: [`src/${system}`, `test/${system}`] },
      },
      {
        extends: true,
        test: {
          name: 'one process',
          isolate: false,
          setupFiles,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...ownProcess, system, architecture, '**/node_modules/**'],
        },
      },
      { extends: true, test: { name: 'architecture', isolate: false, include: [architecture] } },
    ],
  },
})
