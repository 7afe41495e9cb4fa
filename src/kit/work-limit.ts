import type { Clock } from './clock.ts'

/**
 * Whose a task is where tasks take turns, and who is told when a task of it waits and when it is at work:
 * time that passes for others is not its own.
 */
export interface TaskTurn {
  readonly of: string
  readonly waiting: (change: 1 | -1) => void
  readonly working: (change: 1 | -1) => void
}

/** A limit on the time of some work, which leaves out the time in which all its tasks wait for others. */
export interface WorkLimit {
  /** Aborts with a TimeoutError when the work took too long, and with `WaitedTooLong`. */
  readonly signal: AbortSignal
  readonly turn: TaskTurn
  /** Stops counting. */
  stop(): void
}

export interface WorkLimitOptions {
  /** The account whose work it is. */
  readonly turnOf: string
  /** How long the work may take, without what it waits for others. */
  readonly workMs: number
  /** The most that it waits, all its waits together. */
  readonly waitMs: number
}

/** Limits of some work, and the clock by which they are kept. */
export interface WorkLimits extends WorkLimitOptions {
  readonly clock: Clock
}

/** Others took so long that the work was given up; to its caller it is a timeout like any other. */
export class WaitedTooLong extends Error {
  override readonly name = 'TimeoutError'
}

/** Hands a piece of work the signal that ends it, and the turn by which it waits for others. */
export async function withinLimits<T>(
  { clock, ...options }: WorkLimits,
  work: (signal: AbortSignal, turn: TaskTurn) => Promise<T>,
): Promise<T> {
  const limit = createWorkLimit(options, clock)
  try {
    return await work(limit.signal, limit.turn)
  } finally {
    limit.stop()
  }
}

export function createWorkLimit({ turnOf, workMs, waitMs }: WorkLimitOptions, clock: Clock): WorkLimit {
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
    turn: { of: turnOf, waiting: change('waiting'), working: change('working') },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
