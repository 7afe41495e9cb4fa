/** The only source of time. Tests pass another clock and check a rule of thirty minutes in a millisecond. */
export interface Clock {
  /** The current time, in whole milliseconds. */
  now(): Date
  /** Milliseconds from an arbitrary point, never decreasing. For measuring durations only. */
  monotonicMs(): number
}

export function systemClock(): Clock {
  return { now: () => new Date(), monotonicMs: () => performance.now() }
}

export interface FakeClock extends Clock {
  advance(ms: number): void
  /** Sets the time of day forward or back, without any time passing. */
  set(byMs: number): void
}

/** A clock that moves only when a test moves it. */
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
