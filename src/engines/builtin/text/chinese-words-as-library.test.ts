import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Jieba } from '@node-rs/jieba'
import { expect, test } from 'vitest'
import { samplePairs } from '../match/sample-pairs.ts'
import { chineseWords } from './chinese-words.ts'

const path = createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt')
const dictionary = readFileSync(path, 'utf8')
  .split('\n')
  .map((row) => row.slice(0, row.indexOf(' ')))
  .filter((word) => /^[\u3400-\u9fff]+$/u.test(word))

/** Numbers below a bound, the same in each run. */
function numbers(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >> 8) % bound
  }
}

/** Words of the dictionary, parts of them, and characters that are no words, in a row. */
function mixed(seed: number): string {
  const below = numbers(seed)
  const word = (): string => {
    const whole = dictionary[below(dictionary.length)] ?? ''
    const kind = below(8)
    if (kind === 0) return '㐀䷀丂龥鿿䶿'.charAt(below(6))
    return kind < 4 ? whole.slice(below(whole.length)) : whole
  }
  return Array.from({ length: 1 + below(seed % 200 === 0 ? 400 : 12) }, word).join('')
}

test('Chinese is cut as the library cuts it', () => {
  const jieba = Jieba.withDict(readFileSync(path))
  const said = samplePairs.flatMap(({ resume, jd }) => (resume + jd).match(/[\u3400-\u9fff]+/gu) ?? [])
  const runs = [
    ...said,
    ...dictionary.filter((_, index) => index % 50 === 0),
    ...Array.from({ length: 4_000 }, (_, seed) => mixed(seed)),
  ]
  const different = runs.filter((run) => chineseWords(run).join(' ') !== jieba.cut(run, false).join(' '))
  expect(different).toEqual([])
  expect(chineseWords('')).toEqual([])
})
