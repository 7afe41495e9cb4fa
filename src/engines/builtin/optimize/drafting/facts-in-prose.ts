import type { Language } from '../../text/index.ts'
import type { DraftLine } from '../draft.ts'
import { isPay } from '../facts/pay.ts'
import { isPlaceLine, placeInPassing, placeNamed } from '../facts/places.ts'
import { labelsOf } from '../words/labels.ts'

/**
 * The lines, with the place as a fact of its own where only a sentence names it. `left`: what is left out,
 * where a colleague may have been told the place.
 */
export function withPlace(
  lines: readonly DraftLine[],
  left: readonly string[],
  isGiven: boolean,
  language: Language,
): DraftLine[] {
  if (isGiven || lines.some(({ part, text }) => part === 'basics' && isPlaceLine(text))) return [...lines]
  const texts = [...lines.filter(({ part }) => mayName.has(part)).map(({ text }) => text), ...left]
  for (const look of [placeNamed, placeInPassing])
    for (const text of texts) {
      const place = look(text, language)
      if (place === undefined) continue
      const { facts, pair } = labelsOf[language]
      return [...lines, { part: 'basics', text: pair(facts.place, place) }]
    }
  return [...lines]
}

const mayName: ReadonlySet<string> = new Set(['summary', 'company', 'basics', 'must', 'offer'])

/** The lines, with the pay as a fact of its own where only a bracket or a clause of a sentence states it. */
export function withPay(lines: readonly DraftLine[], language: Language): DraftLine[] {
  if (lines.some(({ part }) => part === 'offer')) return [...lines]
  for (const { text } of lines) {
    const sum = text
      .split(/[()（）]|[,，;；]\s/u)
      .find((piece) => /\d/u.test(piece) && isPay(piece.trim(), language))
    if (sum === undefined || sum === text) continue
    const { facts, pair } = labelsOf[language]
    return [...lines, { part: 'offer', text: pair(facts.pay, sum.trim()) }]
  }
  return [...lines]
}
