import { idempotencyKeyCharactersMax, operations } from './contract.generated.ts'
import { RecruiterApiError } from './error.ts'
import { exchange, type HttpRequest, type Success } from './exchange.ts'
import type { CallMeta, OperationName } from './operations.ts'
import { pauseBeforeRetry } from './retry.ts'
import type { wait } from './wait.ts'

export interface CallOptions {
  /**
   * Your own key of this call, for one that survives your process: sent again within 24 hours with the same
   * input, it returns the first reply and is not charged again. 1 to 160 visible ASCII characters. By default
   * every call has a random one, so that retries are safe.
   */
  readonly idempotencyKey?: string | undefined
  /** Ends the call, its retries and the waits between them; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** How long one attempt may take, in milliseconds. */
  readonly attemptTimeoutMs?: number | undefined
}

/** A call that is sent again. */
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
  /** Below the base address, with its parameters. */
  readonly path: string
  /** JSON. */
  readonly body?: string | Blob
  readonly attemptTimeoutMs: number
}

/**
 * Sends a call until it is answered or there is no use in going on: with the same key each time, at most
 * `attemptsMax` times. One that is still at work under its key is waited for as long as an attempt may take.
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
