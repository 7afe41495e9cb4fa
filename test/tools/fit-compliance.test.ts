import { expect, test } from 'vitest'
import { trainingOf } from '../../src/engines/index.ts'
import { readSets } from '../../tools/fit/labelled.ts'
import { distance, separate } from '../../tools/fit/linear.ts'
import { learnTable } from '../../tools/fit/wording.ts'

test('a plane parts what can be parted, and is the same each time', () => {
  const places = [[0, 2], [0, 3], [1, 2], [1, 3], [], [2, 3]]
  const rows = places.map((each) => ({ places: each, size: 2 }))
  const isIn = [true, true, false, false, false, false]
  const plane = separate(rows, isIn, 4)
  expect(rows.map((row) => distance(plane, row) > 0)).toEqual(isIn)
  expect(separate(rows, isIn, 4)).toEqual(plane)
})

test.each(['zh', 'en'] as const)('what is learned in %s is what its table says', (language) => {
  const training = trainingOf(language)
  const samples = readSets(language).flatMap((set) =>
    /^(?:first|second|plain-6)$/.test(set.name) ? set.samples : [],
  )
  const table = training.read(learnTable(samples, training, { sentence: 0, theme: 0 }))
  const told = samples.filter(({ text }) => training.judge(text, table).length > 0)
  const harmful = samples.filter(({ rules }) => rules.length > 0)
  expect(told.filter(({ rules }) => rules.length === 0).length).toBeLessThan(told.length / 50)
  expect(told.length).toBeGreaterThan(harmful.length * 0.97)
  const named = told.filter(({ text, rules }) => rules.includes(training.judge(text, table)[0] ?? ''))
  expect(named.length).toBeGreaterThan(told.length * 0.95)
})
