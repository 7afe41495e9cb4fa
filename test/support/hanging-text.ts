/** A thread of `hangingWorker` never ends with a resume that holds it. */
export const hangs = '[this text hangs]'
export const hangingWorker = new URL('../../src/engines/builtin/hanging.test-worker.ts', import.meta.url)
