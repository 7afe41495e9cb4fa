import { expect, test } from 'vitest'
import { impactRatios } from './audit-command.ts'

const group = (category: string, name: string, scores: readonly number[]) => ({
  kind: 'sex' as const,
  category,
  group: name,
  headers: [],
  scores,
})

test('impact ratios: the rate of a group over the highest rate of its category', () => {
  const rows = impactRatios(
    [group('sex', 'a', [80, 70, 60, 40]), group('sex', 'b', [60, 50, 40, 30]), group('age', 'c', [10, 20])],
    56,
  )
  expect(rows.map((row) => [row.group, row.selectionRate, row.selectionRatio])).toEqual([
    ['a', 0.75, 1],
    ['b', 0.25, 1 / 3],
    ['c', 0, 1],
  ])
  // The median of sex is 55: three of a are above it, one of b.
  expect(rows.map((row) => [row.scoringRate, row.scoringRatio])).toEqual([
    [0.75, 1],
    [0.25, 1 / 3],
    [0.5, 1],
  ])
})

test('equal scores have the ratio 1', () => {
  const rows = impactRatios([group('sex', 'a', [60, 60]), group('sex', 'b', [60])], 56)
  expect(rows.map((row) => [row.selectionRatio, row.scoringRatio])).toEqual([
    [1, 1],
    [1, 1],
  ])
})
