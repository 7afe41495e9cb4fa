import { expect, test } from 'vitest'
import { linesToRead } from './glyph-votes.ts'
import { characterFlags, emptyCharacters } from './page-characters.ts'
import { readingOf } from './page-reading.test-support.ts'
import type { PageReading, PlacedWord } from './page-reading.ts'
import { pageText } from './page-text.ts'

/** Characters side by side on lines 20 points apart; an unread glyph is written as `?`. */
function pageOf(lines: readonly string[], unread: readonly number[]): PageReading {
  const text = lines.join('')
  const characters = emptyCharacters(text.length)
  let at = 0
  for (const [line, letters] of lines.entries()) {
    for (const [place, letter] of [...letters].entries()) {
      const isUnread = letter === '?'
      characters.codePoints[at] = isUnread ? 0xe000 : letter.charCodeAt(0)
      characters.boxes.set([place * 6, 700 - line * 20, place * 6 + 6, 712 - line * 20], at * 4)
      characters.flags[at] = isUnread ? characterFlags.guessed | characterFlags.unread : 0
      at += 1
    }
  }
  return readingOf(characters, { picture: 'glyphs', unread })
}

const word = (text: string, line: number, first: number, end: number, confidence = 0.9): PlacedWord => ({
  ...{ text, confidence, left: first * 6, right: end * 6, bottom: 700 - line * 20, top: 712 - line * 20 },
})
const read = (reading: PageReading, words: readonly PlacedWord[] | null) => pageText(reading, words, '')

test('a glyph gets the meaning with the most votes on the whole page', () => {
  const reading = pageOf(['a?.?', 'b?.?', 'c?.?'], [1, 2, 1, 2, 1, 2])
  const words = [word('a7.4', 0, 0, 4), word('b7.4', 1, 0, 4), word('c1.4', 2, 0, 4)]
  expect(read(reading, words)).toMatchObject({ text: 'a7.4\nb7.4\nc7.4', unreadGlyphs: 0, readBy: 'mixed' })
})

test('one glyph may be several letters if the letters around it are known', () => {
  expect(read(pageOf(['O?ce'], [5]), [word('Office', 0, 0, 4)])).toMatchObject({ text: 'Office' })
})

test('of several unread glyphs in a word, each gets the letters between the known ones', () => {
  const reading = pageOf(['o?cexsta?'], [1, 2])
  expect(read(reading, [word('officexstaff', 0, 0, 9)])).toMatchObject({ text: 'officexstaff' })
  const other = pageOf(['o?cexsta?'], [1, 2])
  expect(read(other, [word('officeystaff', 0, 0, 9)])).toMatchObject({ text: 'ocexsta', unreadGlyphs: 2 })
})

test('words that disagree with known letters, and tied votes, decide nothing', () => {
  expect(read(pageOf(['abc?'], [1]), [word('xyz7', 0, 0, 4)])).toMatchObject({ text: 'abc', unreadGlyphs: 1 })
  const even = [word('a7', 0, 0, 2), word('b1', 1, 0, 2)]
  expect(read(pageOf(['a?', 'b?'], [1, 1]), even)).toMatchObject({ text: 'a\nb', unreadGlyphs: 2 })
  expect(read(pageOf(['a?'], [1]), null)).toMatchObject({ text: 'a', unreadGlyphs: 1, readBy: 'text' })
})

test('only lines with unread glyphs are recognised', () => {
  const bands = linesToRead(pageOf(['a?', 'bc', 'd?'], [1, 1]))
  expect(bands).toEqual([
    { bottom: 657, top: 675 },
    { bottom: 697, top: 715 },
  ])
  expect(linesToRead(readingOf(emptyCharacters(0)))).toBeNull()
})
