import { type Clock, errorFields, type Log } from '../kit/index.ts'

export interface Loop {
  /** Waits for the current run, then starts no more. */
  stop(): Promise<void>
}

/**
 * Runs a task repeatedly, `everyMs` after it last ended. A failure is logged and skips to the next run. The
 * task must bound its own work, and returns true if there is more to do immediately.
 */
export function startLoop(
  name: string,
  everyMs: number,
  task: () => Promise<boolean>,
  deps: { readonly log: Log; readonly clock: Clock },
): Loop {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const runOnce = async () => {
    const startedMs = deps.clock.monotonicMs()
    const more = await task().catch((error: unknown) => {
      deps.log.error({ worker: name, ...errorFields(error) }, 'a background task failed')
      return false
    })
    const milliseconds = Math.round(deps.clock.monotonicMs() - startedMs)
    if (more) deps.log.debug({ worker: name, milliseconds }, 'a background task has more to do')
    if (!stopped) schedule(more ? 0 : everyMs)
  }
  const schedule = (delayMs: number) => {
    timer = setTimeout(() => {
      running = runOnce()
    }, delayMs)
    timer.unref()
  }
  schedule(everyMs)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
