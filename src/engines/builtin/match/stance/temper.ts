import type { Assessed } from '../score/assess.ts'
import { readSentences, type Sentence } from './sentence.ts'
import { type Stance, stanceChances, stances } from './stance.ts'
import { tokensOf } from './tokens.ts'

/** Stances in which nothing is shown, and those in which a part is. */
const against: readonly Stance[] = ['denied', 'others', 'wished', 'learning', 'lapsed', 'interest', 'refused']
const weak: readonly Stance[] = ['assisted', 'basic']
/** So sure it must be that words speak against what they seem to show. */
const sureMin = 0.6
/** What is left to a requirement of which the evidence says that it isn't so, or only in part. */
const creditOf = { against: 0.05, weak: 0.5 } as const

/**
 * An assessment, lowered where its own evidence says that the candidate didn't do it, or only helped: `没接触过`,
 * `the vendor wrote them`, `lapsed in 2023`. Never raised.
 */
export function temper(assessed: Assessed): Assessed {
  if (assessed.status === 'not_met' || assessed.quotes.length === 0) return assessed
  const asked = new Set(
    tokensOf(assessed.requirement.norm).flatMap(({ stem }) => (stem.length > 1 ? [stem] : [])),
  )
  const spoken = assessed.quotes.flatMap((quote) => spokenIn(quote, asked) ?? [])
  if (spoken.length === 0 || spoken.length < assessed.quotes.length) return assessed
  if (spoken.every((each) => each.against > sureMin)) {
    return { ...assessed, status: 'not_met', credit: Math.min(assessed.credit, creditOf.against) }
  }
  const isWeak = spoken.some((each) => each.against + each.weak > sureMin)
  if (!isWeak || assessed.status !== 'met') return assessed
  return { ...assessed, status: 'partly', credit: Math.min(assessed.credit, creditOf.weak) }
}

interface Spoken {
  readonly against: number
  readonly weak: number
}

/** How a quote speaks of the words that are asked for, where it speaks of them best; undefined where nowhere. */
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

/** The same word, or one in the other: `焊接` and `焊接工艺`. */
const isAsked = (stem: string, asked: ReadonlySet<string>): boolean =>
  asked.has(stem) ||
  [...asked].some((each) => stem.includes(each) || (stem.length > 1 && each.includes(stem)))

function spokenAt(sentence: Sentence, start: number, end: number): Spoken {
  const chances = stanceChances(sentence, start, end)
  const sum = (list: readonly Stance[]): number =>
    list.reduce((total, stance) => total + (chances[stances.indexOf(stance)] ?? 0), 0)
  return { against: sum(against), weak: sum(weak) }
}
