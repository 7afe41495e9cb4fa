import type { GrantKind } from './amounts.ts'
import { batchResumesCeiling } from './limits.ts'

/**
 * Terms of one deployment: settings of the operator that callers must be able to read. The OpenAPI document
 * is generated from the value that the service runs with.
 */
export interface Terms {
  /** The spendable kinds, first to last. A kind that is not listed can't be spent. */
  readonly balanceOrder: readonly GrantKind[]
  /** Requests per calendar day and account; 0 means no limit. */
  readonly quotaDaily: number
  /** Requests per calendar month and account; 0 means no limit. */
  readonly quotaMonthly: number
  /** IANA name of the zone whose calendar the quotas follow. */
  readonly quotaTimeZone: string
  /** Charged calls per second and key, in each process; 0 means no limit. */
  readonly ratePerSecond: number
  /** Calls that a key may make at once after a pause; 0: as many as in a second. */
  readonly rateBurst: number
  /** Price of optimizeJd, in point_cents per 1000 prompt tokens. */
  readonly promptPointCentsPer1000: number
  /** Price of optimizeJd, in point_cents per 1000 completion tokens. */
  readonly completionPointCentsPer1000: number
  /** The most resumes in one batch. */
  readonly batchResumesMax: number
  /** An ended batch is deleted after this many days; 0: never. */
  readonly batchRetentionDays: number
}

export const defaultTerms: Terms = {
  balanceOrder: ['promotion', 'signup_bonus', 'resource_pack', 'paid'],
  quotaDaily: 1_000,
  quotaMonthly: 10_000,
  quotaTimeZone: 'Asia/Shanghai',
  ratePerSecond: 0,
  rateBurst: 0,
  promptPointCentsPer1000: 10,
  completionPointCentsPer1000: 30,
  batchResumesMax: batchResumesCeiling,
  batchRetentionDays: 90,
}
