/** The model's verdict on one requirement, in the requested form. */
export interface ModelVerdict {
  /** The number of the requirement, from 1. */
  readonly requirement: number
  /** Claimed verbatim parts of the resume. They must be verified before use. */
  readonly quotes: readonly string[]
  readonly level: Level
  readonly status: ModelStatus
}

export const modelStatuses = ['met', 'partly', 'not_met', 'not_stated'] as const
export type ModelStatus = (typeof modelStatuses)[number]

/** The level of the candidate's experience, from the table of stances (engines/README.md). */
export const levels = [
  'led',
  'done',
  'holds',
  'assisted',
  'basic',
  'listed',
  'almost',
  'learning',
  'planned',
  'lapsed',
  'others',
  'denied',
  'none',
] as const
export type Level = (typeof levels)[number]

/**
 * These levels never count as shown, whatever the status. Those of `levelsInPart` count as `partly` at
 * most.
 */
export const levelsAgainst: ReadonlySet<Level> = new Set([
  'learning',
  'planned',
  'lapsed',
  'others',
  'denied',
])
export const levelsInPart: ReadonlySet<Level> = new Set(['assisted', 'basic', 'almost'])

const quotesMax = 3

/** A flat schema without lengths or patterns, since servers support different subsets. */
export const verdictsSchema = {
  name: 'verdicts',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['verdicts'],
    properties: {
      verdicts: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['requirement', 'quotes', 'level', 'status'],
          properties: {
            requirement: { type: 'integer' },
            quotes: { type: 'array', items: { type: 'string' } },
            level: { type: 'string', enum: [...levels] },
            status: { type: 'string', enum: [...modelStatuses] },
          },
        },
      },
    },
  },
}

/** One verdict for each of `count` requirements, in their order, or a mistake as a sentence. */
export function checkVerdicts(
  value: unknown,
  count: number,
): { readonly value: readonly ModelVerdict[] } | { readonly mistake: string } {
  const list = isRecord(value) ? value.verdicts : value
  if (!Array.isArray(list)) return { mistake: 'The answer must be {"verdicts": [...]}.' }
  const found = new Map<number, ModelVerdict>()
  for (const each of list) {
    const verdict = readVerdict(each)
    if (verdict === undefined) {
      const members = '"requirement" (a number), "quotes" (texts), "level" and "status" from the lists given'
      return { mistake: `Each verdict must have ${members}.` }
    }
    if (!found.has(verdict.requirement)) found.set(verdict.requirement, verdict)
  }
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const missing = numbers.filter((number) => !found.has(number))
  if (missing.length > 0) return { mistake: `There is no verdict for requirement ${missing.join(', ')}.` }
  return { value: numbers.flatMap((number) => found.get(number) ?? []) }
}

function readVerdict(value: unknown): ModelVerdict | undefined {
  if (!isRecord(value)) return undefined
  const { requirement, quotes, level, status } = value
  const number = typeof requirement === 'string' ? Number(requirement) : requirement
  const knownLevel = levels.find((each) => each === level)
  const knownStatus = modelStatuses.find((each) => each === status)
  if (typeof number !== 'number' || !Number.isInteger(number) || knownStatus === undefined) return undefined
  const list = typeof quotes === 'string' ? [quotes] : quotes === null ? [] : quotes
  if (knownLevel === undefined || !Array.isArray(list)) return undefined
  const texts = list.filter((each): each is string => typeof each === 'string' && each.trim() !== '')
  return {
    ...{ requirement: number, level: knownLevel, status: knownStatus },
    quotes: texts.slice(0, quotesMax),
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
