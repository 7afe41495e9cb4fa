import { criteriaField } from '../criteria.ts'
import type { Fields, InputOf, ListField } from '../fields.ts'
import * as limits from '../limits.ts'
import { batchCandidatePointCents } from '../prices.ts'
import * as results from '../results.ts'
import type { Terms } from '../terms.ts'
import { chargedErrors, type Declaration } from './declaration.ts'
import { jdText } from './shared-fields.ts'

const resumes = {
  type: 'list',
  wire: 'resumes',
  required: true,
  min: 1,
  max: limits.batchResumesCeiling,
  description: 'The candidates.',
  of: {
    text: {
      type: 'text',
      wire: 'text',
      required: true,
      min: limits.resumeTextCharactersMin,
      max: limits.resumeTextCharactersMax,
      description: 'The resume of this candidate, as plain text.',
    },
    label: {
      type: 'text',
      wire: 'label',
      max: limits.labelCharactersMax,
      description: 'Your name for this candidate. Omitted: 候选人 N, counted from 1.',
    },
  },
} as const satisfies ListField

const batchFields = {
  jdText,
  label: {
    type: 'text',
    wire: 'label',
    max: limits.labelCharactersMax,
    description: 'A label for the batch.',
  },
  resumes,
  criteria: criteriaField,
} as const satisfies Fields
export type StartBatchInput = InputOf<typeof batchFields>

export const startBatchScreening = (terms: Terms): Declaration => ({
  label: { zh: '批量筛选', en: 'Batch screening' },
  tool: 'batch_screen',
  method: 'POST',
  path: '/batches/screen',
  title: 'Screen a batch of resumes in the background',
  description: `Starts a batch and returns its id at once. ${batchCandidatePointCents} point_cents per candidate scored; candidates that fail are not charged. The balance must cover the whole batch. Poll the batch for its result.`,
  guidance:
    'Keep data.batch_id, and read the ranked result with {getBatchScreeningResult}. estimated_point_cents is the maximum cost. With criteria, every candidate is judged by exactly these.',
  input: { fields: { ...batchFields, resumes: { ...resumes, max: terms.batchResumesMax } } },
  pathFields: [],
  reply: 'batch_start',
  data: results.batchStartDataSchema,
  usage: null,
  writes: true,
  counted: true,
  price: { kind: 'per_candidate', pointCents: batchCandidatePointCents },
  errors: chargedErrors,
})
