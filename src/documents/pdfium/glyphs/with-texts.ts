import { characterFlags, emptyCharacters } from '../../page-characters.ts'
import type { TextLayer } from '../text-runs.ts'

/**
 * A layer with texts in place of single characters: their letters share the box, and none are guessed. An
 * empty text takes a character out.
 */
export function withTexts({ characters, runs }: TextLayer, texts: ReadonlyMap<number, string>): TextLayer {
  const lettersOf = (index: number): number[] => {
    const text = texts.get(index)
    if (text === undefined) return [characters.codePoints[index] ?? 0]
    return [...text].map((letter) => letter.codePointAt(0) ?? 0)
  }
  let count = characters.count
  for (const index of texts.keys()) count += lettersOf(index).length - 1
  const changed = emptyCharacters(count)
  const placeOf = new Uint32Array(characters.count + 1)
  let place = 0
  for (let index = 0; index < characters.count; index++) {
    placeOf[index] = place
    const letters = lettersOf(index)
    const box = characters.boxes.subarray(index * 4, index * 4 + 4)
    const flags = (characters.flags[index] ?? 0) & (texts.has(index) ? ~characterFlags.guessed : ~0)
    for (const [at, letter] of letters.entries()) {
      changed.codePoints[place] = letter
      changed.boxes.set(partOf(box, at, letters.length), place * 4)
      changed.flags[place] = flags
      changed.quarters[place] = characters.quarters[index] ?? 0
      place += 1
    }
  }
  placeOf[characters.count] = place
  const moved = runs.map((run) => ({ ...run, first: placeOf[run.first] ?? 0, end: placeOf[run.end] ?? 0 }))
  return { characters: changed, runs: moved.filter(({ first, end }) => end > first) }
}

/** A box cut into parts from the left to the right. */
function partOf(box: Float32Array, at: number, parts: number): readonly number[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = box
  const width = (right - left) / parts
  return parts === 1 ? [left, bottom, right, top] : [left + at * width, bottom, left + (at + 1) * width, top]
}
