import { expect, test } from 'vitest'
import type { PagePicture } from '../../pdfium/render.ts'
import { missedLines } from './missed-lines.ts'
import { placeMissed, readMissed } from './read-missed.ts'
import type { OcrLanguage, PictureReader, SeenWord } from './reader.ts'

const [width, height] = [800, 600]

/** A white page with black boxes: left, top, width, height. */
function pageWith(...boxes: readonly (readonly [number, number, number, number])[]): PagePicture {
  const grey = new Uint8Array(width * height).fill(255)
  for (const [left, top, wide, high] of boxes) {
    for (let y = top; y < top + high; y++) grey.fill(0, y * width + left, y * width + left + wide)
  }
  return { width, height, scale: 1, grey }
}

/** A letter like a square ring, because letters don't fill their box. */
function letter(left: number, top: number, size: number) {
  const stroke = Math.round(size / 5)
  return [
    [left, top, size, stroke],
    [left, top + size - stroke, size, stroke],
    [left, top, stroke, size],
    [left + size - stroke, top, stroke, size],
  ] as const
}

const word = (more: Partial<SeenWord>): SeenWord => ({
  ...{ text: '经历', confidence: 0.95, left: 100, top: 300, right: 180, bottom: 332, line: 1 },
  ...more,
})
const name = [...letter(100, 100, 80), ...letter(190, 100, 80), ...letter(280, 100, 80)]
const usual = [...letter(100, 300, 32), ...letter(140, 300, 32)]

test('large letters without a word are one missed line; read words are not', () => {
  expect(missedLines(pageWith(...name, ...usual), [word({})])).toEqual([
    { left: 100, top: 100, right: 360, bottom: 180 },
  ])
})

test('a line of the usual size is missed if it has no word', () => {
  expect(missedLines(pageWith(...usual, ...letter(100, 400, 32)), [word({})])).toHaveLength(1)
})

test.each([
  ['a rule', [[50, 100, 600, 4]]],
  ['a frame', letter(60, 100, 240)],
  ['a bar', [[50, 100, 300, 40]]],
  ['dust', [[50, 100, 6, 6]]],
] as const)('%s is no missed line', (_, boxes) => {
  expect(missedLines(pageWith(...usual, ...boxes), [word({})])).toEqual([])
})

test('a letter in the gap between two words of a line is not missed', () => {
  const [before, after] = [word({ right: 132 }), word({ left: 190, right: 260 })]
  const picture = pageWith(...usual, ...letter(195, 300, 32))
  expect(missedLines(picture, [before, after])).toEqual([])
  expect(missedLines(picture, [before, { ...after, line: 2 }])).toHaveLength(1)
})

test('a large line is missed as a whole if only parts of its letters were read, with doubt', () => {
  const part = word({ left: 100, right: 180, top: 100, bottom: 180, confidence: 0.9, line: 2 })
  const all = word({ left: 100, right: 360, top: 100, bottom: 180, line: 2 })
  const picture = pageWith(...name, ...usual)
  const lines = (...words: SeenWord[]) => missedLines(picture, [word({}), word({}), word({}), ...words])
  expect(lines(part)).toEqual([{ left: 100, top: 100, right: 360, bottom: 180 }])
  expect(lines({ ...all, confidence: 0.4 })).toHaveLength(1)
  expect(lines(all)).toEqual([])
})

test('a page with very many marks, such as a photo, has no missed lines', () => {
  const marks = Array.from({ length: 600 }, (_, at) => letter((at % 30) * 26, 20 * Math.floor(at / 30), 14))
  expect(missedLines(pageWith(...marks.flat()), [])).toEqual([])
})

/** A reader that returns one word for each call, in the middle of its picture. */
function readerOf(text: string, confidence = 0.9) {
  const pictures: PagePicture[] = []
  const reader: PictureReader = {
    ...{ model: '', picturesAtOnce: 1, close: async () => {} },
    async read(picture: PagePicture, _language: OcrLanguage) {
      pictures.push(picture)
      const [left, right] = [30, picture.width - 30]
      const words = text.split(' ').map((each, at) => ({
        ...{ text: each, confidence, left: left + at, right, top: 30, bottom: picture.height - 30, line: 1 },
      }))
      return { words, model: '' }
    },
  }
  return { reader, pictures }
}

const signal = new AbortController().signal

async function readWith(text: string, confidence: number, words: readonly SeenWord[] = [word({})]) {
  const { reader, pictures } = readerOf(text, confidence)
  const picture = pageWith(...name, ...usual)
  const again = await readMissed(reader, { picture, language: 'chi_sim', words }, signal)
  return { ...again, pictures, placed: placeMissed(again) }
}

test('a missed line is read in the usual size, and goes before the next lower line', async () => {
  const { pictures, placed } = await readWith('欧阳 静', 0.9)
  expect(pictures[0]?.height).toBeLessThan(140)
  expect(placed.map(({ text }) => text)).toEqual(['欧阳静', '经历'])
  const { left = 0, top = 0, right = 0, bottom = 0, line } = placed[0] ?? {}
  expect(left).toBeGreaterThan(80)
  expect(right).toBeLessThan(380)
  expect(top).toBeGreaterThan(80)
  expect(bottom).toBeLessThan(200)
  expect(line).toBe(2)
})

test('Latin words stay separate', async () => {
  expect((await readWith('Jane Doe', 0.9)).placed.map(({ text }) => text)).toEqual(['Jane', 'Doe', '经历'])
})

test.each([
  ['an icon', '口', 0.95],
  ['a part of a photo', '三川', 0.5],
  ['marks', '— 。', 0.9],
])('%s is left out', async (_, text, confidence) => {
  expect((await readWith(text, confidence)).placed.map((each) => each.text)).toEqual(['经历'])
})

test('a missed line replaces parts of its letters only if its confidence is higher', async () => {
  const part = word({ text: '义', confidence: 0.8, left: 100, top: 100, right: 180, bottom: 180, line: 2 })
  expect(
    (await readWith('欧阳静', 0.9, [word({}), word({}), word({}), part])).placed.map(({ text }) => text),
  ).not.toContain('义')
  const name = { ...part, text: '欧阳静', right: 300, confidence: 0.45 }
  const words = [word({}), word({}), word({}), word({}), name]
  expect((await readWith('欧阳', 0.61, words)).placed.at(-1)).toEqual(name)
})

test('a page without missed lines is not read again', async () => {
  const { reader, pictures } = readerOf('x')
  const words = [word({})]
  const again = await readMissed(reader, { picture: pageWith(...usual), language: 'eng', words }, signal)
  expect([again.words, pictures]).toEqual([words, []])
})
