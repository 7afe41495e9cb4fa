import type { Billing, GrantKind, JsonObject, OperationName, PointCents } from '../contract/index.ts'
import type { Tx } from '../store/index.ts'
import type { Door, GrantSource, OwnQuota, QuotaState, QuotaWindow } from './basic-types.ts'
import type { AccountMoney, KeyUsage, Refunded, StatementEntry, StatementQuery } from './statement-types.ts'

export type { Door, GrantSource, OwnQuota, QuotaState, QuotaWindow } from './basic-types.ts'

/** All that can be done with points. Every change of money in the product goes through one of these calls. */
export interface Ledger {
  /** Places a hold before any work: claims the key, counts the call, reserves the points; or says why not. */
  admit(request: AdmitRequest): Promise<Admission>
  /**
   * The same inside a caller's transaction: durable when it commits, gone when it does not. The account stays
   * locked until then.
   */
  admitIn(tx: Tx, request: AdmitRequest): Promise<Admission>
  /**
   * Whether a call was admitted. Locks the account, so that a transaction that is just being committed is
   * waited for.
   */
  wasAdmittedIn(tx: Tx, request: Pick<AdmitRequest, 'accountId' | 'requestId'>): Promise<boolean>
  /**
   * What the key of a call has for an answer already, or why it may not be used now; null where it has none,
   * or there is no key. It only reads: `admit` decides.
   */
  recall(request: Pick<AdmitRequest, 'accountId' | 'operation' | 'idempotency'>): Promise<Recalled | null>
  /** The same, and then the refusal of an account whose quota is used up: the checks before the balance. */
  precheck(
    request: Pick<AdmitRequest, 'accountId' | 'operation' | 'idempotency'>,
  ): Promise<Recalled | QuotaExceeded | null>
  /** Captures the cost, gives the rest of the hold back and keeps the reply. The answer is durable. */
  settle(hold: OpenHold, settlement: Settlement): Promise<Settled>
  /** Ends a hold without a charge and frees the key. Safe to call twice. */
  release(hold: OpenHold): Promise<void>
  /** Gives an account its row of money. Done in the transaction that creates the account. */
  openAccount(tx: Tx, accountId: string): Promise<void>
  /** Adds points. Throws `invalid_input` when `expiresAt` has passed already. */
  grant(grant: NewGrant): Promise<Granted>
  /** The same inside a caller's transaction; nothing is granted unless it commits. */
  grantIn(tx: Tx, grant: NewGrant): Promise<Granted>
  /**
   * Takes points of a grant back that were given by mistake: all of them, or none where less is left of it
   * than that, beside what open holds would draw. The reason is kept.
   */
  withdraw(withdrawal: NewWithdrawal): Promise<Withdrawn>
  /** The same inside a caller's transaction. */
  withdrawIn(tx: Tx, withdrawal: NewWithdrawal): Promise<Withdrawn>
  /** Sets an account's own limits: null takes those of the terms, 0 means none. */
  setQuota(accountId: string, quota: OwnQuota): Promise<void>
  /** The same inside a caller's transaction. */
  setQuotaIn(tx: Tx, accountId: string, quota: OwnQuota): Promise<void>
  firstCalls(accountId: string): Promise<FirstCalls>
  /**
   * Sets what an API key may spend; null everywhere: no limit. What it spent before counts. Keys that it was
   * rotated from or into share the limits. The account stays locked until the transaction ends.
   */
  setKeyLimitsIn(tx: Tx, accountId: string, keyId: string, limits: KeyLimits): Promise<void>
  /** Gives the successor of a rotated key a share in its budget, if it has one. */
  shareKeyLimitsIn(tx: Tx, accountId: string, keyId: string, successorId: string): Promise<void>
  /** Limits and spending of the keys of an account that have, or had, limits. */
  keySpending(accountId: string): Promise<readonly KeySpending[]>
  /** What each key of an account did: `fromDay` (2026-01-15) is where its calls by day begin. */
  keyUsage(accountId: string, fromDay: string): Promise<readonly KeyUsage[]>
  /** The calendar day of a moment, in the time zone of the quota. */
  dayOf(moment: Date): string
  balance(accountId: string): Promise<Balance>
  /** Every point of an account, in one snapshot. */
  money(accountId: string): Promise<AccountMoney>
  /** A page of all movements of points, the newest first. */
  statement(query: StatementQuery): Promise<StatementEntry[]>
  /** Gives the charge of one call back, once, as a grant; locks the account until the transaction ends. */
  refundIn(tx: Tx, refund: { readonly requestId: string; readonly reason: string }): Promise<Refunded>
  /** Admitted calls, oldest first, in pages: hand the last `requestId` of a page in as `afterRequestId`. */
  usage(query: UsageQuery): Promise<UsageRow[]>
  /** Recomputes every sum from its parts, beside live traffic. */
  verify(): Promise<VerifyReport>
  /** Ends what is over: leases of dead processes, old replies, expired grants. One bounded batch. */
  sweep(): Promise<Swept>
  /**
   * For a process that just started and is alone on its database: gives back at once what calls of the dead
   * process before it held, instead of when their leases end. Returns how many.
   */
  releaseLeftBehind(before: Date): Promise<number>
  /**
   * Applies commands to one account inside a caller's transaction, which must commit soon: the account stays
   * locked until then. Answers stand in the order of the commands. Used where money and something else must
   * change together (batches).
   */
  applyInTransaction(tx: Tx, accountId: string, commands: readonly SeamCommand[]): Promise<SeamAnswer[]>
  /** Finishes what is in flight and refuses what comes after. The database stays open: it is not ours. */
  close(): Promise<void>
}

export interface AdmitRequest {
  readonly accountId: string
  /** UUID, version 7, made once per call. The same id admitted twice is admitted once. */
  readonly requestId: string
  readonly operation: OperationName
  readonly door: Door
  readonly keyId: string
  readonly idempotency: { readonly key: string; readonly fingerprint: Uint8Array } | null
  readonly holdPointCents: PointCents
  /** The hold is given back by the sweeper this long after admission, unless it ended before. */
  readonly leaseMs: number
  /** For audit display only, such as a file name; personal, so it is stored sealed. */
  readonly note: string | null
}

export type Admission =
  | { readonly kind: 'admitted'; readonly hold: OpenHold; readonly quota: QuotaState }
  /** Of the first call with this key: its id, and the body that the first call was answered with. */
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
      /** The limit of the API key that the call would pass; null where the balance alone is too low. */
      readonly keyLimit: KeyLimitHit | null
    }

/** What an API key may spend: in all, and in the calendar day and month of the quota; null: no limit. */
export interface KeyLimits {
  readonly total: PointCents | null
  readonly daily: PointCents | null
  readonly monthly: PointCents | null
}

/** A limit that a call would pass. */
export interface KeyLimitHit {
  readonly window: 'total' | 'daily' | 'monthly'
  readonly limitPointCents: PointCents
  /** Charged, and held by open calls. */
  readonly spentPointCents: PointCents
  readonly resetsAt: Date | null
}

export interface KeySpending {
  /** Keys with one budget: a key and its successors. */
  readonly keyIds: readonly string[]
  readonly limits: KeyLimits
  /** Charged, and held by open calls, by the same windows. */
  readonly spent: { readonly total: PointCents; readonly daily: PointCents; readonly monthly: PointCents }
}

/** What an admission says of its key. */
export type Recalled = Extract<Admission, { kind: 'replay' | 'in_progress' | 'key_reused' }>

/** The calls of a window are used up. */
export interface QuotaExceeded {
  readonly kind: 'quota_exceeded'
  readonly quota: QuotaState
  readonly windowName: keyof QuotaState
  readonly window: QuotaWindow
}

/** Names a hold. The truth about it stands in the database. */
export interface OpenHold {
  readonly accountId: string
  readonly requestId: string
  readonly operation: OperationName
  readonly heldPointCents: PointCents
  readonly leaseUntil: Date
}

export interface Settlement {
  /** At most what is held. */
  readonly costPointCents: PointCents
  readonly usage: JsonObject
  /**
   * Renders the body. Pure: it is called again when a round is repeated. Stored sealed if the call has a
   * key.
   */
  readonly reply: (billing: Billing) => Uint8Array
}

export type Settled =
  | { readonly kind: 'settled'; readonly billing: Billing; readonly reply: Uint8Array }
  /** The hold had ended before; nothing is charged. */
  | { readonly kind: 'lost' }

export interface NewGrant {
  readonly accountId: string
  readonly kind: GrantKind
  readonly pointCents: PointCents
  readonly expiresAt: Date | null
  readonly note: string | null
  /** Where the points come from. Default: an operator. */
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
  /** Why: 1 to 200 characters. */
  readonly note: string
}

export type Withdrawn =
  | { readonly kind: 'withdrawn'; readonly withdrawalId: string; readonly balance: Balance }
  /** So much of the grant could be taken; nothing was. */
  | { readonly kind: 'not_free'; readonly freePointCents: PointCents }

export interface Balance {
  /** What can be spent now, under the order in force. */
  readonly balancePointCents: PointCents
  readonly heldPointCents: PointCents
  /** What is left of each kind, held points included. */
  readonly byKind: Readonly<Record<GrantKind, PointCents>>
  readonly quota: QuotaState
  readonly ownQuota: OwnQuota
  /** Grants with something left, in the order in which they pay. */
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

/** What an account has done so far. */
export interface FirstCalls {
  /** A resume was parsed or matched from the user center's page. */
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
  /** Null too when it was sealed under another key. */
  readonly note: string | null
}

export interface VerifyReport {
  readonly ok: boolean
  readonly accounts: number
  /** At most the first thousand. */
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
 * What a caller's transaction may do with an account. `hand_over` keeps the hold open for `leaseMs` more
 * while its call is answered (charged nothing) and its key gets the reply; a later `capture` or `release`
 * ends it.
 */
export type SeamCommand =
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

export type SeamAnswer =
  | { readonly kind: 'handed_over'; readonly billing: Billing; readonly reply: Uint8Array }
  | { readonly kind: 'captured'; readonly billing: Billing }
  | { readonly kind: 'released' }
  | { readonly kind: 'lost' }
