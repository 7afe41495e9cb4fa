import { afterAll, expect, test } from 'vitest'
import { createDocuments } from '../../src/documents/index.ts'
import { fuzz, type Result } from '../../tools/fuzz/fuzz.ts'
import { mutantOf } from '../../tools/fuzz/mutate.ts'
import { ownOriginals } from '../../tools/fuzz/originals.ts'

/** A few hundred of the tens of thousands of mutants that `node tools/fuzz-documents.ts` makes. */
const documents = createDocuments({ threads: 2 })
afterAll(() => documents.close())
const originals = await ownOriginals()
const mutants = 300

test('the same seed gives the same mutant, and most seeds give different ones', () => {
  const first = mutantOf(originals, 7)
  expect(mutantOf(originals, 7)).toEqual(first)
  const others = new Set([1, 2, 3, 4, 5].map((seed) => mutantOf(originals, seed).bytes.toString('latin1')))
  expect(others.size).toBe(5)
  expect(originals.every(({ parts }) => parts !== null)).toBe(true)
})

test('documents damaged by bytes, by objects and in their streams are read or refused', {
  timeout: 120_000,
}, async () => {
  const results: Result[] = []
  await fuzz({
    ...{ documents, originals, parallel: 2 },
    seeds: Array.from({ length: mutants }, (_, index) => index + 1),
    // Far above the usual time, also on a busy machine: it only catches reads that never end.
    ...{ limitMs: 30_000, graceMs: 5_000 },
    onResult: (result) => results.push(result),
  })
  expect(results).toHaveLength(mutants)
  expect(results.filter(({ outcome }) => outcome === 'odd' || outcome === 'stopped')).toEqual([])
  expect(results.filter(({ outcome }) => outcome === 'read').length).toBeGreaterThan(mutants / 2)
  expect(results.filter(({ outcome }) => outcome === 'refused').length).toBeGreaterThan(mutants / 50)
})
