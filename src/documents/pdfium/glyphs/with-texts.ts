import { characterFlags, withTextsAt } from '../../page-characters.ts'
import type { TextLayer } from '../text-runs.ts'

/**
 * Replaces single characters of a layer with texts and clears their `guessed` flag. An empty text removes
 * the character.
 */
export function withTexts({ characters, runs }: TextLayer, texts: ReadonlyMap<number, string>): TextLayer {
  for (const index of texts.keys())
    characters.flags[index] = (characters.flags[index] ?? 0) & ~characterFlags.guessed
  const { characters: changed, placeOf } = withTextsAt(characters, texts)
  const moved = runs.map((run) => ({ ...run, first: placeOf[run.first] ?? 0, end: placeOf[run.end] ?? 0 }))
  return { characters: changed, runs: moved.filter(({ first, end }) => end > first) }
}
