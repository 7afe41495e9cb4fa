import type { FaultCode } from '../api/fault.ts'
import { dictionary } from './dictionary.ts'

const zh = {
  invalid_input: '请检查填写的内容',
  wrong_credentials: '邮箱或密码不正确',
  signed_out: '登录已失效，请重新登录',
  insufficient_points: '点数不足，请先充值',
  forbidden: '没有权限',
  sign_up_closed: '目前不开放注册',
  invite_invalid: '邀请码无效、已使用或已过期',
  recruiter_only: '仅限招聘方使用',
  not_found: '找不到该内容，可能已被删除',
  conflict: '状态已改变，请刷新后再试',
  email_taken: '该邮箱已注册',
  already_done: '已经处理过，不能重复操作',
  payload_too_large: '文件或内容过大',
  link_expired: '链接无效或已过期，请重新申请',
  voucher_invalid: '兑换码无效、已使用或已过期',
  too_many_attempts: '尝试次数过多，请稍后再试',
  quota_exceeded: '已达到调用配额',
  internal_error: '服务出错，请稍后重试',
  payment_unavailable: '支付服务暂时不可用，未产生扣款，请稍后再试',
  unreachable: '无法连接到服务，请检查网络后重试',
} as const satisfies Record<FaultCode, string>

const en = {
  invalid_input: 'Please check what you entered',
  wrong_credentials: 'Email or password is incorrect',
  signed_out: 'Your session has ended. Please sign in again',
  insufficient_points: 'Not enough points. Top up first',
  forbidden: 'You do not have permission',
  sign_up_closed: 'Sign-up is closed at the moment',
  invite_invalid: 'The invitation code is invalid, used or expired',
  recruiter_only: 'Only recruiters can do this',
  not_found: 'Not found. It may have been deleted',
  conflict: 'This has changed meanwhile. Reload and try again',
  email_taken: 'This email is already registered',
  already_done: 'This was already done and cannot be repeated',
  payload_too_large: 'The file or text is too large',
  link_expired: 'The link is invalid or expired. Request a new one',
  voucher_invalid: 'The code is invalid, used or expired',
  too_many_attempts: 'Too many attempts. Try again later',
  quota_exceeded: 'The call quota is used up',
  internal_error: 'Something went wrong. Try again later',
  payment_unavailable: 'Payments are unavailable right now. You were not charged. Try again later',
  unreachable: 'Cannot reach the service. Check your connection and try again',
} satisfies Record<FaultCode, string>

export const useErrorWords = dictionary(zh, en)
