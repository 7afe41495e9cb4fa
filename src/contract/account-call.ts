import { type Static, Type } from 'typebox'
import { grantKinds } from './amounts.ts'
import type { ErrorCode } from './errors.ts'

/*
 * The one call of the API that is not an operation: it has no price, quota, scope or tool. It returns what
 * the key and its account may still spend and call.
 */

const amount = (description: string) => Type.Integer({ description })
const limit = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })
const moment = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

const quota = Type.Object({
  limit: limit('Requests; null: no limit.'),
  remaining: limit('null: no limit.'),
  resets_at: moment('The end of the calendar day or month in time_zone; null: no limit.'),
})
const windows = (value: (what: string) => ReturnType<typeof limit> | ReturnType<typeof amount>) =>
  Type.Object({ total: value('in all'), daily: value('this day'), monthly: value('this month') })

export const accountDataSchema = Type.Object({
  account_id: Type.String({ format: 'uuid' }),
  balance: Type.Object({
    balance_point_cents: amount('The spendable balance.'),
    balance_points: Type.Number({ description: 'The balance in points.' }),
    held_point_cents: amount('Held by open calls.'),
    by_kind: Type.Array(
      Type.Object({
        kind: Type.Unsafe<(typeof grantKinds)[number]>({ type: 'string', enum: [...grantKinds] }),
        point_cents: amount('The remaining amount of this kind.'),
        spendable: Type.Boolean({ description: 'Whether this kind can be spent.' }),
        next_expiry_at: moment('The next expiry; null: never.'),
      }),
      { description: 'In the order of spending.' },
    ),
  }),
  quotas: Type.Object({ daily: quota, monthly: quota, time_zone: Type.String() }),
  limits: Type.Object({
    request_body_bytes: amount('Largest request body.'),
    file_data_url_characters: amount('Longest fileDataUrl.'),
    resume_text_characters: amount('Longest resume_text.'),
    jd_text_characters: amount('Longest jd_text.'),
    batch_resumes: amount('Most candidates in one batch.'),
  }),
  prices: Type.Object({
    parse_page_point_cents: amount('parseResume, a page.'),
    match_point_cents: amount('matchResumeToJd, a call.'),
    optimize_min_point_cents: amount('optimizeJd, at least.'),
    optimize_prompt_point_cents_per_1000: amount('optimizeJd, 1000 prompt tokens.'),
    optimize_completion_point_cents_per_1000: amount('optimizeJd, 1000 completion tokens.'),
    batch_candidate_point_cents: amount('startBatchScreening, a scored candidate.'),
  }),
  key: Type.Object({
    key_id: Type.String({ format: 'uuid' }),
    scopes: Type.Array(Type.String(), { description: 'The operations that the key may call.' }),
    limits: windows((what) => limit(`Spending limit of the key ${what}; null: no limit.`)),
    spent: windows((what) => amount(`Amount charged and held by this key ${what}.`)),
  }),
})
export type AccountData = Static<typeof accountDataSchema>

export const accountCall = {
  name: 'getAccount',
  method: 'GET',
  path: '/account',
  title: 'Read balance, quotas, limits and prices',
  description:
    'Returns the balance, the remaining quotas, the prices, and the limits of this key. Free, and not counted against quotas; needs no scope.',
  errors: ['unauthorized', 'recruiter_only', 'internal_error'],
} as const satisfies { readonly errors: readonly ErrorCode[]; readonly [member: string]: unknown }
