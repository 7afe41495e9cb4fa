import type { QuotaState, QuotaWindow } from '../ledger/index.ts'

const windowSeconds = { daily: 86_400, monthly: 30 * 86_400 } as const

/** `RateLimit-Policy` and `RateLimit` as in the IETF draft (draft-ietf-httpapi-ratelimit-headers). */
export function quotaHeaders(quota: QuotaState): Record<string, string> {
  const windows = (['daily', 'monthly'] as const).flatMap((name) => {
    const window = quota[name]
    return window === null ? [] : [{ name, window }]
  })
  if (windows.length === 0) return {}
  const policy = ({ name, window }: NamedWindow) => `"${name}";q=${window.limit};w=${windowSeconds[name]}`
  const state = ({ name, window }: NamedWindow) => `"${name}";r=${window.remaining};t=${window.resetSeconds}`
  return {
    'ratelimit-policy': windows.map(policy).join(', '),
    ratelimit: windows.map(state).join(', '),
  }
}

interface NamedWindow {
  readonly name: 'daily' | 'monthly'
  readonly window: QuotaWindow
}
