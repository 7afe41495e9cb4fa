import { expect, test } from 'vitest'
import { durationText } from './show.ts'

test.each([
  [1, '1 min'],
  [3_541, '1 h 0 min'],
  [36_535, '10 h 9 min'],
  [727_735, '8 d 10 h'],
])('%i seconds are told as %s', (seconds, told) => {
  expect(durationText(seconds)).toBe(told)
})
