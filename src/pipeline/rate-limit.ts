import { fault, type Terms } from '../contract/index.ts'
import type { Clock } from '../kit/index.ts'

/** The rate limit of each key, per second; a refusal is thrown. */
export interface RateLimit {
  /** Counts a call of this key, or throws open_api_quota_exceeded. */
  count(keyId: string): void
  /** The number of keys in memory. */
  readonly keys: number
}

/** Idle keys that each call removes: more than one, so that memory shrinks while calls continue. */
const removedPerCall = 2

/**
 * A token bucket per key, stored as the moment when it will be full again (GCRA). A full bucket needs no
 * memory, so a key is stored for burst / rate seconds. Null if the terms have no such limit.
 */
export function createRateLimit(terms: Terms, clock: Clock): RateLimit | null {
  const { ratePerSecond: rate } = terms
  if (rate === 0) return null
  const burst = terms.rateBurst || rate
  const callMs = 1_000 / rate
  const toleranceMs = (burst - 1) * callMs
  // A Map keeps insertion order, and each call reinserts its key: the first key is the least recently used.
  const fullAtMs = new Map<string, number>()
  const forgetFull = (nowMs: number) => {
    let left = removedPerCall
    for (const [keyId, atMs] of fullAtMs) {
      if (atMs > nowMs || left === 0) return
      fullAtMs.delete(keyId)
      left -= 1
    }
  }
  return {
    count(keyId) {
      const nowMs = clock.monotonicMs()
      forgetFull(nowMs)
      const startMs = Math.max(nowMs, fullAtMs.get(keyId) ?? nowMs)
      const waitMs = startMs - nowMs - toleranceMs
      // Sums of fractions of a millisecond are not exact.
      if (waitMs > 0.001) throw refusal(rate, burst, Math.ceil(waitMs / 1_000))
      fullAtMs.delete(keyId)
      fullAtMs.set(keyId, startMs + callMs)
    },
    get keys() {
      return fullAtMs.size
    },
  }
}

function refusal(rate: number, burst: number, seconds: number) {
  return fault('open_api_quota_exceeded', {
    public: {
      message: `请求过于频繁：每个 API Key 每秒最多 ${rate} 次，请在 Retry-After 之后重试`,
      detail: { window: 'second', limit: rate, reset_seconds: seconds },
    },
    headers: {
      'ratelimit-policy': `"second";q=${burst};w=${Math.ceil(burst / rate)}`,
      ratelimit: `"second";r=0;t=${seconds}`,
      'retry-after': String(seconds),
    },
  })
}
