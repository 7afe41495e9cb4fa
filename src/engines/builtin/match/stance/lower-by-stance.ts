import type { Assessed } from '../score/assess.ts'
import { stanceByRules } from './rules.ts'
import { readSentences, type Sentence } from './sentence.ts'
import { stanceChances } from './stance.ts'
import { type Stance, stances } from './stances.ts'
import { tokensOf } from './tokens.ts'

/** Stances that are no evidence, and stances that are partial evidence. */
const against: readonly Stance[] = ['denied', 'others', 'wished', 'learning', 'lapsed', 'interest', 'refused']
const weak: readonly Stance[] = ['assisted', 'basic']
/** The minimum probability for lowering an assessment. */
const sureMin = 0.75
/** The maximum credit of a requirement whose evidence contradicts it, or supports it only in part. */
const creditOf = { against: 0.05, weak: 0.6 } as const

/**
 * Lowers an assessment if its own evidence says that the candidate didn't do it, or only helped: `没接触过`,
 * `the vendor wrote them`, `lapsed in 2023`. It never raises one.
 */
export function lowerByStance(assessed: Assessed): Assessed {
  if (assessed.status === 'not_met' || assessed.quotes.length === 0) return assessed
  if (isCounted.has(assessed.requirement.kind)) return assessed
  const asked = new Set(
    tokensOf(assessed.requirement.norm).flatMap(({ stem }) => (stem.length > 1 ? [stem] : [])),
  )
  const spoken = assessed.quotes.flatMap((quote) => spokenIn(quote, asked) ?? [])
  if (spoken.length === 0 || spoken.length < assessed.quotes.length) return assessed
  if (spoken.every((each) => each.against > sureMin)) {
    return { ...assessed, status: 'not_met', credit: Math.min(assessed.credit, creditOf.against) }
  }
  const isWeak =
    spoken.some((each) => each.against > sureMin) ||
    spoken.every((each) => each.against + each.weak > sureMin)
  if (!isWeak || assessed.status !== 'met') return assessed
  return { ...assessed, status: 'partly', credit: Math.min(assessed.credit, creditOf.weak) }
}

/** Kinds without a stance: years come from dates, studies and languages have levels, places have none. */
const isCounted: ReadonlySet<string> = new Set(['years', 'place', 'degree', 'major', 'language'])

interface Spoken {
  readonly against: number
  readonly weak: number
}

/** The best stance of a quote towards the demanded words; undefined if it contains none of them. */
function spokenIn(quote: string, asked: ReadonlySet<string>): Spoken | undefined {
  let best: Spoken | undefined
  for (const sentence of readSentences(quote)) {
    for (const { start: from, end: to } of sentence.segments) {
      const own = sentence.tokens.filter(
        ({ stem, start, end }) => start >= from && end <= to && isAsked(stem, asked),
      )
      if (own.length === 0) continue
      const spoken = spokenAt(
        sentence,
        Math.min(...own.map(({ start }) => start)),
        Math.max(...own.map(({ end }) => end)),
      )
      if (best === undefined || spoken.against < best.against) best = spoken
    }
  }
  return best
}

/** Equal words, or one contained in the other: `焊接` and `焊接工艺`. */
const isAsked = (stem: string, asked: ReadonlySet<string>): boolean =>
  asked.has(stem) ||
  [...asked].some((each) => stem.includes(each) || (stem.length > 1 && each.includes(stem)))

function spokenAt(sentence: Sentence, start: number, end: number): Spoken {
  const ruled = stanceByRules(sentence, start, end)
  if (isBehindContrast(sentence, ruled, start)) return { against: 0, weak: 0 }
  const chances = stanceChances(sentence, start, end)
  const sum = (list: readonly Stance[]): number =>
    list.reduce((total, stance) => total + (chances[stances.indexOf(stance)] ?? 0), 0)
  // If the most likely stance is neither against nor weak, the evidence counts in full.
  const top = stances[chances.indexOf(Math.max(...chances))] as Stance
  const isDoubted = against.includes(top) || weak.includes(top)
  return isDoubted ? { against: sum(against), weak: sum(weak) } : { against: 0, weak: 0 }
}

/** `No experience but own tools`: a cue before the `but` doesn't apply to the text after it. */
function isBehindContrast({ segments, cues }: Sentence, ruled: Stance, start: number): boolean {
  if (ruled !== 'plain' && ruled !== 'done') return false
  const own = segments.find((segment) => start >= segment.start && start < segment.end)
  return cues.some((cue) => cue.classes.includes('contrast') && cue.start === own?.start)
}
