import { setTimeout as sleep } from 'node:timers/promises'
import { apiPrefix } from '../contract/index.ts'
import { CliError } from './cli-error.ts'

/** A client of a running service; it uses only the public API, as an integrator would. */
export interface ApiClient {
  /** The data and the envelope of a success. Throws an ApiRefusal. */
  call(request: ApiRequest): Promise<ApiReply>
  /** The most resumes in one batch, from the service's OpenAPI document. */
  batchResumesMax(): Promise<number>
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** An idempotency key makes it safe to repeat the call: it is charged once. */
  readonly idempotencyKey?: string
}

export interface ApiReply {
  readonly data: Readonly<Record<string, unknown>>
  readonly billedPointCents: number
  /** When to ask again; null: the result is final. */
  readonly retryAfterMs: number | null
}

/** The service refused the call. */
export class ApiRefusal extends CliError {
  readonly code: string
  /** Every other call would be refused as well: wrong key, no balance, quota exceeded. */
  readonly concernsAll: boolean

  constructor(code: string, status: number, message: string) {
    super(message)
    this.code = code
    this.concernsAll = [401, 402, 403, 404, 429].includes(status)
  }
}

const attemptsMax = 5
const firstPauseMs = 300
const callTimeoutMs = 11 * 60_000

interface Envelope {
  readonly ok?: boolean
  readonly error?: string
  readonly message?: string
  readonly request_id?: string
  readonly detail?: unknown
  readonly required_point_cents?: number
  readonly balance_point_cents?: number
  readonly data?: Readonly<Record<string, unknown>>
  readonly billing?: { readonly billed_point_cents?: number }
}

export function createApiClient(baseUrl: string, key: string): ApiClient {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')

  async function call(request: ApiRequest): Promise<ApiReply> {
    for (let attempt = 1; ; attempt++) {
      const response = await send(base, key, request)
      const passing = response === null || isPassing(response)
      if (response !== null && (!passing || attempt === attemptsMax)) return readReply(response)
      if (attempt === attemptsMax) throw new CliError(`${base} does not answer: is the service running?`)
      await response?.body?.cancel()
      await sleep(retryAfterMs(response) ?? firstPauseMs * 2 ** attempt)
    }
  }

  return {
    call,
    async batchResumesMax() {
      const response = await send(base, key, { method: 'GET', path: '/openapi.json' })
      const description = (await response?.json().catch(() => null)) as {
        'x-terms'?: { batchResumesMax?: unknown }
      } | null
      const most = description?.['x-terms']?.batchResumesMax
      if (typeof most === 'number' && most >= 1) return most
      throw new CliError(
        `${base}${apiPrefix}/openapi.json does not answer with the OpenAPI document of this service: is --url right?`,
      )
    },
  }
}

/** A limit that resets within this time is waited for: a rate per second, not a daily quota. */
const quotaWaitMaxMs = 10_000

function isPassing(response: Response): boolean {
  if (response.status !== 429) return response.status === 409 || response.status >= 500
  return (retryAfterMs(response) ?? Number.POSITIVE_INFINITY) <= quotaWaitMaxMs
}

/** Null without an answer. */
async function send(base: string, key: string, request: ApiRequest): Promise<Response | null> {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` }
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  if (request.idempotencyKey !== undefined) headers['idempotency-key'] = request.idempotencyKey
  const init: RequestInit = {
    method: request.method,
    headers,
    signal: AbortSignal.timeout(callTimeoutMs),
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  }
  return fetch(`${base}${apiPrefix}${request.path}`, init).catch(() => null)
}

async function readReply(response: Response): Promise<ApiReply> {
  const envelope = (await response.json().catch(() => ({}))) as Envelope
  if (response.ok && envelope.ok === true && envelope.data !== undefined) {
    return {
      data: envelope.data,
      billedPointCents: envelope.billing?.billed_point_cents ?? 0,
      retryAfterMs: retryAfterMs(response),
    }
  }
  const code = envelope.error ?? `status ${response.status}`
  throw new ApiRefusal(code, response.status, refusalText(code, envelope))
}

function refusalText(code: string, envelope: Envelope): string {
  const { message = '', detail, request_id: requestId } = envelope
  const points =
    envelope.required_point_cents === undefined
      ? ''
      : ` (needs ${envelope.required_point_cents} point_cents, the balance is ${envelope.balance_point_cents ?? 0})`
  const issues = Array.isArray(detail)
    ? ` ${detail.map((each: { path?: string; message?: string }) => `${each.path}: ${each.message}`).join('; ')}`
    : ''
  return `${code}: ${message}${points}${issues}${requestId === undefined ? '' : ` [request ${requestId}]`}`
}

function retryAfterMs(response: Response | null): number | null {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 && seconds <= 3_600 ? seconds * 1_000 : null
}
