/** A thread of `hangingWorker` never finishes a resume that contains this text. */
export const hangs = '[this text hangs]'
export const hangingWorker = new URL('../../src/engines/builtin/hanging.test-worker.ts', import.meta.url)
