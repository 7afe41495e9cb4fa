import type { GrantKind, OperationName, PointCents } from '../contract/index.ts'
import type { Door, GrantSource, OwnQuota, QuotaState } from './basic-types.ts'

/**
 * All points of an account at one moment: granted = spendable + held + charged + expired + withdrawn +
 * unlisted.
 */
export interface Money {
  readonly grantedPointCents: PointCents
  readonly spendablePointCents: PointCents
  readonly heldPointCents: PointCents
  readonly chargedPointCents: PointCents
  /** Includes points that have expired but are not yet removed by the sweeper. */
  readonly expiredPointCents: PointCents
  readonly withdrawnPointCents: PointCents
  /** What is left of kinds that are not in BALANCE_ORDER. */
  readonly unlistedPointCents: PointCents
}

export interface AccountMoney {
  readonly money: Money
  /** What is left of each kind, less what open holds would draw of it. */
  readonly byKind: readonly {
    readonly kind: GrantKind
    readonly spendablePointCents: PointCents
    /** In BALANCE_ORDER. */
    readonly listed: boolean
    readonly nextExpiry: { readonly at: Date; readonly pointCents: PointCents } | null
  }[]
  /** Grants with points left in the order in which they pay, then the newest others. */
  readonly grants: readonly GrantRecord[]
  readonly quota: QuotaState
  /** Calls that the quota counted, with or without a limit, and when their windows end. */
  readonly calls: { readonly day: number; readonly month: number }
  readonly windowsEnd: { readonly day: Date; readonly month: Date }
  readonly ownQuota: OwnQuota
}

export interface GrantRecord {
  readonly grantId: string
  readonly kind: GrantKind
  readonly grantedPointCents: PointCents
  readonly remainingPointCents: PointCents
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly isExpired: boolean
  readonly source: GrantSource
  readonly note: string | null
}

export type StatementMovement = 'grant' | 'hold' | 'capture' | 'release' | 'expiry' | 'withdrawal' | 'refund'

export interface StatementQuery {
  readonly accountId: string
  readonly movement?: StatementMovement
  /** Holds and releases have no kind. */
  readonly kind?: GrantKind
  /** At or after. */
  readonly from?: Date
  /** Before. */
  readonly to?: Date
  readonly requestId?: string
  /** The `id` of the last line of the previous page. */
  readonly afterId?: string
  /** At most 1000. */
  readonly limit: number
}

/**
 * A movement of points. Amounts are signed changes of the spendable points, so all lines of an account add up
 * to spendable + unlisted points and what expired since the last sweep. A call has a hold (−). Its end has a
 * release (+) of the same amount and, if charged, captures (−), one per grant.
 */
export interface StatementEntry {
  readonly id: string
  readonly at: Date
  readonly movement: StatementMovement
  readonly pointCents: number
  readonly kind: GrantKind | null
  readonly operation: OperationName | null
  readonly door: Door | null
  readonly keyId: string | null
  readonly requestId: string | null
  readonly grantId: string | null
  /** Set for a grant or refund. */
  readonly source: GrantSource | null
  /** Set for a grant, a withdrawal or a refund. */
  readonly note: string | null
}

export type Refunded =
  | { readonly kind: 'refunded'; readonly accountId: string; readonly grant: GrantRecord }
  /** There is no such call. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not_charged' }
  | { readonly kind: 'already_refunded' }

/** The usage of a key, by the calendar of the quota. */
export interface KeyUsage {
  readonly keyId: string
  readonly spent: { readonly total: PointCents; readonly daily: PointCents; readonly monthly: PointCents }
  /** Calls that were charged, by day (2026-01-15). */
  readonly callsByDay: ReadonlyMap<string, number>
}
