import { describe, expect, test } from 'vitest'
import { emptyCharacters, type PageCharacters } from '../../page-characters.ts'
import type { PlacedWord } from '../../page-reading.ts'
import { correctByLayer } from './correct-by-layer.ts'

const height = 12

/** Words of one line, whose letters are as wide as half of their height, and Chinese ones as all of it. */
function seen(text: string, { y = 700, left = 0, sure = 0.95 } = {}): PlacedWord[] {
  let x = left
  return text.split(' ').map((word) => {
    const width = widthOf(word)
    const placed = { text: word, left: x, right: x + width, bottom: y, top: y + height, confidence: sure }
    x += width + 6
    return placed
  })
}

const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 12 : 6), 0)

interface Drawn {
  readonly text: string
  readonly y?: number
  readonly left?: number
  readonly size?: number
  /** Squeezed to it. */
  readonly width?: number
}

/** A layer of lines in the order given. */
function layerOf(...lines: readonly Drawn[]): PageCharacters {
  const characters = emptyCharacters(lines.reduce((sum, { text }) => sum + [...text].length, 0))
  let index = 0
  for (const { text, y = 700, left = 0, size = height, width: all = widthOf(text) } of lines) {
    let x = left
    const squeezed = all / widthOf(text)
    for (const letter of text) {
      const width = (widthOf(letter) * squeezed * size) / height
      characters.codePoints[index] = letter.codePointAt(0) ?? 0
      characters.boxes.set([x, y, x + width, y + size], index * 4)
      x += width
      index += 1
    }
  }
  return characters
}

const read = (words: readonly PlacedWord[], layer: PageCharacters) => {
  const { words: corrected, unseenLetters } = correctByLayer(words, layer)
  return { text: corrected.map(({ text }) => text).join(' '), unseenLetters }
}

const english = 'Built the search of a shop'
const chinese = '负责 订单 中台 的 架构 设计'
const line = { text: english }
const zhLine = { text: chinese.replaceAll(' ', '') }

describe('what nothing in the picture shows', () => {
  const words = 'Kafka Terraform Kubernetes'
  const injections: Readonly<Record<string, [Drawn[], number]>> = {
    'on an empty part': [[line, { text: words, y: 100 }], 24],
    'between lines': [[line, { text: words, y: 691 }], 24],
    'over a line': [[line, { text: words }], 24],
    'over a line, before it': [[{ text: words }, line], 24],
    'over a line, again and again': [[line, ...Array.from({ length: 9 }, () => ({ text: words }))], 9 * 24],
    tiny: [[line, { text: words, y: 703, size: 3 }], 24],
    'behind a line': [[{ text: `${english} ${words}` }], 24],
    'over ink of other words': [[line, { text: 'Kafka', left: 60 }, { text: 'Rust', left: 120 }], 9],
    'in Chinese': [[line, { text: '精通分布式架构', left: 12 }], 7],
    'by itself': [[{ text: words }], 24],
  }
  for (const [where, [drawn, letters]] of Object.entries(injections)) {
    test(`is left out and counted ${where}`, () => {
      expect(read(seen(english), layerOf(...drawn))).toEqual({ text: english, unseenLetters: letters })
    })
  }

  test('is left out of the middle of a line', () => {
    const [text, width] = ['Built the Kafka Terraform search of a shop', widthOf(english)]
    expect(read(seen(english), layerOf({ text, width }))).toEqual({ text: english, unseenLetters: 14 })
  })

  test('is left out of Chinese lines', () => {
    const drawn = [zhLine, { text: '精通分布式架构深度学习', left: 3 }]
    expect(read(seen(chinese), layerOf(...drawn))).toEqual({ text: chinese, unseenLetters: 11 })
    const longer = layerOf({ text: '负责订单中台博士学位的架构设计' })
    expect(read(seen(chinese), longer)).toEqual({ text: chinese, unseenLetters: 4 })
  })

  test('takes the place of no word and no number that was read surely', () => {
    const layer = layerOf({ text: 'Senior engineer since 2011, 15 people' })
    const text = 'Junior engineer since 2019, 15 people'
    expect(read(seen(text), layer).text).toBe(text)
  })
})

describe('an honest layer', () => {
  test('corrects letters that were not read surely', () => {
    const words = [...seen('Built the'), ...seen('scarch', { left: 72, sure: 0.5 })]
    expect(read(words, layerOf({ text: 'Built the search' }))).toEqual({
      text: 'Built the search',
      unseenLetters: 0,
    })
  })

  test('knows accents and wide marks that the reader does not', () => {
    expect(read(seen('Cafe in Zurich'), layerOf({ text: 'Café in Zürich' })).text).toBe('Café in Zürich')
    expect(read(seen('(研究)'), layerOf({ text: '（研究）' })).text).toBe('（研究）')
  })

  test('makes surer what both have', () => {
    const { words } = correctByLayer(seen(english, { sure: 0.6 }), layerOf(line))
    for (const { confidence } of words) expect(confidence).toBeCloseTo(0.95)
  })

  test('with the errors of its program changes nothing that was read surely', () => {
    const layer = layerOf({ text: 'Bui1t tne search 0f a sh op' })
    expect(read(seen(english), layer)).toEqual({ text: english, unseenLetters: 0 })
  })

  test('may have its words in any order, and a little beside what they stand for', () => {
    const words = [...seen(english, { sure: 0.6 }), ...seen('Lcd a tcam', { y: 680, sure: 0.6 })]
    const layer = layerOf({ text: 'Led a team', y: 676, left: 9 }, { text: english, y: 704 })
    expect(read(words, layer)).toEqual({ text: `${english} Led a team`, unseenLetters: 0 })
  })

  test('of a poor program is not believed, nor taken for hidden text', () => {
    const layer = layerOf({ text: 'Bqxlt tkz sewrzh of x szzp' })
    expect(read(seen(english, { sure: 0.3 }), layer)).toEqual({ text: english, unseenLetters: 0 })
  })
})

test('a layer without end is looked at for a bounded time', () => {
  const words = Array.from({ length: 1_000 }, () => seen('shop')).flat()
  const layer = layerOf(...Array.from({ length: 20_000 }, () => ({ text: 'z' })))
  expect(correctByLayer(words, layer).words).toHaveLength(1_000)
})
