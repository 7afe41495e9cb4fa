import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Priority } from '../../text/index.ts'
import { bands, kindWeight, type RequirementKind } from '../weights.ts'
import type { Assessed } from './assess.ts'
import { bandOf, score } from './score.ts'

const weighed = (Object.keys(kindWeight) as RequirementKind[]).filter((kind) => kindWeight[kind] > 0)
const kind = fc.constantFrom(...weighed)

function assessed(ofKind: RequirementKind, priority: Priority, credit: number): Assessed {
  const requirement = {
    text: '',
    norm: '',
    words: new Map(),
    priority,
    kind: ofKind,
    yearsMin: undefined,
    field: undefined,
    degree: undefined,
    concepts: [],
    anyOf: false,
  }
  return { requirement, status: 'met', credit, quotes: [], shownBy: undefined, missing: [], faint: [] }
}

const likeness = (similarity: number, title?: number) => ({
  profile: similarity,
  similarity,
  title,
  topics: undefined,
  profileTrust: 1,
})
const share = fc.double({ min: 0, max: 1, noNaN: true })
const kinds = (minLength: number) => fc.array(kind, { minLength, maxLength: 25 })

test('preferred requirements never compensate for one missing must', () => {
  fc.assert(
    fc.property(kinds(1), kinds(1), fc.nat(), share, (musts, preferred, pick, similarity) => {
      const missing = pick % musts.length
      const all = [
        ...musts.map((each) => assessed(each, 'must', 1)),
        ...preferred.map((each) => assessed(each, 'preferred', 0)),
      ]
      const lacking = [
        ...musts.map((each, index) => assessed(each, 'must', index === missing ? 0 : 1)),
        ...preferred.map((each) => assessed(each, 'preferred', 1)),
      ]
      return score(all, likeness(similarity)).score > score(lacking, likeness(similarity)).score
    }),
  )
})

test('more credit never lowers a score, which stays between 0 and 100', () => {
  const requirement = fc.record({
    kind,
    credit: share,
    priority: fc.constantFrom<Priority>('must', 'preferred'),
  })
  fc.assert(
    fc.property(fc.array(requirement, { minLength: 1 }), fc.nat(), share, (list, pick, similarity) => {
      const build = (better: number) =>
        list.map((each, index) => assessed(each.kind, each.priority, index === better ? 1 : each.credit))
      const before = score(build(-1), likeness(similarity, 0.5)).score
      const after = score(build(pick % list.length), likeness(similarity, 0.5)).score
      return after >= before - 1e-9 && before >= 0 && after <= 100 + 1e-9
    }),
  )
})

test('a channel that the job does not ask for is left out', () => {
  expect(score([assessed('skill', 'must', 1)], likeness(1)).score).toBeCloseTo(100, 9)
  expect(
    score([], { profile: undefined, similarity: 0.5, title: undefined, topics: undefined, profileTrust: 1 })
      .score,
  ).toBeCloseTo(50, 9)
})

test('without met requirements a match is never good; with all met it is never poor', () => {
  const many = (credit: number) => [1, 2, 3].map(() => assessed('skill', 'must', credit))
  expect(score(many(0), likeness(1, 1)).band).toMatch(/weak|poor/)
  expect(score(many(1), likeness(-1, 0)).band).toBe('good')
})

test('with few known terms the profile uses the similarity of words', () => {
  const profileOf = (profile: number, similarity: number, profileTrust: number) =>
    score([], { ...likeness(similarity), profile, profileTrust }).channels.profile
  expect(profileOf(-1, 0.8, 0.25)).toBeCloseTo(0.6, 9)
  expect(profileOf(-1, 0.8, 1)).toBe(0)
  expect(profileOf(1, 0.1, 0.25)).toBe(1)
})

test('a band begins at its score', () => {
  expect([bands.strong, bands.good, bands.weak, 0].map(bandOf)).toEqual(['strong', 'good', 'weak', 'poor'])
})
