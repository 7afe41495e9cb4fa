import type { operations } from './contract.generated.ts'
import type { Envelopes, GetBatchScreeningResultReply } from './types.generated.ts'

export type OperationName = keyof typeof operations

/** What the client knows of a call beside its reply. */
export interface CallMeta {
  /** Null for a call that only reads. */
  readonly idempotencyKey: string | null
  /** The reply is the one of an earlier call with this key; nothing was charged now. */
  readonly replayed: boolean
  /** How often the call was sent. */
  readonly attempts: number
  /** How long the service asks to wait before the next call, if it does. */
  readonly retryAfterMs: number | null
}

/** The envelope of a success, and in `meta` what the client knows beside it. */
export type Reply<Name extends OperationName> = Envelopes[Name] & { readonly meta: CallMeta }

export type BatchRecord = GetBatchScreeningResultReply['data']
