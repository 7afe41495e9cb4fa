/** The thread of `hangingWorker` never ends with a resume that holds it. */
export const hangs = '[this text hangs]'
export const hangingWorker = new URL('./hanging-worker.ts', import.meta.url)
