import { apiPrefix } from './api.ts'
import type { JsonObject, JsonValue } from './json.ts'
import * as limits from './limits.ts'

/** Every error of the public API: its status and its message. No other file holds a status. */
export const errorTable = {
  invalid_input: { status: 400, message: '请求参数不正确，请根据 detail 修改后重试' },
  unauthorized: {
    status: 401,
    message: 'API Key 缺失或无效，请在 Authorization 请求头中提供有效的 Bearer Key',
  },
  insufficient_points: { status: 402, message: '点数不足，请充值后重试' },
  recruiter_only: { status: 403, message: '该接口仅对招聘方开放' },
  insufficient_scope: { status: 403, message: '该 API Key 没有调用此操作的权限，请换用有此权限的 Key' },
  not_found: { status: 404, message: `请求的地址不存在，可用的地址见 ${apiPrefix}/openapi.json` },
  batch_not_found: { status: 404, message: '批次不存在，或不属于当前账号' },
  method_not_allowed: { status: 405, message: '该地址不支持此请求方法，允许的方法见 Allow 响应头' },
  idempotency_key_in_progress: { status: 409, message: '相同 Idempotency-Key 的请求仍在处理中，请稍后重试' },
  payload_too_large: {
    status: 413,
    message: `请求内容过大：请求体上限 ${limits.bodyBytesMax / 1024 / 1024} MB，fileDataUrl 上限 ${limits.fileDataUrlCharactersMax} 个字符`,
  },
  idempotency_key_reused: {
    status: 422,
    message: '该 Idempotency-Key 已用于内容不同的请求，请换用新的 Key',
  },
  open_api_quota_exceeded: { status: 429, message: '已超出每日或每月的请求配额，请稍后再试' },
  internal_error: { status: 500, message: '服务内部错误，请提供 request_id 以便排查' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorTable

/** One problem of an input. `path` uses the name on the wire; empty for the whole body. */
export interface Issue {
  readonly path: string
  readonly code: IssueCode
  readonly message: string
}

/** Codes of input problems with their Chinese messages. */
export const issueMessages = {
  not_json: '请求体不是有效的 JSON',
  json_too_complex: '请求体的 JSON 结构过于复杂',
  not_an_object: '应为 JSON 对象',
  required: '缺少必填字段',
  wrong_type: '字段类型不正确',
  blank: '内容不能只有空白字符',
  too_short: '内容过短',
  too_long: '内容过长',
  too_small: '数值过小',
  too_large: '数值过大',
  unknown_value: '取值不在允许的范围内',
  too_few_items: '数组元素过少',
  too_many_items: '数组元素过多',
  conflicting_spellings: '同一字段的两种写法取值不一致，请只保留一种',
  at_least_one: '至少需要提供其中一个字段',
  bad_header: '请求头不正确',
  bad_http: '不是有效的 HTTP 请求，或发送超时',
  body_timeout: '请求体发送过慢：长时间没有收到数据，或速度过低',
  bad_content_type: 'Content-Type 应为 application/json',
  bad_encoding: '不支持的 Content-Encoding，请直接发送 JSON',
  bad_data_url: '应为 data:application/pdf;base64,<DATA> 形式的 data URL',
  not_pdf: '文件不是 PDF',
  pdf_encrypted: 'PDF 已加密，请先移除密码',
  pdf_damaged: 'PDF 已损坏，无法打开',
  pdf_empty: 'PDF 没有页面',
  pdf_too_complex: 'PDF 过大或过于复杂，无法处理',
} as const
export type IssueCode = keyof typeof issueMessages

/** The message of an internal_error with reason `timeout`, if the caller set the time limit. */
export function ownTimeoutMessage(field: string, milliseconds: number): string {
  return `处理未能在请求的 ${field}（${milliseconds} 毫秒）内完成，未计费，请增大 ${field} 后重试`
}

/** Builds an issue; `more` is appended to the message, such as the limit that was exceeded. */
export function issue(path: string, code: IssueCode, more?: string): Issue {
  const message = issueMessages[code]
  return { path, code, message: more === undefined ? message : `${message}（${more}）` }
}

/** The reasons of an internal_error that callers see. */
export type InternalReason = 'timeout' | 'engine_unavailable' | 'internal'

/** Public members of an error besides its code and message. */
export interface FaultMembers {
  /** Replaces the code's message. */
  readonly message?: string
  readonly detail?: JsonValue
  readonly requiredPointCents?: number
  readonly balancePointCents?: number
  readonly resourcePointCents?: number
}

/**
 * An error that is returned to the caller. `members` and `headers` are public; `internal` and `cause` go to
 * the log only and must not contain resume text either.
 */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly quotesNothing = true
  readonly code: ErrorCode
  readonly members: FaultMembers
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, options: FaultOptions = {}) {
    super(options.internal ?? code, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.members = options.public ?? {}
    this.headers = options.headers ?? {}
  }

  /** The reason, for the log; undefined if the code says everything. */
  get reason(): string | undefined {
    return this.message === this.code ? undefined : this.message
  }
}

export interface FaultOptions {
  readonly public?: FaultMembers
  readonly headers?: Readonly<Record<string, string>>
  readonly internal?: string
  readonly cause?: unknown
}

export function fault(code: ErrorCode, options: FaultOptions = {}): Fault {
  return new Fault(code, options)
}

/** 400 with all issues. */
export function invalidInput(issues: readonly Issue[]): Fault {
  return fault('invalid_input', { public: { detail: issues.map((each): JsonObject => ({ ...each })) } })
}

/**
 * 500 with a public reason. If the service is overloaded (`isBusy`; always true for `engine_unavailable`),
 * it also carries Retry-After.
 */
export function internalError(
  reason: InternalReason,
  options: { message?: string; internal?: string; cause?: unknown; isBusy?: boolean } = {},
): Fault {
  const { isBusy = reason === 'engine_unavailable', message, ...more } = options
  const headers: Record<string, string> = isBusy
    ? { 'retry-after': String(limits.busyRetryAfterSeconds) }
    : {}
  const members = { ...(message !== undefined && { message }), detail: { reason } }
  return fault('internal_error', { ...more, headers, public: members })
}

/** Whether the error is a 500 caused by a timeout. */
export function isTimeoutFault(error: unknown): boolean {
  if (!(error instanceof Fault)) return false
  const { detail } = error.members
  return typeof detail === 'object' && detail !== null && 'reason' in detail && detail.reason === 'timeout'
}
