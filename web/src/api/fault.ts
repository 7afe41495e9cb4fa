import type { ConsoleErrorCode } from '../../../src/contract/index.ts'

/** `unreachable` is added by the page: no answer arrived. */
export type FaultCode = ConsoleErrorCode | 'unreachable'

export interface FieldIssue {
  readonly path: string
  readonly code: string
}

/** A failed call, by the code that the pages translate. */
export class ConsoleFault extends Error {
  readonly code: FaultCode
  readonly status: number
  readonly detail: unknown
  readonly requestId: string | null

  constructor(code: FaultCode, status: number, detail: unknown, requestId: string | null) {
    super(code)
    this.code = code
    this.status = status
    this.detail = detail
    this.requestId = requestId
  }

  /** The issue of the given field, if the service reported one. */
  issueAt(path: string): FieldIssue | undefined {
    if (!Array.isArray(this.detail)) return undefined
    return (this.detail as FieldIssue[]).find((issue) => issue.path === path)
  }
}

export function unreachable(): ConsoleFault {
  return new ConsoleFault('unreachable', 0, undefined, null)
}

/** An answer in another format (such as a proxy's) counts as an internal error. */
export function readFault(status: number, body: unknown): ConsoleFault {
  const envelope = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: ConsoleErrorCode
    detail?: unknown
    request_id?: string
  }
  return new ConsoleFault(
    envelope.error ?? (status === 401 ? 'signed_out' : 'internal_error'),
    status,
    envelope.detail,
    envelope.request_id ?? null,
  )
}

export function isFault(error: unknown, ...codes: FaultCode[]): error is ConsoleFault {
  return error instanceof ConsoleFault && (codes.length === 0 || codes.includes(error.code))
}
