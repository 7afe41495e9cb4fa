import { type Clock, errorFields, type Log } from '../kit/index.ts'

export interface Loop {
  /** Waits for a run under way, then runs no more. */
  stop(): Promise<void>
}

/**
 * Runs a task again and again, `everyMs` after it last ended. A failure is logged and costs one turn; the
 * task must bound its own work, and returns true when there is more to do at once.
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

  const turn = async () => {
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
      running = turn()
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
