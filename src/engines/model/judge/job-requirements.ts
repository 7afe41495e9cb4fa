import type { GivenRequirement } from '../../builtin/match/job/requirements.ts'
import { seenTextOf } from '../redact/seen-text.ts'
import { createQuoteFinder } from './find-quote.ts'
import { isRecord } from './verdicts.ts'

/** A requirement in the model's answer. It isn't verified to be verbatim. */
export interface FoundRequirement {
  readonly text: string
  readonly part: GivenRequirement['part']
}

const parts = ['must', 'preferred', 'duty'] as const
const requirementsMax = 60
const textCharactersMax = 400

export const requirementsSchema = {
  name: 'requirements',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['requirements'],
    properties: {
      requirements: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['text', 'part'],
          properties: { text: { type: 'string' }, part: { type: 'string', enum: [...parts] } },
        },
      },
    },
  },
}

export function checkRequirements(
  value: unknown,
): { readonly value: readonly FoundRequirement[] } | { readonly mistake: string } {
  const list = isRecord(value) ? value.requirements : value
  if (!Array.isArray(list)) return { mistake: 'The answer must be {"requirements": [...]}.' }
  const found: FoundRequirement[] = []
  for (const each of list.slice(0, requirementsMax)) {
    const part = isRecord(each) ? parts.find((known) => known === each.part) : undefined
    if (!isRecord(each) || typeof each.text !== 'string' || part === undefined) {
      return { mistake: 'Each entry must have "text" (a text) and "part" (must, preferred or duty).' }
    }
    found.push({ text: each.text, part })
  }
  return { value: found }
}

/** The requirements that occur in the job description, in its exact words. Others are dropped. */
export function verbatimRequirements(
  found: readonly FoundRequirement[],
  jdText: string,
): readonly GivenRequirement[] {
  const whole = { from: 0, to: jdText.length }
  const finder = createQuoteFinder(seenTextOf(jdText, [whole]))
  return found.flatMap(({ text, part }) => {
    const [own, ...more] = finder.find(text)
    if (own === undefined || more.length > 0 || own.length > textCharactersMax) return []
    return [{ text: own, part }]
  })
}
