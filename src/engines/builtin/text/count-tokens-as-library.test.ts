import { countTokens as countByLibrary } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { isQuick } from '../hostile-cpu.test-support.ts'
import { samplePairs } from '../match/sample-pairs.ts'
import { countTokens, countTokensOfJson } from './count-tokens.ts'

/** Real sentences, and characters in any order: the fast counter must agree with the libraries. */
const texts = samplePairs.flatMap(({ resume, jd }) => [resume, jd, JSON.stringify({ resume, jd })])
const signs = [
  ..." \n\r\t  aAbBé中文研究生命，。、\"'sLL're1239４Ⅳ①—…•\u0301\u3000ǅʰ😀/!<|>_-㐀䷀ﬁµªº²¼×÷ßÿÀÞé©¿\u00a0\u0085\u2028●➢\ue000～＿",
]

function mixed(number: number): string {
  let state = number + 1
  const sign = (): string => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return signs[(state >> 8) % signs.length] ?? ''
  }
  return Array.from({ length: 5 + (number % 40) }, sign).join('')
}

const mixedTexts = Array.from({ length: 5_000 }, (_, number) => mixed(number))
/** Unbroken ones, in which each character is merged with the next. */
const unbroken = mixedTexts.slice(0, 200).map((text) => text.replace(/[^a-z\u3400-\u9fff]/gu, '').repeat(9))

const byLibrary = (text: string): number => countByLibrary(text, { disallowedSpecial: new Set() })

test('tokens are those of o200k_base', () => {
  const all = [...texts, ...mixedTexts, ...unbroken]
  expect(all.map(countTokens)).toEqual(all.map(byLibrary))
})

test('tokens of JSON are equal too, whatever its strings begin and end with', () => {
  const all = [texts, ...mixedTexts.map((text, number) => ({ text, list: [text, text.slice(number % 9)] }))]
  const json = all.map((value) => JSON.stringify(value))
  expect(json.map(countTokensOfJson)).toEqual(json.map(byLibrary))
})

test('pieces that collide in the hash table are fast and counted correctly', () => {
  const slot = (piece: string): number => {
    let hash = 0x811c9dc5
    for (let at = 0; at < piece.length; at += 1) hash = Math.imul(hash ^ piece.charCodeAt(at), 0x01000193)
    return (hash ^ (hash >>> 15)) & 0xffff
  }
  const pieces: string[] = []
  for (let at = 0; pieces.length < 30_000; at += 1) {
    const piece = `,${String.fromCharCode(0x4e00 + Math.floor(at / 20_000), 0x4e00 + (at % 20_000))}`
    if (slot(piece) < 128) pieces.push(piece)
  }
  expect(isQuick(() => countTokens(pieces.join('')))).toBe(true)
  expect(countTokens(pieces.slice(0, 3_000).join(''))).toBe(byLibrary(pieces.slice(0, 3_000).join('')))
})
