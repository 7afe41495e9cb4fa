import { expect, test } from 'vitest'
import { fromCaller } from '../../tools/patterns/from-caller.ts'
import { collectPatterns } from '../../tools/patterns/patterns.ts'
import { hashOf, readVerdicts, whereOf } from '../../tools/patterns/verdicts.ts'

/**
 * No regular expression of the product may be slow on any text. Each one was checked, and its verdict is
 * stored.
 */

const { patterns, unseen } = await collectPatterns()
const verdicts = readVerdicts()

test('every pattern of the product has a verdict', () => {
  const unchecked = patterns.filter((pattern) => !verdicts.has(hashOf(pattern))).map(whereOf)
  expect(unchecked.slice(0, 20), 'run: npm run gen -- patterns, and mend what it refuses').toEqual([])
})

test('every verdict belongs to a pattern of the product', () => {
  const hashes = new Set(patterns.map(hashOf))
  expect(
    [...verdicts.keys()].filter((hash) => !hashes.has(hash)),
    'run: npm run gen -- patterns',
  ).toEqual([])
})

test('the collection finds every place that constructs a pattern', () => {
  expect(unseen, 'have it called by tools/patterns/collect.ts').toEqual([])
})

test("no pattern is built from a caller's text", () => {
  const made = patterns.filter(({ source }) => source.toLowerCase().includes(fromCaller.toLowerCase()))
  expect(made.flatMap(({ places }) => places)).toEqual([])
})

test('the collection finds compiled tables and literals', () => {
  const places = patterns.flatMap((pattern) => pattern.places)
  const count = (part: string): number => places.filter((place) => place.includes(part)).length
  expect(count('compliance/laws/probation.ts')).toBeGreaterThan(4)
  expect(places.length).toBeGreaterThan(1_000)
  expect(count('src/kit/log.ts')).toBeGreaterThan(0)
  expect(count('src/doors/http.ts')).toBeGreaterThan(5)
  expect(count('packages/client/')).toBeGreaterThan(2)
})

test('patterns outside the engine are proven safe; a measurement is not sufficient there', () => {
  const lenient = [...verdicts.values()].flatMap((verdict) =>
    verdict.kind === 'measured' && !verdict.where.startsWith('src/engines/builtin/') ? [verdict.where] : [],
  )
  expect(lenient).toEqual([])
})
