import type { Segment } from '../read/segment.ts'
import { stemOf } from '../stance/tokens.ts'
import { type Aspect, best, gradeCredit } from './aspect.ts'
import { isDenied, type PlacedSentence, placedSentences } from './placed-sentence.ts'

const levelled = /\b(?:level|nvq|svq|btec)\s?-?(?:level )?([1-8])\b/gu
const word = /[a-z]{3,}/gu
/** Words of any such certificate: they don't identify its subject. */
const ofAny =
  /^(?:level|nvq|svq|btec|certificate|certification|cert|award|diploma|qualification|qualified|equivalent|above|higher|least|minimum|and|the|with|for|passed|city|guilds|professional|required|desirable|teaching|working)$/u

interface Levelled {
  readonly rank: number
  readonly subject: ReadonlySet<string>
  readonly start: number
  readonly end: number
}

function levelledIn(normalized: string): Levelled[] {
  return [...normalized.matchAll(levelled)].map((match) => {
    const [found, rank] = match
    const around = normalized.slice(Math.max(0, match.index - 40), match.index + found.length + 50)
    const words = around.match(word) ?? []
    const subject = new Set(words.filter((each) => !ofAny.test(each)).map(stemOf))
    return { rank: Number(rank), subject, start: match.index, end: match.index + found.length }
  })
}

export interface HeldLevels {
  readonly sources: readonly { readonly source: PlacedSentence; readonly levels: readonly Levelled[] }[]
}

export function readLevels(segments: readonly Segment[]): HeldLevels {
  const sources = placedSentences(segments, (norm) => levelledIn(norm).length > 0).flatMap((each) => {
    const levels = levelledIn(each.sentence.norm)
    return levels.length === 0 ? [] : [{ source: each, levels }]
  })
  return { sources }
}

/**
 * Compares numbered levels of UK qualification frameworks and similar ones: `Level 3 in carpentry` includes
 * `Level 2` of the same subject. Undefined if none is demanded, or none of the subject is held.
 */
export function judgeLevels(normalized: string, { sources }: HeldLevels): Aspect | undefined {
  const [asked] = levelledIn(normalized).sort((a, b) => a.rank - b.rank)
  if (asked === undefined || asked.subject.size === 0) return undefined
  return best(
    sources.flatMap((each) =>
      each.levels
        .filter(({ subject }) => [...asked.subject].some((stem) => subject.has(stem)))
        .map((held) => ({
          credit: isDenied(each.source, held.start, held.end)
            ? gradeCredit.short
            : worthOf(asked.rank, held.rank),
          place: { segment: each.source.segment, at: each.source.at },
        })),
    ),
  )
}

function worthOf(asked: number, held: number): number {
  if (held >= asked) return gradeCredit.reached
  return held === asked - 1 ? gradeCredit.oneBelow : gradeCredit.short
}
