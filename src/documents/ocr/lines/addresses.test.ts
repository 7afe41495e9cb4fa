import { expect, test } from 'vitest'
import { ReaderFailed, type SeenWord } from '../tesseract/reader.ts'
import { addressesApart, addressIn, doubtedAddresses } from './addresses.ts'
import type { LineWord } from './message.ts'
import { refineBy } from './refine.ts'

type Spaced = readonly [text: string, confidence?: number, gap?: number]

/** Words of one line with these gaps before them. */
function lineOf(...texts: readonly Spaced[]): SeenWord[] {
  let left = 0
  return texts.map(([text, confidence = 0.9, gap = 12]) => {
    const word = { text, confidence, left: left + gap, right: left + gap + 10 * text.length, line: 1 }
    left = word.right
    return { ...word, top: 10, bottom: 30 }
  })
}

const characters = (text: string, confidence = 0.95) => [...text].map((each) => ({ text: each, confidence }))

test.each([
  ['an address', [['邮箱'], ['lin@example.com'], ['城市']], [1, 2, 1]],
  ['whose @ was read as Q', [['linQexample.com'], ['城市']], [2, 1]],
  [
    'in two words without a gap',
    [
      ['lin', 0.9],
      ['bo@example.com', 0.9, 1],
    ],
    [2, 2],
  ],
  ['two of them', [['lin@example.com'], ['或'], ['bo@example.org']], [2, 1, 3]],
  ['an address without the marks beside it', [[':'], ['lin@example.com', 0.9, 1], ['|', 0.9, 1]], [1, 2, 1]],
  ['no address', [['Spring'], ['Boot'], ['a.cn']], [1, 1, 1]],
] as const)('a line of its own has %s', (_, texts, lines) => {
  expect(addressesApart(lineOf(...texts)).words.map(({ line }) => line)).toEqual(lines)
})

test('the box of an address ends before the next word', () => {
  const [address, next] = lineOf(['lin@example.com'], ['城市', 0.9, -40])
  const apart = addressesApart([address, next].flatMap((word) => word ?? []))
  expect(apart.words[0]?.right).toBe(next?.left)
})

test('an address of the line model is taken as a whole', () => {
  const found = (text: string, length = text.length, sure = 0.95) =>
    addressIn(characters(text, sure), length)?.text ?? null
  expect(found('pei.siyuan@mail.example.com.cn', 28)).toBe('pei.siyuan@mail.example.com.cn')
  expect(found('■a_b-1@example.com')).toBe('a_b-1@example.com')
  expect(found('邮箱lin@example.com')).toBeNull()
  expect(found('lin@example')).toBeNull()
  expect(found('lin@example.com', 15, 0.4)).toBeNull()
  // Ink of the word before it was read with it.
  expect(found('E-maillin@example.com', 15)).toBeNull()
})

test('an address is doubtful if it is in several words, or unsure, or not complete', () => {
  const doubted = (...texts: readonly Spaced[]) => doubtedAddresses(lineOf(...texts))
  expect(doubted(['Mail'], ['jo@example.com'])).toEqual([])
  expect(doubted(['Mail'], ['jo@example.com', 0.8])).toEqual([1])
  expect(doubted(['Mail'], ['joQexample.com'])).toEqual([1])
  expect(doubted(['Mail'], ['aisha'], ['petrov@example.com', 0.9, 1])).toEqual([1, 2])
})

const picture = { width: 8, height: 8, scale: 1, grey: new Uint8Array(64) }
const signal = new AbortController().signal

/** A second reader that reads this text on each line. */
function refineWith(text: string) {
  const asked: (readonly LineWord[])[] = []
  const reader = {
    ...{ model: 'm', close: async () => {} },
    read: async (_: unknown, words: readonly LineWord[]) => {
      asked.push(words)
      const lines = Map.groupBy(words.keys(), (at) => words[at]?.line)
      return [...lines.values()].map((places) => ({ places, characters: characters(text) }))
    },
  }
  return { asked, refine: refineBy({ reader, onRest: () => {} }) }
}

test('of an English page only doubtful addresses are read again, each in its place', async () => {
  const { asked, refine } = refineWith('aisha_petrov@example.com')
  const words = lineOf(['E-mail'], ['aisha'], ['petrov@example.com', 0.9, 1], ['Leeds'])
  const seen = await refine.addresses(picture, words, signal)
  expect(asked.map((each) => each.length)).toEqual([2])
  expect(seen.model).toBe('m')
  expect(seen.words.map(({ text }) => text)).toEqual(['E-mail', 'aisha_petrov@example.com', 'Leeds'])
  const [, first, last] = words
  expect(seen.words[1]).toMatchObject({ left: first?.left, right: last?.right, line: 1 })
})

test('an English page stays as it is if nothing is doubtful, or no address is read', async () => {
  const sure = lineOf(['jo@example.com'])
  const { asked, refine } = refineWith('x')
  expect(await refine.addresses(picture, sure, signal)).toEqual({ words: sure, model: null })
  expect(asked).toEqual([])
  const doubtful = lineOf(['jo@example.com', 0.5])
  expect(await refine.addresses(picture, doubtful, signal)).toEqual({ words: doubtful, model: null })
  const reader = {
    ...{ model: 'm', close: async () => {} },
    read: () => Promise.reject(new ReaderFailed('broken')),
  }
  const failing = refineBy({ reader, onRest: () => {} })
  expect(await failing.addresses(picture, doubtful, signal)).toEqual({ words: doubtful, model: null })
})

test('on a Chinese page the address is that of the line model alone', async () => {
  const { refine } = refineWith('pei.siyuan@mail.example.com.cn')
  const words = lineOf(['pei.siyuan@mailLexample.com.cn', 0.33])
  const seen = await refine.words(picture, words, signal)
  expect(seen.words.map(({ text }) => text)).toEqual(['pei.siyuan@mail.example.com.cn'])
})
