import type { Caller } from '../accounts/index.ts'
import type { JsonObject } from '../contract/index.ts'
import type { Call, Reply } from './call.ts'

/** A call of an account that was answered or that its caller gave up, without its content. */
export interface EndedCall {
  readonly accountId: string
  readonly keyId: string
  readonly requestId: string
  readonly operation: Call['operation']['name']
  readonly door: Call['door']
  readonly at: Date
  readonly milliseconds: number
  /** 499 if the caller hung up. */
  readonly status: number
  /** Null if there was none. */
  readonly error: string | null
  readonly pages: number | null
  readonly tokens: number | null
}

/** Observes every call that reached an account. Must not throw or block. */
export interface CallObserver {
  ended(call: EndedCall): void
}

/** What becomes known of a call while it runs. */
export interface Seen {
  caller: Caller | null
  usage: JsonObject | null
}

export function endedCall(
  { operation, door, requestId }: Call,
  { caller, usage }: { readonly caller: Caller; readonly usage: JsonObject | null },
  rest: Pick<EndedCall, 'at' | 'milliseconds' | 'status'> & Pick<Reply, 'error'>,
): EndedCall {
  const counted = (member: string) => (Number.isInteger(usage?.[member]) ? Number(usage?.[member]) : null)
  return {
    ...rest,
    accountId: caller.accountId,
    keyId: caller.keyId,
    requestId,
    operation: operation.name,
    door,
    error: rest.status === 499 ? 'caller_gone' : rest.error,
    pages: counted('pages'),
    tokens: counted('total_tokens'),
  }
}
