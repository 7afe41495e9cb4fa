import { describe, expect, test } from 'vitest'
import type { PagePicture } from '../../pdfium/render.ts'
import type { SeenWord } from '../tesseract/reader.ts'
import { combined } from './combine.ts'
import { alphabetOf, charactersOf } from './decode.ts'
import { inputWidthOf, lineHeight, lineInput, lineWidthMax } from './line-input.ts'
import { bytesOfAsk, readAsk } from './message.ts'
import { piecesOf } from './pieces.ts'

/** Words of one line, 20 high, each as wide as its letters; the confidence is that of all. */
function lineOf(texts: readonly string[], confidence = 0.9, line = 1): SeenWord[] {
  let left = 100
  return texts.map((text) => {
    const right = left + 20 * text.length
    const word = { text, left, right, top: 50 * line, bottom: 50 * line + 20, confidence, line }
    left = right + 4
    return word
  })
}

const characters = (text: string, confidence = 0.95) => [...text].map((each) => ({ text: each, confidence }))

function both(first: readonly SeenWord[], second: string, confidence = 0.95): string[] {
  const places = [...first.keys()]
  return [...combined(first, { places, characters: characters(second, confidence) }).values()].map(
    ({ text }) => text,
  )
}

describe('of two readings of a line', () => {
  test.each([
    ['a character that Tesseract took for another', ['贺', '平'], '贺熙平', '贺熙平'],
    ['a name', ['汉', '琳'], '冯琳', '冯琳'],
    ['what Tesseract has not seen at the end', ['练', '瑜'], '练瑜伽', '练瑜伽'],
    ['an address', ['邮箱', 'sun-20200example.com.cn'], '邮箱sun-2020@example.com.cn', undefined],
    ['a letter between letters', ['SLB', '、0SS', '规划'], 'SLB、OSS规划', undefined],
    ['a dash between numbers', ['2018', '一', '2022'], '2018—2022', undefined],
  ])('the line model is believed: %s', (_, first, second, expected = second) => {
    expect(both(lineOf(first), second).join('')).toBe(expected)
  })

  test.each([
    ['a number', ['2019', '年'], '2079年'],
    ['a number it lost a digit of', ['13800001234'], '1380001234'],
    ['a letter between letters', ['SolidWorks'], 'So1idWorks'],
    ['a digit between digits', ['2015'], '2O15'],
    ['what is written in another width', ['电话', '：'], '电话:'],
  ])('Tesseract is believed: %s', (_, first, second) => {
    expect(both(lineOf(first), second).join('')).toBe(first.join(''))
  })

  test('a number that Tesseract doubts is taken from a sure line model, and only then', () => {
    expect(both(lineOf(['433.2%'], 0.2), '43.2%')).toEqual(['43.2%'])
    expect(both(lineOf(['433.2%'], 0.2), '43.2%', 0.6)).toEqual(['433.2%'])
  })

  test('results of the line model with low confidence are not used', () => {
    expect(both(lineOf(['每', '周']), '出周', 0.2)).toEqual(['每', '周'])
  })

  test('words keep their places; one of which nothing is left goes, and a mark joins the word before', () => {
    const words = lineOf(['乒', '兵', '球', '”', ','], 0.6)
    const made = combined(words, { places: [0, 1, 2, 3, 4], characters: characters('乒乓球,') })
    expect([...made.keys()]).toEqual([0, 1, 2])
    expect([...made.values()].map(({ text, left }) => [text, left])).toEqual([
      ['乒', 100],
      ['乓', 124],
      ['球,', 148],
    ])
  })

  test('agreement of both readers raises the confidence', () => {
    const [agreed, doubted] = [lineOf(['2019'], 0.8), lineOf(['2019'], 0.8)]
    const sure = combined(agreed, { places: [0], characters: characters('2019') }).get(0)
    const unsure = combined(doubted, { places: [0], characters: characters('2079') }).get(0)
    expect(sure?.confidence).toBeCloseTo(0.95)
    expect(unsure?.confidence).toBeLessThan(sure?.confidence ?? 0)
  })

  test('a line of thousands of letters stays as it was, at once', () => {
    const words = lineOf(Array.from({ length: 4_000 }, () => 'abcdefghij'))
    const places = [...words.keys()]
    expect(combined(words, { places, characters: characters('x'.repeat(320)) }).get(3_999)).toBe(words[3_999])
  })
})

describe('the answer of the model', () => {
  const alphabet = alphabetOf('甲\n乙\n')
  const steps = (signs: readonly number[]) =>
    Float32Array.from(signs.flatMap((sign) => alphabet.map((_, at) => (at === sign ? 0.7 : 0.1))))
  test('is one character for neighbouring steps, two with nothing between them, and no space', () => {
    expect(alphabet).toEqual(['', '甲', '乙', ' '])
    const seen = charactersOf(steps([0, 1, 1, 0, 1, 3, 2, 2]), 8, alphabet)
    expect(seen.map(({ text }) => text).join('')).toBe('甲甲乙')
    expect(seen[0]?.confidence).toBeCloseTo(0.7)
  })
})

/** A white picture with black boxes. */
function pictureOf(width: number, height: number, boxes: readonly (readonly number[])[]): PagePicture {
  const grey = new Uint8Array(width * height).fill(255)
  for (const [left = 0, top = 0, right = 0, bottom = 0] of boxes) {
    for (let y = top; y < bottom; y++) grey.fill(0, y * width + left, y * width + right)
  }
  return { width, height, scale: 1, grey }
}

describe('a line for the model', () => {
  test('is 48 high, scaled, black below white, the same in three channels', () => {
    const picture = pictureOf(100, 30, [[10, 0, 20, 24]])
    const { data, width } = lineInput(picture, { left: 0, top: 0, right: 60, bottom: 24 })
    expect([width, data.length]).toEqual([120, 3 * 120 * lineHeight])
    const at = (x: number, y: number, channel = 0) => data[channel * width * lineHeight + y * width + x]
    expect([at(5, 20), at(30, 20), at(30, 20, 2), at(60, 20)]).toEqual([1, -1, -1, 1])
  })
  test('is never wider than the model takes, and white outside of the picture', () => {
    const picture = pictureOf(10, 10, [[0, 0, 10, 10]])
    const box = { left: -100, top: 0, right: 9_000, bottom: 10 }
    expect(inputWidthOf(box)).toBe(lineWidthMax)
    const { data } = lineInput(picture, box)
    expect(data.at(lineWidthMax - 1)).toBe(1)
    expect(data.some((level) => level < 0)).toBe(true)
  })
})

describe('pieces of lines', () => {
  const picture = pictureOf(2_000, 400, [
    [100, 50, 200, 70],
    [210, 50, 230, 70],
    [1_000, 50, 1_100, 70],
  ])
  test('go on to ink that Tesseract saw no word in, and end before the next column', () => {
    const words = [
      ...lineOf(['张三丰的的']),
      { ...(lineOf(['右'])[0] as SeenWord), left: 1_000, right: 1_100 },
    ]
    const [first, second] = piecesOf(words, picture)
    expect(first?.places).toEqual([0])
    expect(first?.box.right).toBeGreaterThan(230)
    expect(first?.box.right).toBeLessThan(300)
    expect(second).toMatchObject({ places: [1], box: { left: expect.closeTo(994) } })
  })
  test('share no ink: what is between two of a line is read with one of them', () => {
    const words = [0, 1].map((at) => ({
      left: 100 + at * 180,
      right: 200 + at * 180,
      top: 50,
      bottom: 70,
      line: 1,
    }))
    const ink = [100, 216, 242, 280].map((left) => [left, 50, left === 100 ? 200 : left + 22, 70])
    const [first, second] = piecesOf(words, pictureOf(2_000, 400, ink))
    expect(first?.box.right).toBeGreaterThan(264)
    expect(second?.box.left).toBeGreaterThanOrEqual(first?.box.right ?? 0)
  })
  test('do not go on over the rule of a table', () => {
    const ruled = pictureOf(400, 400, [
      [206, 0, 208, 400],
      [210, 50, 230, 70],
    ])
    expect(piecesOf(lineOf(['张三丰的的']), ruled)[0]?.box.right).toBeLessThan(207)
  })
  test('are cut where there is white, if the line is wider than the model takes', () => {
    const letters = Array.from({ length: 90 }, (_, at) => [at * 22, 50, at * 22 + 18, 70])
    const wide = pictureOf(2_000, 400, letters)
    const words = letters.map(([left = 0, , right = 0]) => ({ left, right, top: 50, bottom: 70, line: 1 }))
    const pieces = piecesOf(words, wide)
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.flatMap(({ places }) => places)).toEqual([...letters.keys()])
    for (const { box } of pieces) expect(inputWidthOf(box)).toBeLessThanOrEqual(lineWidthMax)
    expect((Math.round(pieces[0]?.box.right ?? 0) % 22) - 18).toBeGreaterThanOrEqual(0)
  })
  test('are no more than a page has, whatever words are on it', () => {
    const words = Array.from({ length: 20_000 }, (_, at) => {
      const top = (at % 390) + 1
      return { left: at % 1_900, right: (at % 1_900) + 90, top, bottom: top + 4, line: at }
    })
    const widths = piecesOf(words, picture).map(({ box }) => inputWidthOf(box))
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(100_000)
  })
})

test('requests reach the process unchanged', () => {
  const picture = pictureOf(7, 5, [[1, 1, 3, 4]])
  const words = [{ left: 1, top: 2, right: 3, bottom: 4, line: 5 }]
  expect(readAsk(Buffer.concat(bytesOfAsk({ picture, words })))).toEqual({ picture, words })
})
