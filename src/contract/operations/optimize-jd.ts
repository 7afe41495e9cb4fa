import type { Fields, InputOf } from '../fields.ts'
import * as limits from '../limits.ts'
import { type Price, priceText } from '../prices.ts'
import * as results from '../results.ts'
import type { Terms } from '../terms.ts'
import { chargedErrors, type Declaration } from './declaration.ts'
import { jdText, jobTitle } from './shared-fields.ts'

export const optimizeFields = {
  jdText: { ...jdText, required: false, min: 0 },
  jobTitle,
  requirements: {
    type: 'text',
    wire: 'requirements',
    max: limits.requirementsCharactersMax,
    description: 'Requirement points, one per line.',
  },
  location: {
    type: 'text',
    wire: 'location',
    max: limits.locationCharactersMax,
    description: 'Place of work.',
    example: '上海',
  },
  experience: {
    type: 'text',
    wire: 'experience',
    max: limits.experienceCharactersMax,
    description: 'Experience asked for.',
    example: '3-5 年',
  },
} as const satisfies Fields
export type OptimizeInput = InputOf<typeof optimizeFields>

const perToken: Price = { kind: 'per_token' }

export const optimizeJd = (terms: Terms): Declaration => ({
  label: { zh: '优化 JD', en: 'Optimize JD' },
  tool: 'jd_optimize',
  method: 'POST',
  path: '/jds/optimize',
  title: 'Improve a job description',
  description: `Turns a job description, a title or requirement points into a full and more lawful job description. Charged by tokens: ${priceText(perToken, terms)}. At least one of jd_text, job_title and requirements must be given.`,
  guidance:
    'The new text is data.content, in Markdown. Show the user data.compliance, and ask for the facts in data.missing instead of inventing them.',
  input: { fields: optimizeFields, atLeastOneOf: ['jdText', 'jobTitle', 'requirements'] },
  pathFields: [],
  reply: 'envelope',
  data: results.optimizeDataSchema,
  usage: results.tokenUsageSchema,
  writes: true,
  counted: true,
  price: perToken,
  errors: chargedErrors,
})
