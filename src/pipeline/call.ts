import type { Caller } from '../accounts/index.ts'
import type { CallBody, ErrorCode, Operation } from '../contract/index.ts'

/** A call as a door passes it on: the caller is not authenticated, and the body is not read. */
export interface Call {
  readonly operation: Operation
  readonly door: 'rest' | 'mcp' | 'console'
  readonly requestId: string
  /** The unparsed Authorization header. */
  readonly credential: string | undefined
  /** The caller, if the door has authenticated it (a session of the user center); no key is read then. */
  readonly caller?: Caller
  /** The unchecked idempotency key. */
  readonly idempotencyKey: unknown
  /** Where the caller wrote the key, for the error message. */
  readonly idempotencyKeyPath: string
  /** Reads the body of this account's call, after authentication. Throws faults such as payload_too_large. */
  readonly readBody: (accountId: string) => Promise<CallBody>
  /** Called when only `keptBytes` of the body are left in memory; they stay until the call ends. */
  readonly onBodyRead?: (keptBytes: number) => void
  /** Aborts when the caller hangs up. */
  readonly disconnected: AbortSignal
}

/** An answer, ready for any door. */
export interface Reply {
  readonly status: number
  /** The JSON text of the envelope, in UTF-8. */
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  /** Null when the call succeeded. */
  readonly error: ErrorCode | null
}
