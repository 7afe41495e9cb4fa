import type { Language } from '../../text/index.ts'
import type { DraftLine } from '../draft.ts'
import { isPlaceLine, placeInPassing, placeNamed } from '../facts/places.ts'
import { labelsOf } from '../words/labels.ts'

/** The lines, with the place as a fact of its own where a sentence alone names it. */
export function withPlace(lines: readonly DraftLine[], isGiven: boolean, language: Language): DraftLine[] {
  if (isGiven || lines.some(({ part, text }) => part === 'basics' && isPlaceLine(text))) return [...lines]
  for (const look of [placeNamed, placeInPassing])
    for (const { part, text } of lines) {
      if (!mayName.has(part)) continue
      const place = look(text, language)
      if (place === undefined) continue
      const { facts, pair } = labelsOf[language]
      return [...lines, { part: 'basics', text: pair(facts.place, place) }]
    }
  return [...lines]
}

const mayName: ReadonlySet<string> = new Set(['summary', 'company', 'basics', 'must', 'offer'])
