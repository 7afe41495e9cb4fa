import type { ConsoleErrorCode, Issue } from '../contract/index.ts'
import { consoleErrorTable } from '../contract/index.ts'

/** Messages for callers of the user center's API that don't use its page; the page translates the codes. */
const messages: Readonly<Record<ConsoleErrorCode, string>> = {
  invalid_input: '请求参数不正确，请根据 detail 修改后重试',
  wrong_credentials: '邮箱或密码不正确',
  signed_out: '尚未登录，或登录已过期',
  insufficient_points: '点数不足，请充值后重试',
  forbidden: '没有权限执行此操作',
  sign_up_closed: '当前未开放注册',
  invite_invalid: '邀请码无效、已使用或已过期',
  recruiter_only: '该功能仅对招聘方开放',
  not_found: '内容不存在，或不属于当前账号',
  conflict: '当前状态下无法执行此操作，请刷新后重试',
  email_taken: '该邮箱已注册',
  already_done: '该操作已经执行过',
  payload_too_large: '请求内容过大',
  link_expired: '链接无效、已使用或已过期',
  voucher_invalid: '兑换码无效、已使用或已过期',
  too_many_attempts: '尝试次数过多，请稍后再试',
  quota_exceeded: '已超出每日或每月的请求配额，请稍后再试',
  payment_unavailable: '支付服务暂时不可用，未产生扣款，请稍后再试',
  internal_error: '服务内部错误，请提供 request_id 以便排查',
}

export interface ConsoleFaultOptions {
  /** Public: what is wrong with the input, or further members of the error body. */
  readonly detail?: unknown
  readonly retryAfterSeconds?: number
  /** Replaces the message of the code. */
  readonly message?: string
  /** For the log only. */
  readonly internal?: string
}

/** An error that the console API returns to the page. */
export class ConsoleFault extends Error {
  override readonly name = 'ConsoleFault'
  readonly quotesNothing = true
  readonly code: ConsoleErrorCode
  readonly status: number
  readonly publicMessage: string
  readonly detail: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(code: ConsoleErrorCode, options: ConsoleFaultOptions = {}) {
    super(options.internal ?? code)
    this.code = code
    this.status = consoleErrorTable[code]
    this.publicMessage = options.message ?? messages[code]
    this.detail = options.detail
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export function consoleFault(code: ConsoleErrorCode, options: ConsoleFaultOptions = {}): ConsoleFault {
  return new ConsoleFault(code, options)
}

/** 400 with all issues. */
export function invalidConsoleInput(issues: readonly Issue[]): ConsoleFault {
  return consoleFault('invalid_input', { detail: issues })
}
