import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Fault, type Issue } from './errors.ts'
import type { JsonValue } from './json.ts'
import {
  batchIdFields,
  matchFields,
  operationsUnder,
  optimizeFields,
  parseResumeFields,
} from './operations/index.ts'
import { isLongerThan, parseInput, parseJson } from './parse-input.ts'
import { defaultTerms } from './terms.ts'

const jd = '任职要求：三年以上 Go 经验'
const optimize = { fields: optimizeFields, atLeastOneOf: ['jdText', 'jobTitle', 'requirements'] } as const

/** The issues as `path code`, or the code of another fault. */
function refusalOf(work: () => unknown): string[] {
  const error = faultOf(work)
  if (error === null) return []
  if (error.code !== 'invalid_input') return [error.code]
  return (error.members.detail as unknown as Issue[]).map(({ path, code }) => `${path} ${code}`.trim())
}

function faultOf(work: () => unknown): Fault | null {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return error
  }
  return null
}
const match = (value: JsonValue) => parseInput({ fields: matchFields }, value)

describe('spellings', () => {
  test('snake_case and camelCase are one field', () => {
    const expected = { resumeText: 'a', jdText: jd, jobTitle: 'b' }
    expect(match({ resume_text: 'a', jd_text: jd, job_title: 'b' })).toEqual(expected)
    expect(match({ resumeText: 'a', jdText: jd, jobTitle: 'b' })).toEqual(expected)
    expect(match({ resume_text: 'a', resumeText: 'a', jdText: jd, job_title: 'b' })).toEqual(expected)
  })
  test('two different spellings are an issue of that field', () => {
    expect(refusalOf(() => match({ resume_text: 'a', resumeText: 'b', jd_text: jd }))).toEqual([
      'resume_text conflicting_spellings',
    ])
  })
  test('a null spelling counts as omitted', () => {
    expect(match({ resume_text: 'a', resumeText: null, jdText: jd })).toEqual({ resumeText: 'a', jdText: jd })
  })
})

describe('given fields', () => {
  test('unknown members are ignored, null is the same as omitted', () => {
    const input = match({ resume_text: 'a', jd_text: jd, job_title: null, mystery: [1] })
    expect(input).toEqual({ resumeText: 'a', jdText: jd })
  })
  test('nothing is coerced', () => {
    expect(refusalOf(() => match({ resume_text: 5, jd_text: [jd] }))).toEqual([
      'resume_text wrong_type',
      'jd_text wrong_type',
    ])
  })
  test('all problems are reported together', () => {
    expect(refusalOf(() => match({ jd_text: 'short', job_title: 'x'.repeat(201) }))).toEqual([
      'resume_text required',
      'jd_text too_short',
      'job_title too_long',
    ])
  })
  test('a body that is not an object is refused', () => {
    for (const value of [null, 'a', 5, [], true])
      expect(refusalOf(() => match(value))).toEqual(['not_an_object'])
  })
  test('members of the prototype are not members of the input', () => {
    expect(refusalOf(() => match(JSON.parse('{"__proto__": {"resume_text": "a"}}')))).toContain(
      'resume_text required',
    )
  })
})

describe('texts', () => {
  test('are trimmed before the minimum is checked, and white space alone is refused', () => {
    expect(match({ resume_text: ' a\n', jd_text: `\u3000${jd}` })).toEqual({ resumeText: 'a', jdText: jd })
    expect(refusalOf(() => match({ resume_text: ' \u3000\n', jd_text: ` ${'x'.repeat(9)} ` }))).toEqual([
      'resume_text blank',
      'jd_text too_short',
    ])
  })
  test('are counted in code points', () => {
    expect(match({ resume_text: '😀'.repeat(12_000), jd_text: jd }).resumeText).toHaveLength(24_000)
    expect(refusalOf(() => match({ resume_text: '😀'.repeat(12_001), jd_text: jd }))).toEqual([
      'resume_text too_long',
    ])
    expect(refusalOf(() => match({ resume_text: 'a', jd_text: '😀'.repeat(9) }))).toEqual([
      'jd_text too_short',
    ])
  })
  test('isLongerThan agrees with counting', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 40 })
    fc.assert(
      fc.property(texts, fc.nat(40), (text, limit) => isLongerThan(text, limit) === [...text].length > limit),
    )
  })
})

describe('optimizeJd', () => {
  test('needs one of three', () => {
    expect(refusalOf(() => parseInput(optimize, { location: '上海' }))).toEqual(['at_least_one'])
    expect(parseInput(optimize, { jobTitle: '教师', jd_text: '' })).toEqual({ jobTitle: '教师' })
    expect(parseInput(optimize, { requirements: 'x' })).toEqual({ requirements: 'x' })
  })
  test('a short jd_text is enough here', () => {
    expect(parseInput(optimize, { jd_text: '教师' })).toEqual({ jdText: '教师' })
  })
})

describe('parseResume', () => {
  const parse = (value: JsonValue) => parseInput({ fields: parseResumeFields }, value)
  const fileDataUrl = 'data:application/pdf;base64,JVBERi0='
  test('takes whole numbers within their limits', () => {
    const input = { fileDataUrl, pages: 10_000, timeoutMs: 660_000, fileName: 'a.pdf' }
    expect(parse(input)).toEqual(input)
    expect(refusalOf(() => parse({ fileDataUrl, pages: 0, timeoutMs: 660_001 }))).toEqual([
      'pages too_small',
      'timeoutMs too_large',
    ])
    expect(refusalOf(() => parse({ fileDataUrl, pages: 1.5, timeoutMs: '10000' }))).toEqual([
      'pages wrong_type',
      'timeoutMs wrong_type',
    ])
  })
  test('requires a base64 data URL of a PDF', () => {
    expect(parse({ fileDataUrl: 'DATA:application/PDF;name=a;base64,AAAA' })).toBeTruthy()
    for (const bad of [
      '',
      'x',
      'data:image/png;base64,AAAA',
      'data:application/pdf,AAAA',
      'https://example.com/a.pdf',
    ]) {
      expect(refusalOf(() => parse({ fileDataUrl: bad }))).toEqual(['fileDataUrl bad_data_url'])
    }
  })
  test('refuses 25,000,001 characters as too large', () => {
    const head = 'data:application/pdf;base64,'
    expect(parse({ fileDataUrl: head + 'A'.repeat(25_000_000 - head.length) })).toBeTruthy()
    expect(refusalOf(() => parse({ fileDataUrl: head + 'A'.repeat(25_000_001 - head.length) }))).toEqual([
      'payload_too_large',
    ])
  })
})

describe('lists', () => {
  const [, , , start] = operationsUnder({ ...defaultTerms, batchResumesMax: 2 })
  if (start === undefined) throw new Error('the contract has five operations')
  const batch = (resumes: JsonValue) => parseInput(start.input, { jd_text: jd, resumes })
  test('are read item by item, under the maximum in force', () => {
    expect(batch([{ text: 'a' }, { text: 'b', label: 'B' }])).toMatchObject({
      resumes: [{ text: 'a' }, { label: 'B' }],
    })
    expect(refusalOf(() => batch([]))).toEqual(['resumes too_few_items'])
    expect(refusalOf(() => batch([{ text: 'a' }, { text: 'a' }, { text: 'a' }]))).toEqual([
      'resumes too_many_items',
    ])
    expect(refusalOf(() => batch([{ text: ' ' }, 5]))).toEqual([
      'resumes[0].text blank',
      'resumes[1] not_an_object',
    ])
  })
})

test('the id in the path and batch_id of a tool are one field', () => {
  expect(parseInput({ fields: batchIdFields }, { id: 'x' })).toEqual({ batchId: 'x' })
  expect(parseInput({ fields: batchIdFields }, { batch_id: 'x' })).toEqual({ batchId: 'x' })
  const read = (value: JsonValue) => parseInput({ fields: batchIdFields }, value)
  expect(refusalOf(() => read({ id: 'x', batch_id: 'y' }))).toEqual(['batch_id conflicting_spellings'])
  expect(refusalOf(() => read({ id: 5 }))).toEqual(['batch_id wrong_type'])
  expect(read({ id: '  ' })).toEqual({ batchId: '  ' })
})

test("parseJson refuses a body that is not JSON in UTF-8, and doesn't quote it", () => {
  expect(parseJson(Buffer.from('\ufeff{"a":1}'))).toEqual({ a: 1 })
  for (const bad of [Buffer.from('{"secret'), Buffer.from([0x22, 0xff, 0x22]), Buffer.from('')]) {
    expect(refusalOf(() => parseJson(bad))).toEqual(['not_json'])
  }
})

test('parseJson names UTF-8 if a body has another encoding', () => {
  const json = '{"a":"b"}'
  const gbk = Buffer.from([0x7b, 0x22, 0xba, 0xf3, 0x22, 0x3a, 0x31, 0x7d])
  const others = [gbk, Buffer.from(`\ufeff${json}`, 'utf16le'), Buffer.from(json, 'utf16le')]
  const told = (bytes: Uint8Array) => JSON.stringify(faultOf(() => parseJson(bytes))?.members.detail)
  for (const bytes of others) expect(told(bytes)).toMatch(/not_json.*UTF-8/)
  expect(told(Buffer.from('{a:1}'))).not.toContain('UTF-8')
})

test('parseJson refuses a text with millions of objects before it parses it', () => {
  const bomb = Buffer.from(`[${'[],'.repeat(100_000)}[]]`)
  expect(refusalOf(() => parseJson(bomb))).toEqual(['json_too_complex'])
})

test('any body gives an input or an error', () => {
  const declarations = operationsUnder(defaultTerms).map((operation) => operation.input)
  fc.assert(
    fc.property(fc.constantFrom(...declarations), fc.jsonValue(), (declaration, value) => {
      refusalOf(() => parseInput(declaration, value as JsonValue))
    }),
  )
})

describe('criteria', () => {
  const criteria = (value: JsonValue) => match({ resume_text: 'a', jd_text: jd, criteria: value })
  const one = { text: ' 3 年以上 Go ', priority: 'must' }

  test('have a default weight of 1, and no unknown members', () => {
    const given = [
      one,
      { ...one, priority: 'preferred', weight: 0.5, status: 'met', evidence: null, kind: 'years' },
    ]
    expect(criteria(given).criteria).toEqual([
      { text: '3 年以上 Go', priority: 'must', weight: 1 },
      { text: '3 年以上 Go', priority: 'preferred', weight: 0.5 },
    ])
    expect(criteria([one])).toEqual(criteria([{ ...one, weight: 1, stated: false }]))
    expect(criteria([{ ...one, weight: null }])).toEqual(criteria([one]))
    expect(criteria(null)).toEqual({ resumeText: 'a', jdText: jd })
  })
  test('are 1 to 60 texts of at most 500 characters, with a priority and a weight above 0, at most 10', () => {
    const refused = (value: JsonValue) => refusalOf(() => criteria(value))
    expect(refused([])).toEqual(['criteria too_few_items'])
    expect(refused(Array.from({ length: 61 }, () => one))).toEqual(['criteria too_many_items'])
    expect(refused([{ ...one, text: 'x'.repeat(501) }])).toEqual(['criteria[0].text too_long'])
    expect(refused(['Go'])).toEqual(['criteria[0] not_an_object'])
    expect(refused({ text: 'Go' })).toEqual(['criteria wrong_type'])
    expect(refused([one, { weight: 0 }])).toEqual([
      'criteria[1].text required',
      'criteria[1].priority required',
      'criteria[1].weight too_small',
    ])
    expect(refused([{ text: ' ', priority: 'nice', weight: 10.01 }])).toEqual([
      'criteria[0].text blank',
      'criteria[0].priority unknown_value',
      'criteria[0].weight too_large',
    ])
    expect(refused([{ ...one, priority: 1, weight: '1' }])).toEqual([
      'criteria[0].priority wrong_type',
      'criteria[0].weight wrong_type',
    ])
    expect(
      refused(Array.from({ length: 60 }, () => ({ ...one, text: '字'.repeat(500), weight: 10 }))),
    ).toEqual([])
  })
})
