import { expect, test } from 'vitest'
import { characterFlags, type PageCharacters } from './page-characters.ts'
import { readingOf } from './page-reading.test-support.ts'
import { pageText } from './page-text.ts'

interface Glyph {
  readonly text: string
  readonly left: number
  readonly width?: number
  readonly bottom?: number
  readonly height?: number
  readonly flags?: number
}

function page(glyphs: readonly Glyph[]): PageCharacters {
  const boxes = glyphs.flatMap(({ left, width = 6, bottom = 100, height = 12 }) => [
    left,
    bottom,
    left + width,
    bottom + height,
  ])
  return {
    count: glyphs.length,
    codePoints: Uint32Array.from(glyphs, ({ text }) => text.codePointAt(0) ?? 0),
    boxes: Float32Array.from(boxes),
    flags: Uint8Array.from(glyphs, ({ flags = 0 }) => flags),
    quarters: new Uint8Array(glyphs.length),
    doubts: new Uint8Array(glyphs.length),
  }
}

/** Letters side by side from `left` on, each 6 wide. */
function word(text: string, left: number, more: Partial<Glyph> = {}): Glyph[] {
  return [...text].map((letter, index) => ({ text: letter, left: left + index * (more.width ?? 6), ...more }))
}

function textOf(glyphs: readonly Glyph[], software = ''): string {
  return pageText(readingOf(page(glyphs)), null, software).text
}

const generated = (text: string, left = 0): Glyph => ({
  text,
  left,
  width: 0,
  height: 0,
  flags: characterFlags.generated,
})
const lineBreak = [generated('\r'), generated('\n')]

test('lines of the page are lines of the text, without white space at their ends', () => {
  const glyphs = [
    ...word(' Jane Doe ', 10),
    ...lineBreak,
    ...word('Engineer', 10, { bottom: 80 }),
    ...lineBreak,
  ]
  expect(textOf(glyphs)).toBe('Jane Doe\nEngineer')
})

test('words with a gap between them are separated, even without a drawn space', () => {
  expect(textOf([...word('for', 10), ...word('the', 30)])).toBe('for the')
  expect(textOf([...word('for', 10), ...word('the', 28.5)])).toBe('forthe')
})

test('a spaced-out heading is one word', () => {
  const heading = [...'SKILLS'].map((text, index) => ({ text, left: 10 + index * 10 }))
  expect(textOf(heading)).toBe('SKILLS')
})

test('Chinese characters are joined, unless the gap is wide', () => {
  const tight = [...word('工作', 10, { width: 12 }), generated(' '), ...word('经历', 34.5, { width: 12 })]
  expect(textOf(tight)).toBe('工作经历')
  const wide = { width: 12 }
  const apart = [...word('硕士', 10, wide), generated(' '), ...word('计算机', 46, wide)]
  expect(textOf(apart)).toBe('硕士 计算机')
})

test('superscripts follow their base text', () => {
  const glyphs = [...word('7', 10), ...lineBreak, ...word('th', 16, { bottom: 105, height: 8, width: 4 })]
  expect(textOf(glyphs)).toBe('7th')
})

test('icons are dropped, unless the whole page consists of them', () => {
  const icon = { text: '7', left: 10, flags: characterFlags.guessed }
  expect(textOf([icon, generated(' '), ...word('jane@example.com', 40)])).toBe('jane@example.com')
  const guesses = word('all', 10, { flags: characterFlags.guessed })
  expect(textOf(guesses)).toBe('all')
})

test('a glyph without text leaves no gap in its word', () => {
  const middle = { text: '\u001b', left: 22, flags: characterFlags.guessed }
  expect(textOf([...word('of', 10), middle, ...word('ce room', 28)])).toBe('ofce room')
})

test('a word that was broken at a line end is joined', () => {
  const hyphen = { text: '\u0002', left: 46, flags: characterFlags.lineEndHyphen }
  const glyphs = [...word('deploy', 10), hyphen, ...word('ment', 10, { bottom: 80 })]
  expect(textOf(glyphs, 'pdfTeX')).toBe('deployment')
})

test('surrogate pairs become one character, and lone surrogates are dropped', () => {
  const high = { text: '\ud83d', left: 10 }
  expect(textOf([high, ...word('a', 16)])).toBe('a')
  expect(textOf([])).toBe('')
})

test('Chinese from top to bottom, as in narrow cells, is one line', () => {
  const down = (text: string, left: number) =>
    [...text].map((letter, at) => ({ text: letter, left, width: 12, bottom: 300 - at * 18 }))
  const beside = [...'2019'].map((text, at) => ({ text, left: 130 + at * 6, bottom: 273 }))
  expect(textOf([...down('工作经历', 100), ...beside])).toBe('工作经历\n2019')
  expect(textOf([...down('工作', 100), ...down('经历', 200)])).toBe('工\n作\n经\n历')
  expect(textOf(down('abcd', 100))).toBe('a\nb\nc\nd')
  const apart = [...'优良中'].map((letter, at) => ({ text: letter, left: 100, bottom: 300 - at * 30 }))
  expect(textOf(apart)).toBe('优\n良\n中')
})

test('cells and list items with one character each stay separate', () => {
  const column = (pitch: number) =>
    [...'优良中'].map((letter, at) => ({ text: letter, left: 200, width: 12, bottom: 300 - at * pitch }))
  const rows = ['英语水平', '日语', '法语'].flatMap((name, at) =>
    [...name].map((letter, place) => ({
      text: letter,
      left: 60 + place * 12,
      width: 12,
      bottom: 300 - at * 18,
    })),
  )
  expect(textOf([...rows, ...column(18)])).not.toContain('优良中')
  expect(textOf(column(18))).toBe('优\n良\n中')
  expect(textOf(column(13))).toBe('优良中')
})

test('a soft hyphen inside a line is not a hyphen', () => {
  const place: Glyph = { text: '\u00ad', left: 124, width: 0, height: 0 }
  expect(textOf([...word('Soft', 100), place, ...word('ware', 124)])).toBe('Software')
  expect(textOf([...word('self', 100), { text: '\u00ad', left: 124 }, ...word('made', 130)])).toBe(
    'self-made',
  )
})
