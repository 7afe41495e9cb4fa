import type { Caller } from '../accounts/index.ts'
import type { CallBody, ErrorCode, Operation } from '../contract/index.ts'

/** A call as a door hands it in: who asks is not yet known, and the body is not yet read. */
export interface Call {
  readonly operation: Operation
  readonly door: 'rest' | 'mcp' | 'console'
  readonly requestId: string
  /** The Authorization header as it came. */
  readonly credential: string | undefined
  /** Who calls, where the door has proven it itself (a session of the user center): no key is read then. */
  readonly caller?: Caller
  /** The idempotency key as it came, unchecked. */
  readonly idempotencyKey: unknown
  /** Where its caller wrote the key: what it reads when the key is wrong. */
  readonly idempotencyKeyPath: string
  /**
   * Reads the body of this account's call, now that the caller is known. Throws faults such as
   * payload_too_large.
   */
  readonly readBody: (accountId: string) => Promise<CallBody>
  /** Told when nothing but so many bytes is left in memory of the body, which stay until the call ends. */
  readonly onBodyRead?: (keptBytes: number) => void
  /** Aborts when the caller hung up. */
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
