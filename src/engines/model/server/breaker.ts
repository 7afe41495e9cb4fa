import type { Clock } from '../../../kit/index.ts'

/** Spares a server that is down, and its callers the wait. */
export interface Breaker {
  /** False while no request may be sent. In half-open state one may, to try. */
  admits(): boolean
  /** What became of a request that was admitted; `unclear`: it says nothing about the server. */
  ended(how: 'well' | 'failed' | 'unclear'): void
  state(): BreakerState
}

export type BreakerState = 'closed' | 'half_open' | 'open'

/** Consecutive failures that open it. */
const failuresMax = 5
const openForMs = 5_000
const openForMaxMs = 60_000
/** A trial that never ends blocks others for this long. */
const trialMs = 60_000

export function createBreaker(clock: Clock, changed: (state: BreakerState) => void): Breaker {
  let failures = 0
  /** How often it opened since it was last closed. */
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
