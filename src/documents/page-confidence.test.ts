import { expect, test } from 'vitest'
import { noCharacters } from './page-characters.ts'
import { readingOf } from './page-reading.test-support.ts'
import type { PlacedWord } from './page-reading.ts'
import { pageText } from './page-text.ts'

/** Words of lines from the top of a scan, each with its confidence. */
function wordsOf(lines: readonly (readonly [text: string, confidence: number])[][]): PlacedWord[] {
  return lines.flatMap((words, line) => {
    const bottom = 700 - line * 20
    let left = 50
    return words.map(([text, confidence]) => {
      const word = { text, left, right: left + text.length * 6, bottom, top: bottom + 12, confidence }
      left = word.right + 6
      return word
    })
  })
}

const read = (words: readonly PlacedWord[]) =>
  pageText({ ...readingOf(noCharacters), picture: 'image' }, words, '')

test('lines with doubtful words are reported, with a lower threshold for names and addresses', () => {
  const page = read(
    wordsOf([
      [
        ['Jane', 0.95],
        ['D0e', 0.65],
      ],
      [['Engineer', 0.9]],
      [
        ['Built', 0.95],
        ['shops', 0.65],
      ],
      [
        ['Built', 0.95],
        ['5h0ps', 0.4],
      ],
      [['jane@example.com', 0.65]],
      [
        ['Led', 0.95],
        ['|', 0.1],
        ['teams', 0.95],
      ],
    ]),
  )
  expect(page.doubtfulLines).toEqual(['Jane D0e', 'Built 5h0ps', 'jane@example.com'])
  expect(page.readBy).toBe('ocr')
  expect(page.confidence).toBeCloseTo(0.72, 1)
})

test('text of a text layer has no confidence warning', () => {
  const { confidence, readBy, doubtfulLines } = pageText(readingOf(noCharacters), null, '')
  expect({ confidence, readBy, doubtfulLines }).toEqual({
    confidence: null,
    readBy: 'text',
    doubtfulLines: [],
  })
})
