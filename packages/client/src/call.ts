import { idempotencyKeyCharactersMax, operations } from './contract.generated.ts'
import { RecruiterApiError } from './error.ts'
import { exchange, type HttpRequest, type Success } from './exchange.ts'
import type { CallMeta, OperationName } from './operations.ts'
import { pauseBeforeRetry } from './retry.ts'
import type { wait } from './wait.ts'

export interface CallOptions {
  /**
   * Your own key for this call. Use it if the call must survive a restart of your process. A call with the
   * same key and input within 24 hours returns the first reply and is not charged again. 1 to 160 visible
   * ASCII characters. Default: a random key for each call, so retries are safe.
   */
  readonly idempotencyKey?: string | undefined
  /** Aborts the call, its retries and the waits between them; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** The time limit of one attempt, in milliseconds. */
  readonly attemptTimeoutMs?: number | undefined
}

/** A retry of a call. */
export interface Retry {
  readonly operation: OperationName
  readonly error: RecruiterApiError
  readonly waitMs: number
}

export interface Caller {
  readonly baseUrl: string
  readonly apiKey: string
  readonly fetch: typeof globalThis.fetch
  readonly attemptsMax: number
  readonly onRetry: ((retry: Retry) => void) | undefined
  readonly wait: typeof wait
}

export interface PreparedCall {
  readonly name: OperationName
  /** The path relative to the base address, with its query parameters. */
  readonly path: string
  /** JSON. */
  readonly body?: string | Blob
  readonly attemptTimeoutMs: number
}

/**
 * Sends a call until it succeeds or a retry cannot help, at most `attemptsMax` times, with the same key
 * each time. If an earlier attempt is still in progress under the key, waits for it as long as one attempt
 * may take.
 */
export async function send(
  caller: Caller,
  call: PreparedCall,
  options: CallOptions,
): Promise<Success & { meta: CallMeta }> {
  const { signal } = options
  const idempotencyKey = operations[call.name].writes ? keyOf(options) : null
  const request = requestOf(caller, call, idempotencyKey)
  let attempts = 0
  let failures = 0
  let busyMs = 0
  for (;;) {
    attempts += 1
    try {
      const success = await exchange(caller.fetch, request, { timeoutMs: call.attemptTimeoutMs, signal })
      const { replayed, retryAfterMs } = success
      return { ...success, meta: { idempotencyKey, replayed, attempts, retryAfterMs } }
    } catch (error) {
      if (!(error instanceof RecruiterApiError)) throw error
      error.idempotencyKey = idempotencyKey
      error.attempts = attempts
      const isBusy = error.code === 'idempotency_key_in_progress'
      if (!isBusy) failures += 1
      const isOver = isBusy ? busyMs >= call.attemptTimeoutMs : failures >= caller.attemptsMax
      const waitMs = isOver ? null : pauseBeforeRetry(error, attempts, Math.random())
      if (waitMs === null) throw error
      if (isBusy) busyMs += waitMs
      caller.onRetry?.({ operation: call.name, error, waitMs })
      await caller.wait(waitMs, signal)
    }
  }
}

function requestOf(caller: Caller, { name, path, body }: PreparedCall, key: string | null): HttpRequest {
  return {
    url: caller.baseUrl + path,
    method: operations[name].method,
    headers: {
      authorization: `Bearer ${caller.apiKey}`,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === null ? {} : { 'idempotency-key': key }),
    },
    body,
  }
}

function keyOf({ idempotencyKey }: CallOptions): string {
  if (idempotencyKey === undefined) return randomKey()
  const isSound =
    /^[\x21-\x7e]+$/.test(idempotencyKey) && idempotencyKey.length <= idempotencyKeyCharactersMax
  if (isSound) return idempotencyKey
  throw new TypeError(`idempotencyKey must be 1 to ${idempotencyKeyCharactersMax} visible ASCII characters`)
}

/** 128 random bits. Pages that are not served over HTTPS have no `crypto.randomUUID`. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
