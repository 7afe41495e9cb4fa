import { expect, test } from 'vitest'
import { demandOf } from './demands.ts'
import { Prefilter } from './prefilter.ts'

const lists: Record<string, string> = { adult: '[2-6][0-9]|forty', pool: 'people|candidates?' }

function isCandidate(pattern: string, text: string): boolean {
  const prefilter = new Prefilter()
  const named = (name: string) => demandOf(lists[name] ?? '', prefilter, () => null, false)
  prefilter.watch(demandOf(pattern, prefilter, named, true), 7)
  const first = prefilter.candidates(text)
  expect(prefilter.candidates(text)).toEqual(first)
  return first.includes(7)
}

test.each([
  ['under age', 'Nobody UNDER AGE.', 'underage'],
  ['(?:no|never) (?:men|women)', 'never women', 'never people'],
  ['no(?: old)? <pool>', 'no candidate', 'no old staff'],
  ['colou?r', 'color', 'colo'],
  ['x{0,3}yz{1,2}', 'yz', 'xx y'],
  ['限(?:男|女)[性生士]', '限女士', '限女的'],
  ['u[.]s[.](?= only)', 'U.S. only', 'U.S. citizens'],
  ['(?<=no )smoke(?!less|<adult>)', 'no smoke', 'no-smoking'],
  ['men(?:tal)?', 'Men', 'management'],
  ['(?:un)?fit', 'unfit', 'un fi'],
  ['(?:no |all )?age(?=d)', 'all aged', 'manager'],
  ['old-(?:man|boy)', 'old-boy', 'cold-boy'],
  ['ab\\.c|de(?:f|)', 'de', 'abc'],
])('%s can match %j, but not %j', (pattern, text, other) => {
  expect(isCandidate(pattern, text)).toBe(true)
  expect(isCandidate(pattern, other)).toBe(false)
})

test.each(['<adult>', '(?:old)?', '[a-z]{1,3}', '(?!old)', 'old|', '\\b[^x]', '^.$'])(
  '%s demands nothing of a text',
  (pattern) => {
    expect(isCandidate(pattern, 'anything')).toBe(true)
  },
)

test('many patterns are told apart in ascending order, text by text', () => {
  const prefilter = new Prefilter()
  const patterns = ['a+b', 'b', 'a', 'c'].map((text) => text.replace('+', ''))
  for (const [index, text] of patterns.entries()) {
    prefilter.watch(
      demandOf(text, prefilter, () => null, false),
      index,
    )
  }
  expect(prefilter.candidates('cab')).toEqual([0, 1, 2, 3])
  expect(prefilter.candidates('ba')).toEqual([1, 2])
  expect(prefilter.candidates('')).toEqual([])
})
