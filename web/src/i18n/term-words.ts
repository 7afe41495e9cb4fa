import { operationLabels } from '../api/index.ts'
import { dictionary } from './dictionary.ts'

const zh = {
  ...operationLabels.zh,
  promotion: '活动赠点',
  signup_bonus: '注册赠点',
  resource_pack: '资源包',
  paid: '充值点',
  rest: 'REST',
  mcp: 'MCP',
  console: '用户中心',
  recruiter: '招聘方',
  job_seeker: '求职者',
  admin: '管理员',
  active: '有效',
  disabled: '已停用',
  expired: '已过期',
  revoked: '已吊销',
} as const

const en = {
  ...operationLabels.en,
  promotion: 'Promotion',
  signup_bonus: 'Sign-up bonus',
  resource_pack: 'Resource pack',
  paid: 'Paid',
  rest: 'REST',
  mcp: 'MCP',
  console: 'User center',
  recruiter: 'Recruiter',
  job_seeker: 'Job seeker',
  admin: 'Administrator',
  active: 'Active',
  disabled: 'Disabled',
  expired: 'Expired',
  revoked: 'Revoked',
} satisfies Record<keyof typeof zh, string>

/** Names of the API's codes: operations, kinds of points, doors, roles, states of a key. */
export const useTerms = dictionary(zh, en)
