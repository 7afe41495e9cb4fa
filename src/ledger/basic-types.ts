export type Door = 'rest' | 'mcp' | 'console'

/** Where the points of a grant come from. */
export type GrantSource = 'signup' | 'voucher' | 'payment' | 'operator' | 'refund'

/** Null means no limit. */
export interface QuotaState {
  readonly daily: QuotaWindow | null
  readonly monthly: QuotaWindow | null
}

export interface QuotaWindow {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

export interface OwnQuota {
  readonly daily: number | null
  readonly monthly: number | null
}
