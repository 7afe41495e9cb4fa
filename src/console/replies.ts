import { type ConsoleErrorCode, type ErrorCode, Fault } from '../contract/index.ts'
import { ConsoleFault, consoleFault } from './faults.ts'
import type { FileReply, RawReply } from './request.ts'

/** A handler's result or exception as bytes. */

const types = { csv: 'text/csv; charset=utf-8', png: 'image/png' } as const

export function jsonReply(status: number, body: object): RawReply {
  return { status, headers: {}, body: new TextEncoder().encode(JSON.stringify(body)) }
}

export function noReply(): RawReply {
  return { status: 204, headers: {}, body: new Uint8Array(0) }
}

export function fileReply(kind: 'csv' | 'png', { fileName, body }: FileReply): RawReply {
  const disposition = kind === 'csv' ? 'attachment' : 'inline'
  const headers = {
    'content-type': types[kind],
    'content-disposition': `${disposition}; filename="${fileName.replace(/[^\w.-]/g, '_')}"`,
  }
  if (typeof body === 'string') return { status: 200, headers, body: new TextEncoder().encode(body) }
  if (body instanceof Uint8Array) return { status: 200, headers, body }
  return { status: 200, headers, body: new Uint8Array(0), stream: body }
}

export function faultReply(requestId: string, fault: ConsoleFault): RawReply {
  const { detail } = fault
  const envelope = {
    ok: false,
    error: fault.code,
    message: fault.publicMessage,
    ...(detail === undefined ? {} : { detail }),
    request_id: requestId,
  }
  const again = fault.retryAfterSeconds
  const reply = jsonReply(fault.status, envelope)
  return again === undefined ? reply : { ...reply, headers: { 'retry-after': String(again) } }
}

const codes: Readonly<Partial<Record<ErrorCode, ConsoleErrorCode>>> = {
  invalid_input: 'invalid_input',
  insufficient_points: 'insufficient_points',
  recruiter_only: 'recruiter_only',
  not_found: 'not_found',
  batch_not_found: 'not_found',
  payload_too_large: 'payload_too_large',
  open_api_quota_exceeded: 'quota_exceeded',
  idempotency_key_in_progress: 'conflict',
  idempotency_key_reused: 'conflict',
}

/** Maps an error of the public API to one of the console. */
export function consoleCodeOf(code: ErrorCode): ConsoleErrorCode {
  return codes[code] ?? 'internal_error'
}

/** Maps any exception to a console error; unknown ones become an internal error. */
export function toConsoleFault(error: unknown): ConsoleFault {
  if (error instanceof ConsoleFault) return error
  if (!(error instanceof Fault)) return consoleFault('internal_error')
  const retryAfter = Number(error.headers['retry-after'])
  return consoleFault(consoleCodeOf(error.code), {
    detail: error.members.detail,
    ...(Number.isInteger(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
  })
}
