import { expect, test } from 'vitest'
import { firstUuidAt, isUuid, randomIds, systemClock } from './index.ts'

test.each([
  randomIds().uuid(),
  '0198C0DE-0000-7000-8000-00000000ABCD',
  '00000000-0000-0000-0000-000000000000',
])('%s is a UUID', (text) => {
  expect(isUuid(text)).toBe(true)
})

test.each([
  '',
  '17',
  '0198c0de00007000800000000000abcd',
  '0198c0de-0000-7000-8000-00000000abcg',
  ' 0198c0de-0000-7000-8000-00000000abcd',
  '0198c0de-0000-7000-8000-00000000abcd\n',
  '{0198c0de-0000-7000-8000-00000000abcd}',
])('%j is none', (text) => {
  expect(isUuid(text)).toBe(false)
})

test('the first UUID of a moment separates earlier UUIDs from later ones', () => {
  expect(firstUuidAt(new Date('2026-01-15T04:00:00Z'))).toBe('019bbfcf-6a00-7000-8000-000000000000')
  const before = systemClock().now()
  const made = randomIds().uuid()
  expect([firstUuidAt(before) <= made, made < firstUuidAt(new Date(before.getTime() + 60_000))]).toEqual([
    true,
    true,
  ])
})
