import type { Clock } from '../../../kit/index.ts'

/** A circuit breaker: it stops requests to a failing server, so that callers don't wait. */
export interface Breaker {
  /** Whether a request may be sent. In the half-open state, one trial may. */
  admits(): boolean
  /** Reports the outcome of an admitted request; `unclear` says nothing about the server. */
  ended(how: 'well' | 'failed' | 'unclear'): void
  state(): BreakerState
}

export type BreakerState = 'closed' | 'half_open' | 'open'

/** The number of consecutive failures that opens the breaker. */
const failuresMax = 5
const openForMs = 5_000
const openForMaxMs = 60_000
/** The time after which another trial may start if the first doesn't end. */
const trialMs = 60_000

export function createBreaker(clock: Clock, changed: (state: BreakerState) => void): Breaker {
  let failures = 0
  /** The number of openings since the breaker was last closed. */
  let openings = 0
  let openUntilMs = 0
  let trialUntilMs = 0
  let state: BreakerState = 'closed'
  const become = (next: BreakerState) => {
    if (next === state) return
    state = next
    changed(next)
  }
  const open = () => {
    openUntilMs = clock.monotonicMs() + Math.min(openForMaxMs, openForMs * 2 ** openings)
    openings += 1
    trialUntilMs = 0
    become('open')
  }
  return {
    admits() {
      if (state === 'closed') return true
      const nowMs = clock.monotonicMs()
      if (nowMs < openUntilMs || nowMs < trialUntilMs) return false
      trialUntilMs = nowMs + trialMs
      become('half_open')
      return true
    },
    ended(how) {
      if (how === 'well') {
        failures = 0
        openings = 0
        become('closed')
      } else if (how === 'failed') {
        failures += 1
        if (state === 'half_open' || (state === 'closed' && failures >= failuresMax)) open()
      } else trialUntilMs = 0
    },
    state: () => state,
  }
}
