import { expect, test } from 'vitest'
import { characterFlags, emptyCharacters, type PageCharacters } from '../page-characters.ts'
import { readingOf } from '../page-reading.test-support.ts'
import { charactersSeen, type SeenCharacters } from './seen-characters.ts'

/** Letters of 6 points side by side, on lines from the top. */
function page(...lines: readonly { readonly text: string; readonly guessed?: boolean }[]): PageCharacters {
  const characters = emptyCharacters(lines.reduce((sum, { text }) => sum + text.length, 0))
  let index = 0
  for (const [line, { text, guessed = false }] of lines.entries()) {
    for (const [at, letter] of [...text].entries()) {
      characters.codePoints[index] = letter.codePointAt(0) ?? 0
      characters.boxes.set([at * 6, 700 - line * 20, at * 6 + 6, 712 - line * 20], index * 4)
      characters.flags[index] = guessed ? characterFlags.guessed : 0
      index += 1
    }
  }
  return characters
}

const wordAt = (text: string, line: number) => ({
  ...{ text, left: 0, right: 6 * text.length },
  ...{ bottom: 700 - line * 20, top: 712 - line * 20 },
})
const textOf = ({ characters }: SeenCharacters) => String.fromCodePoint(...characters.codePoints)

test('text of a font without a map is read in the picture; the rest is kept', () => {
  const characters = page({ text: 'Engineer' }, { text: '#$%& !(', guessed: true })
  const reading = readingOf(characters, { picture: 'unmapped' })
  expect(textOf(charactersSeen(reading, [wordAt('Eng1neer', 0), wordAt('Bremen', 1)]))).toBe('EngineerBremen')
})

test('if OCR sees nothing, guesses are used', () => {
  const characters = page({ text: '#$%&', guessed: true })
  expect(textOf(charactersSeen(readingOf(characters, { picture: 'unmapped' }), []))).toBe('#$%&')
})

test('no space parts Chinese words, however rare their characters; one parts others', () => {
  const word = (text: string, left: number) => ({ ...wordAt(text, 0), left, right: left + 24 })
  const seen = (first: string, second: string) =>
    textOf(charactersSeen(readingOf(page(), { picture: 'image' }), [word(first, 0), word(second, 30)]))
  expect(seen('李𠮷', '𠮷祥')).toBe('李𠮷𠮷祥')
  expect(seen('Jane', '𠮷祥')).toBe('Jane𠮷祥')
  expect(seen('Jane', 'Doe')).toBe('Jane Doe')
})
