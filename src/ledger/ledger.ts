import type { Billing, GrantKind, JsonObject, OperationName, PointCents } from '../contract/index.ts'
import type { Tx } from '../store/index.ts'
import type { Door, GrantSource, OwnQuota, QuotaState, QuotaWindow } from './basic-types.ts'
import type { AccountMoney, KeyUsage, Refunded, StatementEntry, StatementQuery } from './statement-types.ts'

export type { Door, GrantSource, OwnQuota, QuotaState, QuotaWindow } from './basic-types.ts'

/** All operations on points. Every change of money in the product goes through one of them. */
export interface Ledger {
  /**
   * Places a hold before any work: claims the key, counts the call and reserves the points, or returns the
   * reason for a refusal.
   */
  admit(request: AdmitRequest): Promise<Admission>
  /** Like `admit`, inside the caller's transaction. The account stays locked until it ends. */
  admitIn(tx: Tx, request: AdmitRequest): Promise<Admission>
  /**
   * Whether a call was admitted. It locks the account, so it waits for a transaction that is just committing.
   */
  wasAdmittedIn(tx: Tx, request: Pick<AdmitRequest, 'accountId' | 'requestId'>): Promise<boolean>
  /**
   * The existing answer for the key of a call, or the reason why the key may not be used now. Null if there
   * is none, or no key. It only reads; `admit` decides.
   */
  checkKey(request: Pick<AdmitRequest, 'accountId' | 'operation' | 'idempotency'>): Promise<KeyOutcome | null>
  /** Like `checkKey`, followed by the quota check: all checks that come before the balance. */
  precheck(
    request: Pick<AdmitRequest, 'accountId' | 'operation' | 'idempotency'>,
  ): Promise<KeyOutcome | QuotaExceeded | null>
  /** Captures the cost, returns the rest of the hold and stores the reply. Resolves when this is durable. */
  settle(hold: OpenHold, settlement: Settlement): Promise<Settled>
  /** Ends a hold without a charge and frees the key. It may be called twice. */
  release(hold: OpenHold): Promise<void>
  /** Creates the account's row of money, in the transaction that creates the account. */
  openAccount(tx: Tx, accountId: string): Promise<void>
  /** Adds points. Throws `invalid_input` if `expiresAt` is in the past. */
  grant(grant: NewGrant): Promise<Granted>
  /** Like `grant`, inside the caller's transaction. */
  grantIn(tx: Tx, grant: NewGrant): Promise<Granted>
  /**
   * Takes back points of a grant that was made by mistake: the whole amount, or nothing if less is free.
   * Points that open holds would draw are not free. The reason is stored.
   */
  withdraw(withdrawal: NewWithdrawal): Promise<Withdrawn>
  /** Like `withdraw`, inside the caller's transaction. */
  withdrawIn(tx: Tx, withdrawal: NewWithdrawal): Promise<Withdrawn>
  /** Sets an account's own limits: null means the default terms, 0 means no limit. */
  setQuota(accountId: string, quota: OwnQuota): Promise<void>
  /** Like `setQuota`, inside the caller's transaction. */
  setQuotaIn(tx: Tx, accountId: string, quota: OwnQuota): Promise<void>
  firstCalls(accountId: string): Promise<FirstCalls>
  /**
   * Sets what an API key may spend; all null means no limit. What it spent before counts. The keys that it
   * was rotated from or into share the limits. The account stays locked until the transaction ends.
   */
  setKeyLimitsIn(tx: Tx, accountId: string, keyId: string, limits: KeyLimits): Promise<void>
  /** Adds the successor of a rotated key to the key's budget, if there is one. */
  shareKeyLimitsIn(tx: Tx, accountId: string, keyId: string, successorId: string): Promise<void>
  /** Limits and spending of the account's keys that have or had limits. */
  keySpending(accountId: string): Promise<readonly KeySpending[]>
  /** Usage of each key of an account. `fromDay` (2026-01-15) is the first day of the calls by day. */
  keyUsage(accountId: string, fromDay: string): Promise<readonly KeyUsage[]>
  /** The calendar day of a moment in the quota's time zone. */
  dayOf(moment: Date): string
  balance(accountId: string): Promise<Balance>
  /** All points of an account, in one snapshot. */
  money(accountId: string): Promise<AccountMoney>
  /** A page of all movements of points, newest first. */
  statement(query: StatementQuery): Promise<StatementEntry[]>
  /**
   * Refunds the charge of one call, at most once, as a grant. The account stays locked until the transaction
   * ends.
   */
  refundIn(tx: Tx, refund: { readonly requestId: string; readonly reason: string }): Promise<Refunded>
  /** Admitted calls, oldest first, in pages: pass the last `requestId` of a page as `afterRequestId`. */
  usage(query: UsageQuery): Promise<UsageRow[]>
  /** Recomputes every sum from its parts. It may run during live traffic. */
  verify(): Promise<VerifyReport>
  /**
   * Runs one bounded batch: releases holds of dead processes, deletes old replies and removes expired grants.
   */
  sweep(): Promise<Swept>
  /**
   * For a process that has just started and is alone on its database: immediately releases the holds that the
   * dead previous process left, without waiting for their leases. Returns how many.
   */
  releaseOrphanedHolds(before: Date): Promise<number>
  /**
   * Applies commands to one account in the caller's transaction, which must commit soon because the account
   * stays locked until then. Answers are in the order of the commands. Used where money and other rows must
   * change together, as in batches.
   */
  applyInTransaction(
    tx: Tx,
    accountId: string,
    commands: readonly TransactionCommand[],
  ): Promise<TransactionAnswer[]>
  /** Finishes running commands and refuses new ones. The caller closes the database. */
  close(): Promise<void>
}

export interface AdmitRequest {
  readonly accountId: string
  /** UUID version 7, one per call. An id that is admitted twice is admitted once. */
  readonly requestId: string
  readonly operation: OperationName
  readonly door: Door
  readonly keyId: string
  readonly idempotency: { readonly key: string; readonly fingerprint: Uint8Array } | null
  readonly holdPointCents: PointCents
  /** The sweeper releases the hold this long after admission if it is still open. */
  readonly leaseMs: number
  /** For audit display only, such as a file name. It is personal data, so it is stored sealed. */
  readonly note: string | null
}

export type Admission =
  | { readonly kind: 'admitted'; readonly hold: OpenHold; readonly quota: QuotaState }
  /** The id and the reply of the first call with this key. */
  | { readonly kind: 'replay'; readonly requestId: string; readonly reply: Uint8Array }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'key_reused' }
  | QuotaExceeded
  | {
      readonly kind: 'insufficient'
      readonly requiredPointCents: PointCents
      readonly balancePointCents: PointCents
      /** What resource packs hold now. */
      readonly resourcePointCents: PointCents
      readonly quota: QuotaState
      /** The limit of the API key that the call would exceed; null if the balance alone is too low. */
      readonly keyLimit: KeyLimitHit | null
    }

/** What an API key may spend: in total, and per calendar day and month of the quota. Null means no limit. */
export interface KeyLimits {
  readonly total: PointCents | null
  readonly daily: PointCents | null
  readonly monthly: PointCents | null
}

/** A limit that a call would exceed. */
export interface KeyLimitHit {
  readonly window: 'total' | 'daily' | 'monthly'
  readonly limitPointCents: PointCents
  /** Charged, and held by open calls. */
  readonly spentPointCents: PointCents
  readonly resetsAt: Date | null
}

export interface KeySpending {
  /** The keys that share a budget: a key and its successors. */
  readonly keyIds: readonly string[]
  readonly limits: KeyLimits
  /** Charges and open holds, by the same windows. */
  readonly spent: { readonly total: PointCents; readonly daily: PointCents; readonly monthly: PointCents }
}

/** The outcomes of an admission that concern its key. */
export type KeyOutcome = Extract<Admission, { kind: 'replay' | 'in_progress' | 'key_reused' }>

/** No calls are left in a quota window. */
export interface QuotaExceeded {
  readonly kind: 'quota_exceeded'
  readonly quota: QuotaState
  readonly windowName: keyof QuotaState
  readonly window: QuotaWindow
}

/** Identifies a hold. Its state is in the database. */
export interface OpenHold {
  readonly accountId: string
  readonly requestId: string
  readonly operation: OperationName
  readonly heldPointCents: PointCents
  readonly leaseUntil: Date
}

export interface Settlement {
  /** At most the held amount. */
  readonly costPointCents: PointCents
  readonly usage: JsonObject
  /**
   * Renders the body. It must be pure, because a repeated round calls it again. Stored sealed if the call has
   * a key.
   */
  readonly reply: (billing: Billing) => Uint8Array
}

export type Settled =
  | { readonly kind: 'settled'; readonly billing: Billing; readonly reply: Uint8Array }
  /** The hold had already ended; nothing is charged. */
  | { readonly kind: 'lost' }

export interface NewGrant {
  readonly accountId: string
  readonly kind: GrantKind
  readonly pointCents: PointCents
  readonly expiresAt: Date | null
  readonly note: string | null
  /** The source of the points. Default: an operator. */
  readonly source?: GrantSource
}

export interface Granted {
  readonly grantId: string
  readonly balance: Balance
}

export interface NewWithdrawal {
  readonly accountId: string
  readonly grantId: string
  readonly pointCents: PointCents
  /** The reason: 1 to 200 characters. */
  readonly note: string
}

export type Withdrawn =
  | { readonly kind: 'withdrawn'; readonly withdrawalId: string; readonly balance: Balance }
  /** The part of the grant that could be taken; nothing was taken. */
  | { readonly kind: 'not_free'; readonly freePointCents: PointCents }

export interface Balance {
  /** The spendable points under the current order. */
  readonly balancePointCents: PointCents
  readonly heldPointCents: PointCents
  /** What is left of each kind, including held points. */
  readonly byKind: Readonly<Record<GrantKind, PointCents>>
  readonly quota: QuotaState
  readonly ownQuota: OwnQuota
  /** Grants with points left, in the order in which they pay. */
  readonly grants: readonly GrantView[]
}

export interface GrantView {
  readonly grantId: string
  readonly kind: GrantKind
  readonly remainingPointCents: PointCents
  readonly expiresAt: Date | null
}

export interface UsageQuery {
  readonly accountId: string
  /** Admitted at or after. */
  readonly from?: Date
  /** Admitted before. */
  readonly to?: Date
  readonly afterRequestId?: string
  /** At most 1000. */
  readonly limit: number
}

/** The first steps of an account. */
export interface FirstCalls {
  /** A resume was parsed or matched on the user center's page. */
  readonly tried: boolean
  /** An operation was called with a key. */
  readonly called: boolean
}

export type HoldState = 'held' | 'captured' | 'released'

export interface UsageRow {
  readonly requestId: string
  readonly operation: OperationName
  readonly door: Door
  readonly keyId: string
  readonly state: HoldState
  readonly heldPointCents: PointCents
  readonly chargedPointCents: PointCents
  /** The part of the charge that resource packs paid. */
  readonly resourcePointCents: PointCents
  readonly createdAt: Date
  readonly settledAt: Date | null
  readonly usage: JsonObject | null
  /** Also null if it was sealed under another key. */
  readonly note: string | null
}

export interface VerifyReport {
  readonly ok: boolean
  readonly accounts: number
  /** At most the first 1,000. */
  readonly differences: readonly Difference[]
}

export interface Difference {
  readonly accountId: string
  readonly what: string
  readonly expected: number
  readonly found: number
}

export interface Swept {
  readonly holdsReleased: number
  readonly claimsDeleted: number
  readonly grantsExpired: number
}

/**
 * Commands that a caller's transaction may apply to an account. `hand_over` answers the call (nothing
 * charged), stores the reply for its key and keeps the hold open for another `leaseMs`; a later `capture` or
 * `release` ends the hold.
 */
export type TransactionCommand =
  | {
      readonly kind: 'hand_over'
      readonly requestId: string
      readonly leaseMs: number
      readonly reply: (billing: Billing) => Uint8Array
    }
  | {
      readonly kind: 'capture'
      readonly requestId: string
      readonly costPointCents: PointCents
      readonly usage: JsonObject
    }
  | { readonly kind: 'release'; readonly requestId: string }

export type TransactionAnswer =
  | { readonly kind: 'handed_over'; readonly billing: Billing; readonly reply: Uint8Array }
  | { readonly kind: 'captured'; readonly billing: Billing }
  | { readonly kind: 'released' }
  | { readonly kind: 'lost' }
