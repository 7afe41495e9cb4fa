import type { GrantKind, OperationName, PointCents } from '../../contract/index.ts'
import type { HoldState, KeyLimits, OwnQuota } from '../ledger.ts'

/** A grant with points left. */
export interface Grant {
  readonly grantId: string
  readonly kind: GrantKind
  readonly remaining: PointCents
  readonly expiresAtMs: number | null
  readonly createdAtMs: number
  /** Points held by calls that were admitted after its expiry: it pays for none of them. */
  readonly heldSinceExpiry: PointCents
}

/** The money of a request: its hold, or how the hold ended. */
export interface RequestState {
  readonly requestId: string
  readonly operation: OperationName
  readonly state: HoldState
  readonly held: PointCents
  readonly captured: PointCents
  /** The part of `captured` that resource packs paid. */
  readonly resourceCaptured: PointCents
  readonly admittedAtMs: number
  readonly leaseUntilMs: number
  /** The key's hash, if the call has a key and is still running. */
  readonly keyHash: string | null
  /** The API key of the call, and the day on which the quota counted it. */
  readonly keyId: string
  readonly day: string
}

/** The shared limit of some keys, and what they hold and were charged. */
export interface KeyBudget {
  readonly budgetId: string
  readonly keyIds: readonly string[]
  readonly limits: KeyLimits
  readonly spent: {
    readonly total: PointCents
    /** On this day, and in its month. */
    readonly day: string
    readonly daily: PointCents
    readonly monthly: PointCents
  }
}

/**
 * Calendar days and months as text (2026-01-15, 2026-01), so that they can be compared. Empty before the
 * first call.
 */
export interface QuotaCounters {
  readonly day: string
  readonly dayCount: number
  readonly month: string
  readonly monthCount: number
}

/**
 * Everything that decisions about one account's money need, at `version`. `requests` holds the known ones. A
 * request that is missing may exist; it is read by its id before a decision about it.
 */
export interface AccountState {
  readonly accountId: string
  readonly version: number
  readonly held: PointCents
  readonly counters: QuotaCounters
  readonly ownQuota: OwnQuota
  readonly grants: readonly Grant[]
  readonly budgets: readonly KeyBudget[]
  readonly requests: ReadonlyMap<string, RequestState>
}

/** The call that holds an idempotency key. `reply` is null while the first call is running. */
export interface Claim {
  readonly operation: OperationName
  /** Hexadecimal. */
  readonly keyHash: string
  readonly requestId: string
  /** Hexadecimal. */
  readonly fingerprint: string
  readonly reply: StoredReply | null
  readonly expiresAtMs: number | null
}

/** Sealed if read from the table; plain if rendered by a command of the same decision. */
export interface StoredReply {
  readonly sealed: boolean
  readonly bytes: Uint8Array
}
