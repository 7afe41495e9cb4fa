import { Type } from 'typebox'
import { criteriaSchema, priorities } from '../criteria.ts'
import * as limits from '../limits.ts'
import { matchDataSchema, optimizeDataSchema, parseDataSchema } from '../results.ts'
import { warningsSchema } from '../warnings.ts'
import type { ConsoleRoute } from './route.ts'
import { count, nullable, oneOf, pageOf, pageQuery, pointCents, text, time, uuid } from './shapes.ts'

const megabyte = 1_048_576
/** The charge of a call from the page, and the balance after it. */
const cost = Type.Object({
  request_id: uuid,
  billed_point_cents: pointCents,
  balance_point_cents: pointCents,
})
/** In the format of the public API, which enforces its own limits. */
const criteria = Type.Optional(
  nullable(
    Type.Array(
      Type.Object({
        text: text(limits.criterionTextCharactersMax, 1),
        priority: oneOf(priorities),
        weight: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: limits.criterionWeightMax })),
      }),
      { minItems: 1, maxItems: limits.criteriaMax },
    ),
  ),
)
const batchHead = Type.Object({
  batch_id: uuid,
  label: nullable(Type.String()),
  status: oneOf(['running', 'done', 'partial', 'failed']),
  billing_status: Type.String(),
  total: count,
  completed: count,
  created_at: time,
  ended_at: nullable(time),
  billed_point_cents: pointCents,
})
const requirement = Type.Object(
  {
    text: Type.String(),
    priority: oneOf(['must', 'preferred']),
    status: oneOf(['met', 'partly', 'not_met']),
    evidence: nullable(Type.String()),
    stated: Type.Boolean(),
    weight: Type.Number(),
  },
  { additionalProperties: true },
)
const batchItem = Type.Object(
  {
    index: count,
    candidate_label: Type.String(),
    state: oneOf(['waiting', 'running', 'scored', 'failed']),
    score: nullable(Type.Number()),
    tags: Type.Array(Type.String()),
    recommendation: Type.String(),
    strengths: Type.Array(Type.String()),
    gaps: Type.Array(Type.String()),
    requirements: Type.Array(requirement),
    warnings: warningsSchema,
    duplicate_of: Type.Array(count),
  },
  { additionalProperties: true },
)
const playgroundErrors = [
  'insufficient_points',
  'recruiter_only',
  'quota_exceeded',
  'payload_too_large',
] as const

export const workRoutes = {
  listBatches: {
    name: 'listBatches',
    method: 'GET',
    path: '/batches',
    summary: 'Batches, newest first.',
    access: 'account',
    query: Type.Object({ ...pageQuery }),
    reply: pageOf(batchHead),
    errors: [],
  },
  startBatch: {
    name: 'startBatch',
    method: 'POST',
    path: '/batches',
    summary: 'Starts a batch; held and charged as by startBatchScreening.',
    access: 'account',
    query: Type.Object({ idempotency_key: Type.Optional(text(limits.idempotencyKeyCharactersMax, 1)) }),
    rawBody: true,
    bodyBytesMax: 16 * megabyte,
    body: Type.Object({
      jd_text: text(limits.jdTextCharactersMax),
      label: Type.Optional(text(limits.labelCharactersMax)),
      resumes: Type.Array(
        Type.Object({
          text: text(limits.resumeTextCharactersMax, 1),
          label: Type.Optional(text(limits.labelCharactersMax)),
        }),
        { minItems: 1 },
      ),
      criteria,
    }),
    reply: Type.Object({ batch_id: uuid, total: count, estimated_point_cents: pointCents, request_id: uuid }),
    errors: [...playgroundErrors, 'conflict'],
  },
  readBatch: {
    name: 'readBatch',
    method: 'GET',
    path: '/batches/{id}',
    summary: 'A batch with its current ranking.',
    access: 'account',
    reply: Type.Object({
      head: batchHead,
      items: Type.Array(batchItem),
      criteria: nullable(criteriaSchema),
      summary: nullable(
        Type.Object(
          { matchConclusion: Type.String(), topReasons: Type.Array(Type.String()) },
          { additionalProperties: true },
        ),
      ),
    }),
    errors: ['not_found'],
  },
  deleteBatch: {
    name: 'deleteBatch',
    method: 'DELETE',
    path: '/batches/{id}',
    summary: 'Deletes an ended batch with its candidates.',
    access: 'account',
    reply: null,
    errors: ['not_found', 'conflict'],
  },
  downloadBatch: {
    name: 'downloadBatch',
    method: 'GET',
    path: '/batches/{id}.csv',
    summary: 'The ranking as a file.',
    access: 'account',
    reply: 'csv',
    errors: ['not_found'],
  },
  tryParse: {
    name: 'tryParse',
    method: 'POST',
    path: '/try/parse',
    summary: 'parseResume from the page.',
    access: 'account',
    rawBody: true,
    bodyBytesMax: 26 * megabyte,
    body: Type.Object({
      fileDataUrl: Type.String(),
      fileName: Type.Optional(nullable(text(240))),
      include: Type.Optional(Type.Array(Type.Literal('profile'), { maxItems: limits.includeMax })),
    }),
    reply: Type.Object({ data: parseDataSchema, cost }),
    errors: playgroundErrors,
  },
  drawPage: {
    name: 'drawPage',
    method: 'POST',
    path: '/try/page',
    summary: 'A page of a PDF as the parser sees it, with boxes around hidden text that was left out. Free.',
    access: 'account',
    query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })) }),
    rawBody: true,
    bodyBytesMax: 26 * megabyte,
    body: Type.Object({ fileDataUrl: Type.String() }),
    reply: Type.Object({
      width: count,
      height: count,
      pages: count,
      png_base64: Type.String(),
      hidden: Type.Array(
        Type.Object({ x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() }),
      ),
    }),
    errors: ['payload_too_large', 'too_many_attempts'],
  },
  tryMatch: {
    name: 'tryMatch',
    method: 'POST',
    path: '/try/match',
    summary: 'matchResumeToJd from the page.',
    access: 'account',
    rawBody: true,
    bodyBytesMax: megabyte,
    body: Type.Object({
      resume_text: text(limits.resumeTextCharactersMax),
      jd_text: text(limits.jdTextCharactersMax),
      job_title: Type.Optional(nullable(text(limits.jobTitleCharactersMax))),
      criteria,
    }),
    reply: Type.Object({ data: matchDataSchema, cost }),
    errors: playgroundErrors,
  },
  tryOptimize: {
    name: 'tryOptimize',
    method: 'POST',
    path: '/try/optimize',
    summary: 'optimizeJd from the page.',
    access: 'account',
    rawBody: true,
    bodyBytesMax: megabyte,
    body: Type.Object({
      jd_text: Type.Optional(nullable(text(limits.jdTextCharactersMax))),
      job_title: Type.Optional(nullable(text(limits.jobTitleCharactersMax))),
      requirements: Type.Optional(nullable(text(limits.requirementsCharactersMax))),
      location: Type.Optional(nullable(text(120))),
      experience: Type.Optional(nullable(text(120))),
    }),
    reply: Type.Object({ data: optimizeDataSchema, cost }),
    errors: playgroundErrors,
  },
} as const satisfies Record<string, ConsoleRoute>
