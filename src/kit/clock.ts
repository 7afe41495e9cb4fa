/**
 * The only source of time. A rule of thirty minutes is tested in a millisecond by handing another clock in.
 */
export interface Clock {
  /** Now, as a Date whose milliseconds are whole. */
  now(): Date
  /** Milliseconds from some fixed point, never going back; for measuring, not for telling the time. */
  monotonicMs(): number
}

export function systemClock(): Clock {
  return { now: () => new Date(), monotonicMs: () => performance.now() }
}

export interface FakeClock extends Clock {
  advance(ms: number): void
  /** Sets the time of day forward, or back, while no time passes. */
  set(byMs: number): void
}

/** A clock that stands still until it is told to move. */
export function fakeClock(start: Date | string = '2026-01-15T04:00:00.000Z'): FakeClock {
  let nowMs = new Date(start).getTime()
  let monotonic = 0
  return {
    now: () => new Date(nowMs),
    monotonicMs: () => monotonic,
    advance(ms) {
      nowMs += ms
      monotonic += ms
    },
    set(byMs) {
      nowMs += byMs
    },
  }
}
