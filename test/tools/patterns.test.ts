import { expect, test } from 'vitest'
import { judge } from '../../tools/patterns/judge.ts'
import type { Pattern } from '../../tools/patterns/patterns.ts'

const at = (source: string, flags: string, place: string): Pattern => ({ source, flags, places: [place] })
const inEngine = 'src/engines/builtin/match/x.ts:1'
const inKit = 'src/kit/x.ts:1'
type Said = Parameters<typeof judge>[1]
const safe = (pattern: Pattern): Said => ({
  ...pattern,
  status: 'safe',
  checker: 'automaton',
  complexity: { type: 'safe', summary: 'safe', isFuzz: false },
})
const undecided = (pattern: Pattern): Said => ({ ...pattern, status: 'unknown', error: { kind: 'timeout' } })
const exponential = (pattern: Pattern): Said => ({
  ...pattern,
  status: 'vulnerable',
  checker: 'fuzz',
  attack: { pumps: [{ prefix: '', pump: 'a', bias: 0 }], suffix: '', base: 1, string: '', pattern: '' },
  complexity: { type: 'exponential', summary: 'exponential', isFuzz: true },
  hotspot: [],
})
const kindOf = (pattern: Pattern, said: (pattern: Pattern) => Said) => judge(pattern, said(pattern)).kind

test.each([
  '(?:[ab]|a){0,60}$',
  String.raw`!\[\]\((?:\[[^\])\n]{0,80}\]|[^)\n]){0,200}\)`,
  '(?:且|并且?|和)+不$',
])('a pattern that its own pieces make slow is refused, whatever recheck says: %s', (source) => {
  expect(kindOf(at(source, 'gu', inEngine), safe)).toBe('refused')
})

test('a pattern that recheck clears and no attack slows is safe', () => {
  expect(kindOf(at('[ab]{0,60}c', 'u', inKit), safe)).toBe('safe')
})

test("a fast pattern that recheck can't clear is listed in the engine and refused elsewhere", () => {
  expect(kindOf(at('[ab]{0,60}c', 'u', inEngine), undecided)).toBe('measured')
  expect(kindOf(at('[ab]{0,60}c', 'u', inKit), undecided)).toBe('refused')
})

test('a pattern that recheck finds exponential is refused everywhere', () => {
  expect(kindOf(at('ab', 'u', inEngine), exponential)).toBe('refused')
})
