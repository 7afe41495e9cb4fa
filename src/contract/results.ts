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
  { description: 'What produced this result.' },
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
    description: 'false: the resume says nothing of it. Then the status is not_met: ask, rather than reject.',
  }),
  evidence: Type.Union([Type.String(), Type.Null()], {
    description: 'A verbatim quote of the resume, or null where none was found.',
  }),
  weight: Type.Number({
    exclusiveMinimum: 0,
    description:
      "The weight of the criterion, or the engine's own, usually 1: what it weighs in its channel: experience (years), education (degree, major), musts (all other musts) or preferred. A place has no channel.",
  }),
  credit: Type.Optional(Type.Number({ description: '0 to 1: how far it is met; what the score counts.' })),
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
        weight: Type.Number({ description: 'Its share. What a job asks nothing of has no channel.' }),
        value: unitInterval(
          'What it found. Of musts, experience and education: Σ weight × credit / Σ weight of their requirements.',
        ),
      }),
      { description: 'base = 100 × Σ weight × value / Σ weight.' },
    ),
    preferred: Type.Union(
      [
        Type.Object({
          points: Type.Number({ description: 'What all that is preferred is worth, in percent of base.' }),
          value: unitInterval('How far it is met: Σ weight × credit / Σ weight.'),
        }),
        Type.Null(),
      ],
      {
        description:
          'total = base × (1 − points / 100 × (1 − value)); base where nothing is preferred (null).',
      },
    ),
    floor: Type.Number({
      description:
        'What the musts that are met promise. A total below it scores floor − (floor − total) / 10.',
    }),
    ceiling: Type.Number({
      description:
        'What the musts that are missing allow. A total above it scores ceiling + (total − ceiling) / 10.',
    }),
    roles: Type.Object(
      {
        job: textList('Kinds of work that the job is nearest to.'),
        resume: textList('The same of the resume.'),
      },
      { description: 'What the channel "profile" compared.' },
    ),
  },
  { description: 'How the score came about. Given by engines that calculate; a model may not.' },
)
export type ScoreParts = Static<typeof scorePartsSchema>

const confidenceSchema = unitInterval(
  'Where a model judges: how far its verdicts agree with a second reading and its quotes were found, weighed like the score. Low: look at the evidence yourself.',
)

/** Only if criteria were given. */
const criteriaEcho = {
  criteria: Type.Optional(criteriaSchema),
  criteria_hash: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'SHA-256, in lowercase hex, of `criteria` as canonical JSON (RFC 8785): `[{"priority":…,"text":…,"weight":…}]` without white space, members sorted, in UTF-8.',
    }),
  ),
}

export const matchDataSchema = Type.Object({
  score: Type.Number({ minimum: 0, maximum: 100, description: '0 to 100, one decimal.' }),
  confidence: Type.Optional(confidenceSchema),
  strengths: textList('What speaks for the candidate, each with its evidence.'),
  gaps: textList('Requirements that the resume shows in part, with a quote, or that were not found in it.'),
  keywords: textList(
    'Terms of the job description that stand in the resume, or another name of the same does.',
  ),
  actions: textList('What to ask or check next.'),
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
    description: 'The words of the input that the finding is about; empty where a fact is missing.',
  }),
  rule: Type.String({ description: 'Stable name of the rule.' }),
  severity: oneOf(severities),
  legal_basis: Type.String(),
  suggestion: Type.String(),
})

export const optimizeDataSchema = Type.Object({
  content: Type.String({ description: 'The job description, in Markdown.' }),
  changes: textList('What was changed, and why.'),
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
  read_by: oneOf(
    ['text', 'ocr', 'mixed'],
    'By its text layer, by recognising its picture, or some of it by each.',
  ),
  model: Type.Union([Type.String(), Type.Null()], {
    description: 'What recognised its picture; null where the text layer is all.',
  }),
  confidence: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
    description: 'The mean of what was recognised in its picture; null where nothing was, or nobody says.',
  }),
  hidden_characters: Type.Integer({ minimum: 0, description: 'Left out, as nobody can see them.' }),
  unread_glyphs: Type.Integer({ minimum: 0, description: 'Drawn, and missing in the text.' }),
})

export const parseDataSchema = Type.Object({
  text: Type.String({ description: 'The text of the resume, as a person would read it.' }),
  pages: Type.Integer({ minimum: 1, description: 'Pages recognised, which are the pages charged.' }),
  pages_detail: Type.Array(pageDetailSchema, { description: 'How each page was read.' }),
  warnings: parseWarningsSchema,
  profile: Type.Optional(profileSchema),
})
export type PageDetail = Static<typeof pageDetailSchema>

export const parseUsageSchema = Type.Object({
  pages: Type.Integer({ minimum: 1 }),
  provider: Type.String({ description: 'Who recognises text in this service, whatever the document.' }),
  model: Type.String({ description: 'What recognises text in this service, whatever the document.' }),
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
  balance_point_cents: amount('what can be spent after this charge'),
  balance_points: display('the same'),
  resource_point_cents: amount('the part of this charge that resource packs paid'),
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
    description: 'Which of `resumes` it is: the position in the submission, counted from 0.',
  }),
  candidate_label: Type.String(),
  score: Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()], {
    description: 'The rounded score; null while there is none. Ranking uses the unrounded one.',
  }),
  confidence: Type.Optional(confidenceSchema),
  tags: textList('What to filter by: years, degree, requirements met, one that is missing.'),
  recommendation: Type.String({ description: 'The conclusion in one sentence; empty until there is one.' }),
  strengths: textList('As matchResumeToJd gives them; empty until there is a score.'),
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
  matchConclusion: Type.String({ description: 'How the batch went, in the language of the job.' }),
  topReasons: textList('What speaks for the first candidates that are recommended; empty where none is.'),
  counts: Type.Object(
    { total: Type.Integer(), scored: Type.Integer(), failed: Type.Integer() },
    { description: 'Candidates by how they ended.' },
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
  completed: Type.Integer({ minimum: 0, description: 'Candidates that ended, scored or failed.' }),
  label: Type.String({ description: 'As given at the start; empty where none was given.' }),
  created_at: Type.String({ format: 'date-time' }),
  billing_status: oneOf(
    billingStatuses,
    'pending while running; settled when something was charged; not_charged when nothing was.',
  ),
  billing: Type.Partial(billingSchema, { description: 'The charge of the batch, once it has ended.' }),
  ...criteriaEcho,
  items: Type.Array(batchItemSchema, {
    description: 'All of them: by score descending, those without last.',
  }),
  summary: Type.Union([batchSummarySchema, Type.Null()], { description: 'null while running.' }),
})
export type BatchRecord = Static<typeof batchRecordSchema>
