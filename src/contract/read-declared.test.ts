import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fault } from './errors.ts'
import type { Fields, InputDeclaration } from './fields.ts'
import { jsonValuesMax } from './limits.ts'
import { parseInput, parseJson } from './parse-input.ts'
import { readDeclared } from './read-declared.ts'

const description = 'x'
const fields = {
  text: { type: 'text', wire: 'a_text', alias: 'aText', required: true, max: 20, description },
  count: { type: 'integer', wire: 'count', min: 1, max: 1_000, description },
  parts: { type: 'choices', wire: 'parts', of: ['head', 'tail'], max: 3, description },
  items: {
    type: 'list',
    wire: 'items',
    min: 1,
    max: 3,
    of: {
      text: { type: 'text', wire: 'text', required: true, max: 5, description },
      choice: { type: 'choice', wire: 'choice', of: ['one', 'other'], description },
      number: { type: 'number', wire: 'number', above: 0, max: 10, default: 1, description },
    },
    description,
  },
} as const satisfies Fields
const declaration: InputDeclaration = { fields }
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** A caller's result for the text: the input, or all its issues. */
function verdict(read: (json: Uint8Array) => unknown, json: Uint8Array): unknown {
  try {
    return read(json)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return [error.code, error.members]
  }
}
const whole = (json: Uint8Array) => verdict((each) => parseInput(declaration, parseJson(each)), json)
const declared = (json: Uint8Array) =>
  verdict((each) => parseInput(declaration, readDeclared(fields, each, isUtf8).value), json)

const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ maxLength: 6 }))
const item = fc.oneof(
  fc.record({
    text: anyText,
    choice: fc.oneof(fc.constantFrom('one', 'other'), fc.jsonValue({ maxDepth: 1 })),
    number: fc.oneof(fc.double({ min: 0, max: 12 }), fc.jsonValue({ maxDepth: 1 })),
    other: fc.jsonValue({ maxDepth: 2 }),
  }),
  fc.jsonValue({ maxDepth: 1 }),
)
const input = fc.record(
  {
    a_text: fc.oneof(anyText, fc.jsonValue({ maxDepth: 2 })),
    aText: anyText,
    count: fc.oneof(fc.integer(), fc.double(), fc.jsonValue({ maxDepth: 1 })),
    parts: fc.oneof(
      fc.array(fc.oneof(fc.constantFrom('head', 'tail', 'x'.repeat(2_000)), fc.jsonValue({ maxDepth: 1 })), {
        maxLength: 6,
      }),
      fc.jsonValue({ maxDepth: 1 }),
    ),
    items: fc.oneof(fc.array(item, { maxLength: 6 }), fc.jsonValue({ maxDepth: 1 })),
    other: fc.jsonValue({ maxDepth: 3 }),
  },
  { requiredKeys: [] },
)
const layout = fc.constantFrom(undefined, 1, '\t')

test('declared members read alone equal those of the whole body', () => {
  fc.assert(
    fc.property(fc.oneof(input, fc.jsonValue()), layout, (value, space) => {
      const json = bytesOf(JSON.stringify(value, null, space))
      expect(declared(json)).toEqual(whole(json))
    }),
    { numRuns: 2_000 },
  )
})

test('damaged JSON is refused, wherever the damage is', () => {
  const damage = fc.record({
    at: fc.nat(),
    cut: fc.nat({ max: 3 }),
    put: fc.constantFrom(
      '',
      '"',
      '\\',
      '\\u12',
      ',',
      ':',
      '{',
      ']',
      '}',
      '[',
      '0',
      '-',
      '.5',
      'e',
      'null',
      '\n',
      '\u0001',
      '\0',
      'é',
    ),
  })
  fc.assert(
    fc.property(input, damage, layout, (value, { at, cut, put }, space) => {
      const text = JSON.stringify(value, null, space)
      const start = at % (text.length + 1)
      const json = bytesOf(text.slice(0, start) + put + text.slice(start + cut))
      expect(declared(json)).toEqual(whole(json))
    }),
    { numRuns: 5_000 },
  )
})

test('numbers, literals, bytes and escapes follow the grammar', () => {
  const texts = [
    '0',
    '-0',
    '01',
    '-',
    '1.',
    '.1',
    '1e',
    '1e+',
    '1E-05',
    '0.1e+9',
    '+1',
    'tru',
    'true',
    'nulll',
    'NaN',
  ]
  const values = texts.flatMap((each) => [
    each,
    `{"other":${each}}`,
    `{"count":${each},"a_text":"a"}`,
    `[${each}]`,
  ])
  for (const text of [
    '',
    ' ',
    '\ufeff{}',
    ' \ufeff{}',
    '{}x',
    '{"a_text":"a"}\n',
    '{"a_text":"a",}',
    ...values,
  ]) {
    expect(declared(bytesOf(text)), text).toEqual(whole(bytesOf(text)))
  }
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x7b, 0, 0x7d, 0],
    [0xff, 0xfe, 0x7b, 0],
  ]) {
    expect(declared(new Uint8Array(bytes))).toEqual(whole(new Uint8Array(bytes)))
  }
})

test('the last member of a name counts, and a name may be escaped', () => {
  for (const text of [
    '{"a_text":"a","a_text":"b"}',
    '{"a\\u005ftext":"a","\\u0061_text":"b"}',
    '{"a_text":5,"a_text":"b"}',
  ]) {
    expect(declared(bytesOf(text))).toEqual({ text: 'b' })
  }
})

test('texts, lists and other values that are too long are refused at any length', () => {
  for (const each of ['x', '字', '😀', '\\n x', '\\ud83d\\ude00', 'é', '\\"']) {
    const text = `{"a_text":"${each.repeat(100_000)}","items":[${'{"text":"1234567"},'.repeat(9_000)}5],"count":${'1'.repeat(9_000)}}`
    const [code, { detail }] = declared(bytesOf(text)) as [
      string,
      { detail: { path: string; code: string }[] },
    ]
    expect(code).toBe('invalid_input')
    expect(detail.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'a_text too_long',
      'count wrong_type',
      'items too_many_items',
    ])
    expect(JSON.stringify(readDeclared(fields, bytesOf(text), isUtf8).value).length).toBeLessThan(2_000)
  }
  const nested = `{"a_text":${'['.repeat(9_000)}${']'.repeat(9_000)},"count":{"a":"${'x'.repeat(5_000)}"}}`
  expect(readDeclared(fields, bytesOf(nested), isUtf8).value).toEqual({ a_text: [], count: {} })
})

test('more values than any valid body has are refused before they are parsed', () => {
  const json = bytesOf(`{"other":[${'0,'.repeat(jsonValuesMax)}0]}`)
  expect(declared(json)).toEqual(whole(json))
})

test('the position of each value is returned', () => {
  const { ranges } = readDeclared(fields, bytesOf('{"count": 5, "aText" : "b"}'), isUtf8)
  expect([...ranges]).toEqual([
    ['count', { start: 10, end: 11 }],
    ['aText', { start: 23, end: 26 }],
  ])
})
