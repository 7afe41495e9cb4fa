import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closingQuote, hasMoreValuesThan } from './json-shape.ts'

const bytesOf = (text: string) => Buffer.from(new TextEncoder().encode(text).buffer)

/** Counts every value; an empty object or array twice, because a bracket might contain a value. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  const inside = Object.values(value)
  return inside.length === 0 ? 2 : inside.reduce((sum: number, each) => sum + countValues(each), 1)
}

test('values are counted without parsing', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 1, max: 30 }), (value, max) => {
      const text = JSON.stringify(value)
      expect(hasMoreValuesThan(bytesOf(text), max)).toBe(countValues(JSON.parse(text)) > max)
    }),
  )
})

test('the content of a literal is not counted', () => {
  expect(hasMoreValuesThan(bytesOf(JSON.stringify({ a: '[,{"\\'.repeat(100) })), 3)).toBe(false)
  expect(hasMoreValuesThan(bytesOf('['.repeat(100)), 99)).toBe(true)
  expect(hasMoreValuesThan(bytesOf('"[[[[[['), 3)).toBe(false)
})

test('a literal ends at the first quote that is not escaped', () => {
  expect(closingQuote(bytesOf('"a\\"b\\\\" "'), 1)).toBe(7)
  expect(closingQuote(bytesOf('"a\\"'), 1)).toBe(-1)
})
