import { type PointCents, points } from './amounts.ts'
import type { TokenUsage } from './prices.ts'
import {
  array,
  integer,
  literal,
  nullable,
  number,
  object,
  oneOf,
  optional,
  partial,
  type Static,
  string,
} from './schema.ts'

/** The shapes of results as they stand on the wire, and the few mappings from our names to the wire's. */

const textList = (description: string) => array(string(), { description })

export const engineSchema = object(
  { name: string(), version: string() },
  { description: 'What produced this result.' },
)
export type EngineName = Static<typeof engineSchema>

export const requirementSchema = object({
  text: string({ description: 'The requirement, as the job description states it.' }),
  priority: oneOf(['must', 'preferred']),
  kind: string({
    description: 'skill, years, degree, major, language, certificate, domain, duty, place or other.',
  }),
  status: oneOf(['met', 'partly', 'not_met']),
  evidence: nullable(string(), {
    description: 'A verbatim quote of the resume, or null where none was found.',
  }),
  weight: optional(number({ description: 'What it weighs among the requirements of its channel.' })),
  credit: optional(number({ description: '0 to 1: how far it is met; what the score counts.' })),
})
export type RequirementFinding = Static<typeof requirementSchema>

const unitInterval = (description: string) => number({ minimum: 0, maximum: 1, description })

/** How a score came about: it can be recomputed by hand. */
export const scorePartsSchema = object(
  {
    channels: array(
      object({
        name: string({
          description: 'profile, musts, experience, education, title, similarity or topics.',
        }),
        weight: number(),
        value: unitInterval('What the channel found.'),
      }),
      { description: 'base = 100 × Σ weight × value / Σ weight.' },
    ),
    preferred: nullable(
      object({ points: number(), value: unitInterval('How far what is preferred is met.') }),
      { description: 'base × (1 − points / 100 × (1 − value)); null where nothing is preferred.' },
    ),
    floor: number({ description: 'What the musts that are met promise; below it a tenth counts.' }),
    ceiling: number({ description: 'What the musts that are missing allow; above it a tenth counts.' }),
    roles: object(
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

export const matchDataSchema = object({
  score: number({ minimum: 0, maximum: 100, description: '0 to 100, one decimal.' }),
  strengths: textList('What speaks for the candidate, each with its evidence.'),
  gaps: textList('Requirements of the job that the resume does not show.'),
  keywords: textList('Terms of the job description found in the resume.'),
  actions: textList('What to ask or check next.'),
  recommendation: string({ description: 'The conclusion in one sentence.' }),
  requirements: array(requirementSchema, {
    description: 'One entry per requirement of the job description.',
  }),
  parts: optional(scorePartsSchema),
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

export const complianceSchema = object({
  quote: string({ description: 'The words of the input that the finding is about.' }),
  rule: string({ description: 'Stable name of the rule.' }),
  severity: oneOf(severities),
  legal_basis: string(),
  suggestion: string(),
})

export const optimizeDataSchema = object({
  content: string({ description: 'The job description, in Markdown.' }),
  changes: textList('What was changed, and why.'),
  compliance: array(complianceSchema, { description: 'Wording that is unlawful, risky or unwise.' }),
  missing: textList('Facts that the input does not state; they are asked for, never invented.'),
  engine: engineSchema,
})

/** An optimisation by our own names; `optimizeDataToWire` spells it. */
export interface OptimizeData {
  readonly content: string
  readonly changes: readonly string[]
  readonly compliance: readonly ComplianceFinding[]
  readonly missing: readonly string[]
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
    engine: data.engine,
  }
}

export const parseDataSchema = object({
  text: string({ description: 'The text of the resume, as a person would read it.' }),
  pages: integer({ minimum: 1, description: 'Pages recognised, which are the pages charged.' }),
})

export const parseUsageSchema = object({
  pages: integer({ minimum: 1 }),
  provider: string({ description: 'Who recognised the text.' }),
  model: string({ description: 'What recognised the text.' }),
})

export const tokenUsageSchema = object({
  prompt_tokens: integer({ minimum: 0 }),
  completion_tokens: integer({ minimum: 0 }),
  total_tokens: integer({ minimum: 0 }),
})

export function tokenUsageToWire(usage: TokenUsage): Static<typeof tokenUsageSchema> {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
  }
}

const amount = (description: string) => integer({ minimum: 0, description })
const display = (description: string) => number({ minimum: 0, description: `${description}, in points` })

export const billingSchema = object({
  billed_point_cents: amount('point_cents charged by this call'),
  billed_points: display('the same'),
  balance_point_cents: amount('what can be spent after this charge'),
  balance_points: display('the same'),
  resource_point_cents: amount('the part of this charge that resource packs paid'),
  resource_points: display('the same'),
})

/** What a call cost and what it left, by our own names. */
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

export const batchStartDataSchema = object({
  batch_id: string({ format: 'uuid' }),
  status: literal('running'),
  total: integer({ minimum: 1 }),
})

export const batchItemSchema = object({
  candidate_label: string(),
  score: nullable(integer({ minimum: 0, maximum: 100 }), {
    description: 'The rounded score; null while there is none. Ranking uses the unrounded one.',
  }),
  tags: textList('What to filter by: years, degree, requirements met, one that is missing.'),
  recommendation: string({ description: 'The conclusion in one sentence; empty until there is one.' }),
})
export type BatchItem = Static<typeof batchItemSchema>

export const batchSummarySchema = object({
  matchConclusion: string({ description: 'How the batch went, in the language of the job.' }),
  topReasons: textList('Why the first candidates are the first.'),
  counts: object(
    { total: integer(), scored: integer(), failed: integer() },
    { description: 'Candidates by how they ended.' },
  ),
})
export type BatchSummary = Static<typeof batchSummarySchema>

export const batchRecordSchema = object({
  batch_id: string({ format: 'uuid' }),
  status: oneOf(batchStatuses, {
    description:
      'done: every candidate was scored; partial: some; failed: none, or reclaimed after 30 minutes.',
  }),
  total: integer({ minimum: 1 }),
  completed: integer({ minimum: 0, description: 'Candidates that ended, scored or failed.' }),
  label: string({ description: 'As given at the start; empty where none was given.' }),
  created_at: string({ format: 'date-time' }),
  billing_status: oneOf(billingStatuses, {
    description: 'pending while running; settled when something was charged; not_charged when nothing was.',
  }),
  billing: partial(billingSchema, { description: 'The charge of the batch, once it has ended.' }),
  items: array(batchItemSchema, {
    description: 'All of them: by score descending, those without last.',
  }),
  summary: nullable(batchSummarySchema, { description: 'null while running.' }),
})
export type BatchRecord = Static<typeof batchRecordSchema>
