import { defaultTerms, limits } from './contract/index.ts'
import { integer, readBalanceOrder, readTimeZone, text } from './setting.ts'

/** The settings that change what callers rely on. */
export const termsSettings = {
  balanceOrder: {
    name: 'BALANCE_ORDER',
    fallback: defaultTerms.balanceOrder.join(','),
    description:
      'Kinds of points that can be spent, first to last. The other published order: signup_bonus,paid.',
    read: readBalanceOrder,
  },
  quotaDaily: integer(
    'QUOTA_DAILY',
    defaultTerms.quotaDaily,
    0,
    1e9,
    'Requests per account and day. 0: no limit.',
  ),
  quotaMonthly: integer(
    'QUOTA_MONTHLY',
    defaultTerms.quotaMonthly,
    0,
    1e9,
    'Requests per account and month. 0: no limit.',
  ),
  quotaTimeZone: {
    ...text('QUOTA_TIME_ZONE', defaultTerms.quotaTimeZone, 'Time zone whose calendar the quotas follow.'),
    read: readTimeZone,
  },
  ratePerSecond: integer(
    'RATE_PER_SECOND',
    defaultTerms.ratePerSecond,
    0,
    1e6,
    'Charged calls per key and second, over REST and MCP, in each process. 0: no limit.',
  ),
  rateBurst: integer(
    'RATE_BURST',
    defaultTerms.rateBurst,
    0,
    1e6,
    'With RATE_PER_SECOND: calls that a key may make at once after a pause. 0: as many as in a second.',
  ),
  promptPointCentsPer1000: integer(
    'OPTIMIZE_PROMPT_POINT_CENTS',
    defaultTerms.promptPointCentsPer1000,
    0,
    1e6,
    'Price of optimizeJd: point_cents per 1000 prompt tokens.',
  ),
  completionPointCentsPer1000: integer(
    'OPTIMIZE_COMPLETION_POINT_CENTS',
    defaultTerms.completionPointCentsPer1000,
    0,
    1e6,
    'Price of optimizeJd: point_cents per 1000 completion tokens.',
  ),
  batchResumesMax: integer(
    'BATCH_RESUMES_MAX',
    defaultTerms.batchResumesMax,
    1,
    limits.batchResumesCeiling,
    'The most resumes in one batch.',
  ),
  batchRetentionDays: integer(
    'BATCH_RETENTION_DAYS',
    defaultTerms.batchRetentionDays,
    0,
    36_500,
    'An ended batch is deleted with its candidates after this many days. 0: never.',
  ),
}
