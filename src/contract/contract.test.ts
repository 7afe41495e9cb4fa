import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { pointCents } from './amounts.ts'
import { errorEnvelope, successEnvelope } from './envelope.ts'
import { errorTable, fault, internalError } from './errors.ts'
import { inputSchema } from './fields.ts'
import { canonicalJson } from './json.ts'
import { operationNames, operationsUnder } from './operations/index.ts'
import { optimizeHold, optimizePrice } from './prices.ts'
import { defaultTerms } from './terms.ts'

describe('amounts and prices', () => {
  test('an amount is a whole number and never negative', () => {
    for (const bad of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => pointCents(bad)).toThrow()
  })
  test('optimizeJd costs its tokens, rounded up, and at least 100', () => {
    expect(optimizePrice({ promptTokens: 0, completionTokens: 0 }, defaultTerms)).toBe(100)
    expect(optimizePrice({ promptTokens: 10_000, completionTokens: 0 }, defaultTerms)).toBe(100)
    expect(optimizePrice({ promptTokens: 10_001, completionTokens: 0 }, defaultTerms)).toBe(101)
    expect(optimizePrice({ promptTokens: 1_000, completionTokens: 4_000 }, defaultTerms)).toBe(130)
  })
  test('the hold covers every outcome', () => {
    const held = optimizeHold(5_000, defaultTerms)
    expect(held).toBeGreaterThanOrEqual(
      optimizePrice({ promptTokens: 5_000, completionTokens: 4_096 }, defaultTerms),
    )
  })
})

describe('operations', () => {
  test('are the five of the specification', () => {
    const routes = operationsUnder(defaultTerms).map(({ method, path, tool }) => `${method} ${path} ${tool}`)
    expect(routes).toEqual([
      'POST /resumes/parse resume_parse',
      'POST /matches/resume-jd resume_match',
      'POST /jds/optimize jd_optimize',
      'POST /batches/screen batch_screen',
      'GET /batches/{id} batch_status',
    ])
    expect(operationsUnder(defaultTerms).map(({ name }) => name)).toEqual([...operationNames])
  })
  test('a published schema agrees with the parser about spellings and nulls', () => {
    const ajv = new Ajv2020({ strict: false })
    const [, match, optimize] = operationsUnder(defaultTerms)
    if (match === undefined || optimize === undefined) throw new Error('the contract has five operations')
    const matchSchema = ajv.compile(inputSchema(match.input))
    expect(matchSchema({ resume_text: 'a', jdText: '0123456789', job_title: null, other: 1 })).toBe(true)
    expect(matchSchema({ resume_text: 'a' })).toBe(false)
    expect(matchSchema({ resume_text: null, jd_text: '0123456789' })).toBe(false)
    const optimizeSchema = ajv.compile(inputSchema(optimize.input))
    expect(optimizeSchema({ jobTitle: 'a' })).toBe(true)
    expect(optimizeSchema({ location: 'a' })).toBe(false)
  })
})

describe('envelopes', () => {
  test('an error has its code, its Chinese message and no unused members', () => {
    expect(errorEnvelope('r', fault('unauthorized', { internal: 'secret' }))).toEqual({
      ok: false,
      request_id: 'r',
      error: 'unauthorized',
      message: errorTable.unauthorized.message,
    })
    const short = fault('insufficient_points', {
      public: { requiredPointCents: 100, balancePointCents: 0, resourcePointCents: 0 },
    })
    expect(errorEnvelope('r', short)).toMatchObject({ required_point_cents: 100, balance_point_cents: 0 })
    expect(errorEnvelope('r', internalError('timeout', { internal: 'secret' }))).toMatchObject({
      detail: { reason: 'timeout' },
    })
  })
  test('every message is Chinese', () => {
    for (const { message } of Object.values(errorTable)) expect(message).toMatch(/[\u4e00-\u9fff]/)
  })
  test('a success has all six members of its billing, points exact to two decimals', () => {
    const billing = {
      billedPointCents: pointCents(15),
      balancePointCents: pointCents(9_985),
      resourcePointCents: pointCents(5),
    }
    const outcome = { data: {}, usage: {}, costPointCents: pointCents(15) }
    expect(successEnvelope('r', outcome, billing).billing).toEqual({
      billed_point_cents: 15,
      billed_points: 0.15,
      balance_point_cents: 9_985,
      balance_points: 99.85,
      resource_point_cents: 5,
      resource_points: 0.05,
    })
  })
})

test('canonical JSON is the same for the same value, whatever the order of its members', () => {
  expect(canonicalJson({ b: 1, a: [{ d: null, c: 'x' }] })).toBe(
    canonicalJson({ a: [{ c: 'x', d: null }], b: 1 }),
  )
  expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}')
})
