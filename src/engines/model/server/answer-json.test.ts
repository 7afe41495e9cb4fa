import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonCandidates } from './answer-json.ts'
import { assertFlat, readBySchema } from './json-schema.ts'

const first = (text: string) => [...jsonCandidates(text)][0]

test.each([
  ['{"a": 1}', { a: 1 }],
  [' \n{"a": 1}\n', { a: 1 }],
  ['```json\n{"a": 1}\n```', { a: 1 }],
  ['First {"a": 0}. No: {"a": 1}', { a: 1 }],
  ['<think>{"a": 0}</think>{"a": 1}', { a: 1 }],
  ['{"a": 0} hm</think>{"a": 1}', { a: 1 }],
  ['◁think▷{"a": 0}◁/think▷ {"a": 1}', { a: 1 }],
  // A quote of a resume may contain any characters.
  ['{"quote": "</think>{\\"a\\": 9}"}', { quote: '</think>{"a": 9}' }],
  ['Here: {"quote": "a } brace \\" {", "a": {"b": []}} done', { quote: 'a } brace " {', a: { b: [] } }],
  ['{ not json } {"a": 1} {', { a: 1 }],
])('%s', (text, value) => {
  expect(first(text)).toEqual(value)
})

test.each(['', ' \n\t', 'null and void', '{', '{"a": ', '}{'])('%j contains no object', (text) => {
  expect([...jsonCandidates(text)].filter((each) => typeof each === 'object' && each !== null)).toEqual([])
})

test('an object is found between any two texts', () => {
  const prose = fc.string().filter((text) => !/["{}<◁]/.test(text))
  fc.assert(
    fc.property(prose, fc.dictionary(fc.string(), fc.jsonValue()), prose, (before, value, after) => {
      const text = JSON.stringify(value)
      expect(first(`${before} ${text} ${after}`)).toEqual(JSON.parse(text))
    }),
  )
})

const schema = {
  type: 'object',
  properties: {
    status: { type: 'string', enum: ['met', 'not_met'] },
    quotes: { type: 'array', items: { type: 'string' } },
    years: { type: ['number', 'null'] },
    of: { anyOf: [{ type: 'boolean' }, { type: 'integer' }] },
  },
  required: ['status', 'quotes', 'years', 'of'],
  additionalProperties: false,
}
const right = { status: 'met', quotes: ['a'], years: 2.5, of: 3 }

test('a value is read by its schema, without unknown members', () => {
  expect(() => assertFlat(schema)).not.toThrow()
  expect(readBySchema(schema, { ...right, mood: 'good' })).toEqual({ value: right })
  expect(readBySchema(schema, { ...right, years: null, of: true })).toHaveProperty('value')
  expect(
    readBySchema(schema, JSON.parse(`{"__proto__": {"x": 1}, ${JSON.stringify(right).slice(1)}`)),
  ).toEqual({
    value: right,
  })
})

test.each([
  [[right], 'the answer must be an object'],
  [null, 'the answer must be an object'],
  [{ ...right, status: 'Met' }, 'the answer.status must be one of "met", "not_met"'],
  [{ ...right, quotes: 'a' }, 'the answer.quotes must be an array'],
  [{ ...right, quotes: ['a', 1] }, 'the answer.quotes[1] must be a string'],
  [{ ...right, years: '2' }, 'the answer.years must be a number or null'],
  [{ ...right, of: 'x' }, 'the answer.of must be a boolean'],
  [{ status: 'met' }, 'the answer must have the member "quotes"'],
  [Object.create(right), 'the answer must have the member "status"'],
])('a mistake names the place and what is allowed: %#', (value, mistake) => {
  expect(readBySchema(schema, value)).toEqual({ mistake })
})

test.each([
  [{ type: 'string', maxLength: 5 }, /uses maxLength/],
  [
    { type: 'object', properties: { a: { type: 'string' } }, required: [], additionalProperties: false },
    /require every/,
  ],
  [{ type: 'object', properties: {}, required: [] }, /allow no others/],
  [{ type: 'date' }, /unknown type/],
  [{ type: 'array', items: { type: 'string', default: '' } }, /schema\[\] uses default/],
])('a schema that some server can not take is refused: %#', (wrong, message) => {
  expect(() => assertFlat(wrong)).toThrow(message)
})
