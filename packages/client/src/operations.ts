import type { operations } from './contract.generated.ts'
import type { Envelopes, GetBatchScreeningResultReply } from './types.generated.ts'

export type OperationName = keyof typeof operations

/** What the client adds to the reply of a call. */
export interface CallMeta {
  /** Null for a read-only call. */
  readonly idempotencyKey: string | null
  /** True if the reply is that of an earlier call with this key; nothing was charged now. */
  readonly replayed: boolean
  /** The number of attempts. */
  readonly attempts: number
  /** How long the service asks the client to wait before the next call, if it does. */
  readonly retryAfterMs: number | null
}

/** The envelope of a success, with the client's own fields in `meta`. */
export type Reply<Name extends OperationName> = Envelopes[Name] & { readonly meta: CallMeta }

export type BatchRecord = GetBatchScreeningResultReply['data']
