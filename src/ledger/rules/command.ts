import type { Billing, GrantKind, JsonObject, OperationName, PointCents } from '../../contract/index.ts'
import type {
  Door,
  GrantSource,
  KeyLimitHit,
  KeyLimits,
  OpenHold,
  OwnQuota,
  QuotaExceeded,
  QuotaState,
} from '../ledger.ts'
import type { StoredReply } from './state.ts'

/** An idempotency key and the call's input, both hashed, so that they reveal nothing. Hexadecimal. */
export interface HashedKey {
  readonly keyHash: string
  readonly fingerprint: string
}

/** Every command on the money of one account. */
export type Command =
  | AdmitCommand
  | CaptureCommand
  | HandOverCommand
  | ReleaseCommand
  | GrantCommand
  | WithdrawCommand
  | SetBudgetCommand
  | { readonly kind: 'expire' }
  | { readonly kind: 'set_quota'; readonly quota: OwnQuota }

export interface AdmitCommand {
  readonly kind: 'admit'
  readonly requestId: string
  readonly operation: OperationName
  readonly door: Door
  readonly keyId: string
  readonly claim: HashedKey | null
  readonly held: PointCents
  readonly leaseMs: number
  readonly note: string | null
}

export interface CaptureCommand {
  readonly kind: 'capture'
  readonly requestId: string
  readonly cost: PointCents
  readonly usage: JsonObject
  /** Null where no caller waits for a body, as when a batch ends. */
  readonly reply: ((billing: Billing) => Uint8Array) | null
}

export interface HandOverCommand {
  readonly kind: 'hand_over'
  readonly requestId: string
  readonly leaseMs: number
  readonly reply: (billing: Billing) => Uint8Array
}

export interface ReleaseCommand {
  readonly kind: 'release'
  readonly requestId: string
  /**
   * Set by the sweeper: release only if the hold still has this lease. Null: release whatever the lease is.
   */
  readonly leaseUntilMs: number | null
}

export interface GrantCommand {
  readonly kind: 'grant'
  readonly grantId: string
  readonly grantKind: GrantKind
  readonly pointCents: PointCents
  readonly expiresAtMs: number | null
  readonly note: string | null
  readonly source: GrantSource
}

export interface SetBudgetCommand {
  readonly kind: 'set_budget'
  readonly keyId: string
  readonly change:
    | {
        readonly kind: 'limits'
        readonly limits: KeyLimits
        /** What the key held and was charged before it had a budget. */
        readonly spentByDay: readonly { readonly day: string; readonly pointCents: PointCents }[]
      }
    | { readonly kind: 'share'; readonly successorId: string }
}

/** Takes points of a grant back. */
export interface WithdrawCommand {
  readonly kind: 'withdraw'
  readonly withdrawalId: string
  readonly grantId: string
  readonly pointCents: PointCents
}

/** What is known about an idempotency key. */
export type ClaimAnswer =
  /**
   * The key has its reply, that of the call `replyOf`. The answer also says whether this call asked the same.
   */
  | {
      readonly kind: 'stored_reply'
      readonly reply: StoredReply
      readonly replyOf: string
      readonly sameInput: boolean
    }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'key_reused' }

export type Answer =
  | { readonly kind: 'admitted'; readonly hold: OpenHold; readonly quota: QuotaState }
  | ClaimAnswer
  | QuotaExceeded
  | {
      readonly kind: 'insufficient'
      readonly requiredPointCents: PointCents
      readonly balancePointCents: PointCents
      readonly resourcePointCents: PointCents
      readonly quota: QuotaState
      readonly keyLimit: KeyLimitHit | null
    }
  | {
      readonly kind: 'captured'
      readonly billing: Billing
      readonly reply: Uint8Array | null
      /** The hold had already been captured; nothing is charged again. */
      readonly again: boolean
    }
  | { readonly kind: 'handed_over'; readonly billing: Billing; readonly reply: Uint8Array }
  | { readonly kind: 'released' }
  | { readonly kind: 'still_leased' }
  | { readonly kind: 'withdrawn' }
  /** The part of the grant that could be taken. */
  | { readonly kind: 'not_free'; readonly freePointCents: PointCents }
  | { readonly kind: 'lost' }
  | { readonly kind: 'done'; readonly expiredGrants: number }
  /** Only this command failed; its neighbours were decided as if it had not been sent. */
  | { readonly kind: 'failed'; readonly error: unknown }
