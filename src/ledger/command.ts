import type { Billing, GrantKind, JsonObject, OperationName, PointCents } from '../contract/index.ts'
import type {
  Door,
  GrantSource,
  KeyLimitHit,
  KeyLimits,
  OpenHold,
  OwnQuota,
  QuotaExceeded,
  QuotaState,
} from './ledger.ts'
import type { KeptReply } from './state.ts'

/** A key's claim, hashed: neither the key nor what was asked can be read from it. Both hexadecimal. */
export interface ClaimWish {
  readonly keyHash: string
  readonly fingerprint: string
}

/** Everything that can be asked of one account's money. */
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
  readonly claim: ClaimWish | null
  readonly held: PointCents
  readonly leaseMs: number
  readonly note: string | null
}

export interface CaptureCommand {
  readonly kind: 'capture'
  readonly requestId: string
  readonly cost: PointCents
  readonly usage: JsonObject
  /** Null where nobody waits for a body: a batch that ends. */
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
  /** The sweeper's: only if it is still this lease that the hold has. Null: whatever it has. */
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
        /** What the key holds and was charged before it had a budget. */
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

/** What an idempotency key has to say. */
export type AnswerOfKey =
  /** It has its reply, that of the call `replyOf`; whether this call asked the same is told. */
  | {
      readonly kind: 'repeat'
      readonly reply: KeptReply
      readonly replyOf: string
      readonly sameInput: boolean
    }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'key_reused' }

export type Answer =
  | { readonly kind: 'admitted'; readonly hold: OpenHold; readonly quota: QuotaState }
  | AnswerOfKey
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
      /** It had been captured before; nothing is charged again. */
      readonly again: boolean
    }
  | { readonly kind: 'handed_over'; readonly billing: Billing; readonly reply: Uint8Array }
  | { readonly kind: 'released' }
  | { readonly kind: 'still_leased' }
  | { readonly kind: 'withdrawn' }
  /** So much of the grant could be taken. */
  | { readonly kind: 'not_free'; readonly freePointCents: PointCents }
  | { readonly kind: 'lost' }
  | { readonly kind: 'done'; readonly expiredGrants: number }
  /** This command alone was wrong; its neighbours were decided as if it had never come. */
  | { readonly kind: 'failed'; readonly error: unknown }
