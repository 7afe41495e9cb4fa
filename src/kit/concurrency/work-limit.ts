import type { Clock } from '../clock.ts'

/**
 * The owner of a task: its fairness key, such as an account, and callbacks for when the task waits and when
 * it runs. Time spent waiting for others does not count as its own.
 */
export interface TaskOwner {
  readonly key: string
  readonly waiting: (change: 1 | -1) => void
  readonly working: (change: 1 | -1) => void
}

/** A time limit on some work that excludes the time in which all its tasks wait for others. */
export interface WorkLimit {
  /** Aborts with a TimeoutError if the work took too long, or with `WaitedTooLong`. */
  readonly signal: AbortSignal
  readonly owner: TaskOwner
  stop(): void
}

export interface WorkLimitOptions {
  /** The fairness key of the work: its account. */
  readonly key: string
  /** The maximum duration of the work, without waiting for others. */
  readonly workMs: number
  /** The maximum total waiting time. */
  readonly waitMs: number
}

export interface WorkLimits extends WorkLimitOptions {
  readonly clock: Clock
}

/** The work was given up because it waited too long for others; its caller sees an ordinary timeout. */
export class WaitedTooLong extends Error {
  override readonly name = 'TimeoutError'
}

/** Runs work with a signal that ends it and the owner under which its tasks wait for others. */
export async function withinLimits<T>(
  { clock, ...options }: WorkLimits,
  work: (signal: AbortSignal, owner: TaskOwner) => Promise<T>,
): Promise<T> {
  const limit = createWorkLimit(options, clock)
  try {
    return await work(limit.signal, limit.owner)
  } finally {
    limit.stop()
  }
}

export function createWorkLimit({ key, workMs, waitMs }: WorkLimitOptions, clock: Clock): WorkLimit {
  const controller = new AbortController()
  const left = { work: workMs, wait: waitMs }
  const tasks = { waiting: 0, working: 0 }
  let counts: 'work' | 'wait' = 'work'
  let sinceMs = clock.monotonicMs()
  let timer: NodeJS.Timeout | undefined

  const startTimer = () => {
    const reason = () =>
      counts === 'wait'
        ? new WaitedTooLong('too many others were at work')
        : new DOMException('the work took too long', 'TimeoutError')
    timer = setTimeout(() => controller.abort(reason()), Math.max(1, Math.ceil(left[counts])))
  }
  const change = (kind: 'waiting' | 'working') => (by: 1 | -1) => {
    tasks[kind] += by
    const now = tasks.waiting > 0 && tasks.working === 0 ? 'wait' : 'work'
    if (now === counts || timer === undefined) return
    clearTimeout(timer)
    const nowMs = clock.monotonicMs()
    left[counts] -= nowMs - sinceMs
    sinceMs = nowMs
    counts = now
    startTimer()
  }
  startTimer()
  return {
    signal: controller.signal,
    owner: { key, waiting: change('waiting'), working: change('working') },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
