import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matchTexts } from '../match.ts'
import { monthNumber } from '../read/dates.ts'
import { readSentences } from './sentence.ts'
import { stanceChances } from './stance.ts'
import { learnedStances, stances } from './stances.ts'

const jd = (asked: string): string => `Requirements:\n- ${asked}`
const statusOf = (line: string, asked: string): string | undefined =>
  matchTexts(
    { resumeText: `Experience\nStorekeeper, Acme, 2015 - 2024\n${line}`, jdText: jd(asked) },
    monthNumber(2026, 11),
    { name: 'test', version: '0' },
  ).data.requirements[0]?.status

test.each([
  ['Drove the reach truck every night and loaded 40 lorries', 'Reach truck', 'met'],
  ['The reach truck was driven by the night crew, never by me', 'Reach truck', 'not_met'],
  ['Reach truck course booked for spring', 'Reach truck', 'not_met'],
  ['采购合同由法务起草，我只负责存档', '采购合同起草', 'not_met'],
])('%s: %s is %s', (line, asked, expected) => expect(statusOf(line, asked)).toBe(expected))

test('probabilities of stances sum to one, and bare names use rules only', () => {
  const [sentence] = readSentences('Scaffolding is done by a contractor')
  const chances = sentence === undefined ? [] : [...stanceChances(sentence, 0, 11)]
  expect(chances).toHaveLength(stances.length)
  expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9)
  const [bare] = readSentences('Scaffolding')
  expect(bare && stanceChances(bare, 0, 11)[stances.indexOf('plain')]).toBe(1)
})

test('the learned table matches its manifest, and is small', () => {
  const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
  const manifest = JSON.parse(read('manifest.json'))
  const text = read('stance.generated.json')
  expect(createHash('sha256').update(text).digest('hex')).toBe(manifest.sha256)
  expect(Buffer.byteLength(text)).toBe(manifest.bytes)
  expect(manifest.bytes).toBeLessThan(300_000)
  expect(JSON.parse(text).bias).toHaveLength(learnedStances.length)
})
