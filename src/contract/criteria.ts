import { type Static, Type } from 'typebox'
import type { Fields, ListField } from './fields.ts'
import { canonicalJson } from './json.ts'
import * as limits from './limits.ts'

/** Criteria that replace the requirements read from the job description. */

export const priorities = ['must', 'preferred'] as const

const fields = {
  text: {
    type: 'text',
    wire: 'text',
    required: true,
    min: 1,
    max: limits.criterionTextCharactersMax,
    description: 'The criterion, in one sentence.',
  },
  priority: {
    type: 'choice',
    wire: 'priority',
    required: true,
    of: priorities,
    description: 'Whether it is required or preferred.',
  },
  weight: {
    type: 'number',
    wire: 'weight',
    above: 0,
    max: limits.criterionWeightMax,
    default: limits.criterionWeightDefault,
    description: `Its weight relative to others of its priority. Omitted: ${limits.criterionWeightDefault}.`,
  },
} as const satisfies Fields

export const criteriaField = {
  type: 'list',
  wire: 'criteria',
  min: 1,
  max: limits.criteriaMax,
  description:
    'Replaces the requirements read from the job description, which still provides title and kind of work. You can send back the `requirements` of an earlier answer: other members of an entry are ignored.',
  of: fields,
} as const satisfies ListField

export const criteriaSchema = Type.Array(
  Type.Object({
    text: Type.String(),
    priority: Type.Unsafe<(typeof priorities)[number]>({ type: 'string', enum: [...priorities] }),
    weight: Type.Number({ exclusiveMinimum: 0, maximum: limits.criterionWeightMax }),
  }),
  { description: 'The criteria in force. Only if some were given.' },
)
export type Criterion = Readonly<Static<typeof criteriaSchema>[number]>

/** The criteria repeated in an answer; empty if none were given. */
export function criteriaEcho(
  criteria: readonly Criterion[] | undefined,
  sha256Hex: (text: string) => string,
): { criteria?: Criterion[]; criteria_hash?: string } {
  if (criteria === undefined) return {}
  return { criteria: [...criteria], criteria_hash: sha256Hex(canonicalCriteria(criteria)) }
}

/** The input of `criteria_hash` (SHA-256): canonical JSON (RFC 8785) of text, priority and weight. */
function canonicalCriteria(criteria: readonly Criterion[]): string {
  return canonicalJson(criteria.map(({ text, priority, weight }) => ({ text, priority, weight })))
}
