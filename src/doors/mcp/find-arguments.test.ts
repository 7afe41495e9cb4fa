import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findArguments } from './find-arguments.ts'

function found(text: string): string | null {
  const json = Buffer.from(text)
  const range = findArguments(json)
  return range === null ? null : json.toString('utf8', range.start, range.end)
}

const jsonObject = fc.dictionary(fc.string(), fc.jsonValue())

test('arguments are found as a parser sees them, whatever surrounds them', () => {
  const property = fc.property(
    jsonObject,
    jsonObject,
    jsonObject,
    fc.boolean(),
    (given, meta, around, pretty) => {
      const { params: _, ...rest } = around
      const message = {
        ...rest,
        params: { _meta: meta, name: 'a_tool', arguments: given, last: [meta] },
        id: 1,
      }
      const text = found(JSON.stringify(message, null, pretty ? 2 : undefined))
      expect(JSON.parse(text ?? 'null')).toEqual(JSON.parse(JSON.stringify(given)))
    },
  )
  fc.assert(property)
})

test('only params.arguments is found, and only if it is an object', () => {
  const none = [
    '{"arguments":{"a":1}}',
    '{"params":[{"arguments":{"a":1}}]}',
    '{"params":{"x":{"arguments":{"a":1}}}}',
    '{"x":{"arguments":{"a":1}},"params":{}}',
    '[{"params":{"arguments":{"a":1}}}]',
    '{"params":{"arguments":[{"a":1}]}}',
    '{"params":{"arguments":"{}"}}',
    '{"params":{"x":"arguments","y":{"a":1}}}',
    '{"params":{"\\u0061rguments":{"a":1}}}',
  ]
  for (const text of none) expect(found(text), text).toBeNull()
})

test('in invalid JSON they are not found, or only in part, and the search always ends', () => {
  for (const text of [
    '',
    '"',
    '{',
    '{"params":{"arguments":{',
    '}}}}{"params"',
    '{"params":{"arguments":{"a":"\\',
  ])
    expect(found(text), text).toBeNull()
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\ap') }), (text) => {
      findArguments(Buffer.from(text))
    }),
  )
})
