import { type Static, Type } from 'typebox'
import { type PointCents, points } from './amounts.ts'
import { criteriaSchema, priorities } from './criteria.ts'
import { parseWarningsSchema } from './parse-warnings.ts'
import type { TokenUsage } from './prices.ts'
import { profileSchema } from './profile.ts'
import { type Warning, warningsSchema } from './warnings.ts'

/** Result schemas in wire format, and the few mappings from our names to the wire's. */

const oneOf = <const Values extends readonly string[]>(values: Values, description?: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...(description ? { description } : {}) })
const textList = (description: string) => Type.Array(Type.String(), { description })

export const engineSchema = Type.Object(
  { name: Type.String(), version: Type.String() },
  { description: 'The engine that produced this result.' },
)
export type EngineName = Static<typeof engineSchema>

export const requirementSchema = Type.Object({
  text: Type.String({ description: 'The requirement, as the job description or the criterion states it.' }),
  priority: oneOf(priorities),
  kind: Type.String({
    description: 'skill, years, degree, major, language, certificate, domain, duty, place or other.',
  }),
  status: oneOf(['met', 'partly', 'not_met']),
  stated: Type.Boolean({
    description:
      'false: the resume does not mention it. The status is then not_met; ask the candidate rather than reject.',
  }),
  evidence: Type.Union([Type.String(), Type.Null()], {
    description: 'A verbatim quote of the resume, or null if none was found.',
  }),
  weight: Type.Number({
    exclusiveMinimum: 0,
    description:
      "The weight of the criterion, or the engine's own, usually 1, within its channel: experience (years), education (degree, major), musts (all other musts) or preferred. A place has no channel.",
  }),
  credit: Type.Optional(
    Type.Number({ description: '0 to 1: how far the requirement is met. The score is calculated from it.' }),
  ),
})
export type RequirementFinding = Static<typeof requirementSchema>

const unitInterval = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

/** The parts of a score, from which it can be recomputed. */
export const scorePartsSchema = Type.Object(
  {
    channels: Type.Array(
      Type.Object({
        name: Type.String({
          description: 'profile, musts, experience, education, title, similarity or topics.',
        }),
        weight: Type.Number({
          description: 'Its share of the score. A channel without requirements is omitted.',
        }),
        value: unitInterval(
          'Its result. For musts, experience and education: Σ weight × credit / Σ weight of their requirements.',
        ),
      }),
      { description: 'base = 100 × Σ weight × value / Σ weight.' },
    ),
    preferred: Type.Union(
      [
        Type.Object({
          points: Type.Number({
            description: 'The share of base that all preferred requirements together are worth, in percent.',
          }),
          value: unitInterval('How far they are met: Σ weight × credit / Σ weight.'),
        }),
        Type.Null(),
      ],
      {
        description:
          'total = base × (1 − points / 100 × (1 − value)); equals base if nothing is preferred (null).',
      },
    ),
    floor: Type.Number({
      description:
        'The lower bound given by the met musts. A total below it scores floor − (floor − total) / 10.',
    }),
    ceiling: Type.Number({
      description:
        'The upper bound given by the missing musts. A total above it scores ceiling + (total − ceiling) / 10.',
    }),
    roles: Type.Object(
      {
        job: textList('The roles closest to the job.'),
        resume: textList('The roles closest to the resume.'),
      },
      { description: 'The input of the channel "profile".' },
    ),
  },
  { description: 'The calculation of the score. Omitted by engines that do not calculate it.' },
)
export type ScoreParts = Static<typeof scorePartsSchema>

const confidenceSchema = unitInterval(
  'With a model engine: how far its verdicts agree with a second reading and its quotes were found, weighted like the score. If it is low, check the evidence yourself.',
)

/** Only if criteria were given. */
const criteriaEcho = {
  criteria: Type.Optional(criteriaSchema),
  criteria_hash: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'SHA-256, in lowercase hexadecimal, of `criteria` as canonical JSON (RFC 8785): `[{"priority":…,"text":…,"weight":…}]` without white space, members sorted, in UTF-8.',
    }),
  ),
}

export const matchDataSchema = Type.Object({
  score: Type.Number({ minimum: 0, maximum: 100, description: '0 to 100, one decimal.' }),
  confidence: Type.Optional(confidenceSchema),
  strengths: textList('Strengths of the candidate, each with its evidence.'),
  gaps: textList('Requirements that are met in part, with a quote, or not found in the resume.'),
  keywords: textList(
    'Terms of the job description that the resume contains, literally or under another name.',
  ),
  actions: textList('Questions to ask and points to check next.'),
  recommendation: Type.String({ description: 'The conclusion in one sentence.' }),
  requirements: Type.Array(requirementSchema, {
    description: 'One entry per requirement of the job description, or per criterion in the order given.',
  }),
  warnings: warningsSchema,
  ...criteriaEcho,
  parts: Type.Optional(scorePartsSchema),
  engine: engineSchema,
})
export type MatchData = Static<typeof matchDataSchema>

export const severities = ['violation', 'risk', 'advice'] as const
export type Severity = (typeof severities)[number]

/** One finding about the wording of a job description. */
export interface ComplianceFinding {
  readonly quote: string
  readonly rule: string
  readonly severity: Severity
  readonly legalBasis: string
  readonly suggestion: string
}

export const complianceSchema = Type.Object({
  quote: Type.String({
    description: 'The words of the input that the finding is about; empty if a fact is missing.',
  }),
  rule: Type.String({ description: 'Stable name of the rule.' }),
  severity: oneOf(severities),
  legal_basis: Type.String(),
  suggestion: Type.String(),
})

export const optimizeDataSchema = Type.Object({
  content: Type.String({ description: 'The job description, in Markdown.' }),
  changes: textList('The changes, with reasons.'),
  compliance: Type.Array(complianceSchema, { description: 'Wording that is unlawful, risky or unwise.' }),
  missing: textList('Facts that the input does not state; they are asked for, never invented.'),
  warnings: Type.Optional(warningsSchema),
  engine: engineSchema,
})

/** An optimisation by our own names; `optimizeDataToWire` converts it. */
export interface OptimizeData {
  readonly content: string
  readonly changes: readonly string[]
  readonly compliance: readonly ComplianceFinding[]
  readonly missing: readonly string[]
  /** Omitted if there are none. */
  readonly warnings?: readonly Warning[]
  readonly engine: EngineName
}

export function optimizeDataToWire(data: OptimizeData): Static<typeof optimizeDataSchema> {
  return {
    content: data.content,
    changes: [...data.changes],
    compliance: data.compliance.map(({ legalBasis, ...finding }) => ({
      ...finding,
      legal_basis: legalBasis,
    })),
    missing: [...data.missing],
    ...(data.warnings && { warnings: [...data.warnings] }),
    engine: data.engine,
  }
}

const pageDetailSchema = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  read_by: oneOf(['text', 'ocr', 'mixed'], 'By its text layer, by OCR of its picture, or by both.'),
  model: Type.Union([Type.String(), Type.Null()], {
    description: 'The OCR engine; null if only the text layer was used.',
  }),
  confidence: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
    description: 'The mean OCR confidence; null without OCR or if the engine reports none.',
  }),
  hidden_characters: Type.Integer({ minimum: 0, description: 'Hidden characters that were left out.' }),
  unread_glyphs: Type.Integer({ minimum: 0, description: 'Glyphs that are drawn but missing in the text.' }),
})

export const parseDataSchema = Type.Object({
  text: Type.String({ description: 'The text of the resume, as a person would read it.' }),
  pages: Type.Integer({ minimum: 1, description: 'Pages recognised and charged.' }),
  pages_detail: Type.Array(pageDetailSchema, { description: 'How each page was read.' }),
  warnings: parseWarningsSchema,
  profile: Type.Optional(profileSchema),
})
export type PageDetail = Static<typeof pageDetailSchema>

export const parseUsageSchema = Type.Object({
  pages: Type.Integer({ minimum: 1 }),
  provider: Type.String({
    description: 'The text recognition provider of this service, the same for every document.',
  }),
  model: Type.String({
    description: 'The text recognition model of this service, the same for every document.',
  }),
})

export const tokenUsageSchema = Type.Object({
  prompt_tokens: Type.Integer({ minimum: 0 }),
  completion_tokens: Type.Integer({ minimum: 0 }),
  total_tokens: Type.Integer({ minimum: 0 }),
})

export function tokenUsageToWire(usage: TokenUsage): Static<typeof tokenUsageSchema> {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
  }
}

const amount = (description: string) => Type.Integer({ minimum: 0, description })
const display = (description: string) => Type.Number({ minimum: 0, description: `${description}, in points` })

export const billingSchema = Type.Object({
  billed_point_cents: amount('point_cents charged by this call'),
  billed_points: display('the same'),
  balance_point_cents: amount('spendable balance after this charge'),
  balance_points: display('the same'),
  resource_point_cents: amount('part of this charge paid by resource packs'),
  resource_points: display('the same'),
})

/** The charge of a call and the balance after it, by our own names. */
export interface Billing {
  readonly billedPointCents: PointCents
  readonly balancePointCents: PointCents
  /** The part that resource packs paid. */
  readonly resourcePointCents: PointCents
}

export function billingToWire(billing: Billing): Static<typeof billingSchema> {
  return {
    billed_point_cents: billing.billedPointCents,
    billed_points: points(billing.billedPointCents),
    balance_point_cents: billing.balancePointCents,
    balance_points: points(billing.balancePointCents),
    resource_point_cents: billing.resourcePointCents,
    resource_points: points(billing.resourcePointCents),
  }
}

export const batchStatuses = ['running', 'done', 'partial', 'failed'] as const
export type BatchStatus = (typeof batchStatuses)[number]
export const billingStatuses = ['pending', 'settled', 'not_charged'] as const
export type BillingStatus = (typeof billingStatuses)[number]

export const batchStartDataSchema = Type.Object({
  batch_id: Type.String({ format: 'uuid' }),
  status: Type.Literal('running'),
  total: Type.Integer({ minimum: 1 }),
})

export const batchItemSchema = Type.Object({
  index: Type.Integer({
    minimum: 0,
    description: 'The position in `resumes`, counted from 0.',
  }),
  candidate_label: Type.String(),
  score: Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()], {
    description: 'The rounded score; null until scored. Ranking uses the unrounded one.',
  }),
  confidence: Type.Optional(confidenceSchema),
  tags: textList('Tags for filtering: years, degree, requirements met, one missing requirement.'),
  recommendation: Type.String({ description: 'The conclusion in one sentence; empty until scored.' }),
  strengths: textList('As in matchResumeToJd; empty until scored.'),
  gaps: textList('The same.'),
  requirements: Type.Array(requirementSchema, { description: 'The same.' }),
  warnings: warningsSchema,
  duplicate_of: Type.Array(Type.Integer({ minimum: 0 }), {
    description:
      'The `index` of each other candidate of this batch that is likely the same person or text: the same or nearly the same text, or the same e-mail address or phone number in it.',
  }),
})
export type BatchItem = Static<typeof batchItemSchema>

export const batchSummarySchema = Type.Object({
  matchConclusion: Type.String({ description: 'A summary of the batch, in the language of the job.' }),
  topReasons: textList('Strengths of the first recommended candidates; empty if none is recommended.'),
  counts: Type.Object(
    { total: Type.Integer(), scored: Type.Integer(), failed: Type.Integer() },
    { description: 'Numbers of candidates by outcome.' },
  ),
})
export type BatchSummary = Static<typeof batchSummarySchema>

export const batchRecordSchema = Type.Object({
  batch_id: Type.String({ format: 'uuid' }),
  status: oneOf(
    batchStatuses,
    'done: every candidate was scored; partial: some; failed: none, or reclaimed after 30 minutes.',
  ),
  total: Type.Integer({ minimum: 1 }),
  completed: Type.Integer({ minimum: 0, description: 'Finished candidates, scored or failed.' }),
  label: Type.String({ description: 'As given at the start; empty if omitted.' }),
  created_at: Type.String({ format: 'date-time' }),
  billing_status: oneOf(
    billingStatuses,
    'pending: running; settled: charged; not_charged: nothing was charged.',
  ),
  billing: Type.Partial(billingSchema, { description: 'The charge, when the batch has ended.' }),
  ...criteriaEcho,
  items: Type.Array(batchItemSchema, {
    description: 'All candidates, by descending score; those without a score are last.',
  }),
  summary: Type.Union([batchSummarySchema, Type.Null()], { description: 'null while running.' }),
})
export type BatchRecord = Static<typeof batchRecordSchema>
