import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Caller, send } from '../../packages/client/src/call.ts'
import { createClient, isApiError, RecruiterApiError } from '../../packages/client/src/index.ts'
import {
  drop,
  envelope,
  half,
  json,
  proxyPage,
  refusal,
  type Scripted,
  silence,
  stall,
  success,
  useScriptedServer,
} from './scripted-server.ts'

/** The client's behaviour on failures, against a server that really fails. */

const server = useScriptedServer()
const apiKey = 'hecn_live_planted'
const client = (options: Partial<Parameters<typeof createClient>[0]> = {}) =>
  createClient({ baseUrl: server.url, apiKey, ...options })
const input = { resume_text: '五年 Go 开发经验', jd_text: '任职要求：3 年以上 Go 开发经验' }
const busy = refusal(409, 'idempotency_key_in_progress', { headers: { 'retry-after': '2' } })
const busyForLong = refusal(409, 'idempotency_key_in_progress', { headers: { 'retry-after': '9' } })
const soon = refusal(429, 'open_api_quota_exceeded', { headers: { 'retry-after': '3' } })

/** Each failure with its error code and the wait that the service asks for. */
const faults = {
  drop: { scripted: drop, code: 'network_error', passes: true, askedMs: 0 },
  half: { scripted: half, code: 'network_error', passes: true, askedMs: 0 },
  proxyPage: { scripted: proxyPage, code: 'bad_response', passes: true, askedMs: 0 },
  broken: { scripted: refusal(500, 'internal_error'), code: 'internal_error', passes: true, askedMs: 0 },
  soon: { scripted: soon, code: 'open_api_quota_exceeded', passes: true, askedMs: 3_000 },
  busy: { scripted: busy, code: 'idempotency_key_in_progress', passes: true, askedMs: 2_000 },
  tomorrow: {
    scripted: refusal(429, 'open_api_quota_exceeded', { headers: { 'retry-after': '3600' } }),
    ...{ code: 'open_api_quota_exceeded', passes: false, askedMs: 0 },
  },
  someTime: {
    scripted: refusal(429, 'open_api_quota_exceeded'),
    code: 'open_api_quota_exceeded',
    passes: false,
    askedMs: 0,
  },
  tooSlow: {
    scripted: refusal(500, 'internal_error', { members: { detail: { reason: 'timeout' } } }),
    ...{ code: 'internal_error', passes: false, askedMs: 0 },
  },
  poor: {
    scripted: refusal(402, 'insufficient_points'),
    code: 'insufficient_points',
    passes: false,
    askedMs: 0,
  },
  wrong: { scripted: refusal(400, 'invalid_input'), code: 'invalid_input', passes: false, askedMs: 0 },
  stranger: { scripted: refusal(401, 'unauthorized'), code: 'unauthorized', passes: false, askedMs: 0 },
  seeker: { scripted: refusal(403, 'recruiter_only'), code: 'recruiter_only', passes: false, askedMs: 0 },
  large: {
    scripted: refusal(413, 'payload_too_large'),
    code: 'payload_too_large',
    passes: false,
    askedMs: 0,
  },
  reused: {
    scripted: refusal(422, 'idempotency_key_reused'),
    code: 'idempotency_key_reused',
    passes: false,
    askedMs: 0,
  },
  elsewhere: { scripted: json(200, { hello: 'world' }), code: 'bad_response', passes: false, askedMs: 0 },
} as const satisfies Record<string, { scripted: Scripted; code: string; passes: boolean; askedMs: number }>
type FaultName = keyof typeof faults

const attemptsMax = 4
const attemptTimeoutMs = 5_000

/** The expected behaviour: the number of requests, and the outcome. */
function expected(names: readonly FaultName[]): { sent: number; end: string } {
  let failures = 0
  let busyMs = 0
  for (const [index, name] of names.entries()) {
    const sent = index + 1
    const { code, passes } = faults[name]
    if (!passes) return { sent, end: code }
    if (name === 'busy') {
      if (busyMs >= attemptTimeoutMs) return { sent, end: code }
      busyMs += 2_000
    } else {
      failures += 1
      if (failures === attemptsMax) return { sent, end: code }
    }
  }
  return { sent: names.length + 1, end: 'ok' }
}

test('after any sequence of failures a call is repeated only when safe, with the same body', async () => {
  const often: FaultName[] = ['drop', 'half', 'proxyPage', 'broken', 'soon', 'busy', 'busy', 'drop']
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...often) },
    { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(faults) as FaultName[])) },
  )
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(name, { maxLength: 8 }), async (names) => {
      const before = server.requests.length
      server.answer(...names.map((each) => faults[each].scripted), success)
      const waits: number[] = []
      const caller: Caller = {
        ...{ baseUrl: server.url, apiKey, fetch, attemptsMax, onRetry: undefined },
        wait: async (ms) => void waits.push(ms),
      }
      const call = { name: 'matchResumeToJd', path: '/match', body: '{}', attemptTimeoutMs } as const
      const end = await send(caller, call, {}).then(
        () => 'ok',
        (error: RecruiterApiError) => error.code,
      )
      const sent = server.requests.slice(before)
      expect({ sent: sent.length, end }).toEqual(expected(names))
      expect(new Set(sent.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1)
      expect(waits).toHaveLength(sent.length - 1)
      for (const [index, ms] of waits.entries()) {
        const asked = faults[names[index] ?? 'drop'].askedMs
        expect(ms).toBeGreaterThanOrEqual(asked || 250)
        expect(ms).toBeLessThanOrEqual(asked > 0 ? asked + 500 : 8_000)
      }
      const key = String(sent[0]?.headers['idempotency-key'])
      expect(seen.has(key), 'each call has a key of its own').toBe(false)
      seen.add(key)
    }),
    { numRuns: 150 },
  )
})

test('clients that failed together retry at different and growing intervals', async () => {
  const waits: number[][] = []
  for (let run = 0; run < 20; run++) {
    server.answer(drop)
    const own: number[] = []
    const caller: Caller = {
      ...{ baseUrl: server.url, apiKey, fetch, attemptsMax, onRetry: undefined },
      wait: async (ms) => void own.push(ms),
    }
    const call = { name: 'matchResumeToJd', path: '/match', body: '{}', attemptTimeoutMs } as const
    await expect(send(caller, call, {})).rejects.toBeInstanceOf(RecruiterApiError)
    waits.push(own)
  }
  expect(new Set(waits.map(([first]) => first)).size).toBe(20)
  for (const own of waits) expect(own).toEqual(own.toSorted((a, b) => a - b))
})

describe('a call by an integrator', () => {
  test('is retried after a broken connection and reports it', async () => {
    server.answer(drop, success)
    const retries: string[] = []
    const reply = await client({ onRetry: ({ error }) => retries.push(error.code) }).matchResumeToJd(input)
    expect(reply).toMatchObject({ ...envelope, meta: { attempts: 2, replayed: false } })
    expect(reply.meta.idempotencyKey).toBe(server.requests[1]?.headers['idempotency-key'])
    expect(retries).toEqual(['network_error'])
    expect(JSON.parse(server.requests[1]?.body ?? '')).toEqual(input)
  })
  test('is sent once if the caller wants no retries', async () => {
    server.answer(drop, success)
    const failed = client({ attemptsMax: 1 }).matchResumeToJd(input, { idempotencyKey: 'mine' })
    await expect(failed).rejects.toMatchObject({ code: 'network_error', attempts: 1, idempotencyKey: 'mine' })
    expect(server.requests).toHaveLength(1)
  })
  test('without charge has no idempotency key', async () => {
    server.answer(success)
    expect((await client().getBatchScreeningResult('a/../b')).meta.idempotencyKey).toBeNull()
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/api/open/v1/batches/a%2F..%2Fb' })
    expect(server.requests[0]?.headers).not.toHaveProperty('idempotency-key')
  })
  test.each(['..', '.', '', '\ud800', 'a\nb', '批次', 'a'.repeat(121), undefined, 5])(
    'with an impossible id is not sent: %j',
    async (batchId) => {
      const failed = client().getBatchScreeningResult(batchId as string)
      await expect(failed).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'batch_id' }] })
      expect(server.requests).toHaveLength(0)
    },
  )
  test.each(['__proto__', 'toString', 'bogus'])('with an unknown name is not sent: %s', async (name) => {
    const failed = client().call(name as 'optimizeJd', {})
    await expect(failed).rejects.toThrow(new TypeError(`there is no operation ${name}`))
    expect(server.requests).toHaveLength(0)
  })
  test.each(['60000', 12000.5, -100_000, 1e15, null, {}])(
    'sends an impossible time limit, for the service to refuse: %j',
    async (timeoutMs) => {
      server.answer(refusal(400, 'invalid_input'))
      const wrong = { fileDataUrl: 'x', timeoutMs: timeoutMs as number }
      for (const failed of [
        client().call('parseResume', wrong),
        client().parseResume(new Blob(['%PDF']), wrong),
      ]) {
        await expect(failed).rejects.toMatchObject({ code: 'invalid_input', status: 400 })
      }
      for (const { body } of server.requests) expect(JSON.parse(body)).toMatchObject({ timeoutMs })
    },
  )
  test('reports when to retry', async () => {
    server.answer(faults.tomorrow.scripted)
    await expect(client().matchResumeToJd(input)).rejects.toMatchObject({ retryAfterMs: 3_600_000 })
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
    server.answer(refusal(429, 'open_api_quota_exceeded', { headers: { 'retry-after': inAnHour } }))
    const { retryAfterMs } = await client()
      .matchResumeToJd(input)
      .catch((error) => error)
    expect(retryAfterMs).toBeGreaterThan(3_590_000)
  })
  test("doesn't follow redirects", async () => {
    const redirect: Scripted = (response) =>
      void response.writeHead(307, { location: `${server.url}/elsewhere` }).end()
    server.answer(redirect, success)
    await expect(client().matchResumeToJd(input)).rejects.toMatchObject({ code: 'bad_response', status: 307 })
    expect(server.requests).toHaveLength(1)
  })
  test('keeps the path of a proxy in the base address', async () => {
    server.answer(success)
    await client({ baseUrl: `${server.url}/recruiting/` }).matchResumeToJd(input)
    expect(server.requests[0]?.path).toBe('/recruiting/api/open/v1/matches/resume-jd')
  })
})

describe('time', () => {
  test.each([
    ['no answer', silence],
    ['an answer that never ends', stall],
  ])('%s is given up after its time, and tried again', async (_, scripted) => {
    server.answer(scripted)
    const failed = client({ attemptTimeoutMs: 80, attemptsMax: 2 }).matchResumeToJd(input)
    await expect(failed).rejects.toMatchObject({ code: 'timed_out', status: null, attempts: 2 })
    expect(server.requests).toHaveLength(2)
  })
  test.each([
    ['while it waits for the answer', silence],
    ['while it waits to try again', busyForLong],
  ])('a call ends at once %s when its caller aborts', async (_, scripted) => {
    server.answer(scripted)
    const reason = new Error('the user went home')
    const controller = new AbortController()
    const failed = client({ attemptsMax: 1 }).matchResumeToJd(input, { signal: controller.signal })
    let abortedAtMs = 0
    setTimeout(() => {
      abortedAtMs = performance.now()
      controller.abort(reason)
    }, 100)
    await expect(failed).rejects.toBe(reason)
    expect(performance.now() - abortedAtMs).toBeLessThan(4_000)
    expect(server.requests).toHaveLength(1)
  })
  test('a call aborted before its start sends nothing', async () => {
    const signal = AbortSignal.abort()
    for (const call of [
      client().matchResumeToJd(input, { signal }),
      client().parseResume(new Blob(['%PDF']), { signal }),
    ]) {
      await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    }
    expect(server.requests).toHaveLength(0)
  })
  test('no listeners remain on a long-lived signal', async () => {
    let listeners = 0
    const { signal } = new AbortController()
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1
      add(...args)
    }
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1
      remove(...args)
    }
    server.answer(drop, success)
    await client().matchResumeToJd(input, { signal })
    expect(listeners).toBe(0)
  })
})

describe('errors', () => {
  test("contain the service's error", async () => {
    const members = { required_point_cents: 100, balance_point_cents: 40, resource_point_cents: 5 }
    server.answer(refusal(402, 'insufficient_points', { members }))
    const error: unknown = await client()
      .matchResumeToJd(input)
      .catch((thrown) => thrown)
    if (!isApiError(error, 'insufficient_points')) throw error
    expect(error).toMatchObject({ status: 402, requestId: 'r', attempts: 1 })
    expect(error.requiredPointCents - error.balancePointCents + error.resourcePointCents).toBe(65)
    expect(isApiError(error, 'invalid_input', 'unauthorized')).toBe(false)
    expect(isApiError(error)).toBe(true)
    expect(isApiError(new Error('insufficient_points'))).toBe(false)
  })
  test('name the problems of an input', async () => {
    const detail = [
      { path: 'jd_text', code: 'too_short', message: '内容过短' },
      { path: '', code: 'not_json', message: '' },
    ]
    server.answer(refusal(400, 'invalid_input', { members: { detail } }))
    const error: unknown = await client()
      .matchResumeToJd(input)
      .catch((thrown) => thrown)
    if (!isApiError(error, 'invalid_input')) throw error
    expect(error.issues).toEqual(detail)
    expect(error.message).toBe('invalid_input: 说明 [jd_text: too_short] [body: not_json] (request r)')
  })
  test.each([null, 'told in one sentence', 5, [null, 'x'], { reason: null }])(
    'are service errors with any detail: %j',
    async (detail) => {
      server.answer(refusal(400, 'invalid_input', { members: { detail } }))
      const error = await client()
        .matchResumeToJd(input)
        .catch((thrown) => thrown)
      expect(error).toBeInstanceOf(RecruiterApiError)
      expect(error).toMatchObject({ code: 'invalid_input', status: 400, issues: [], reason: null })
      expect(error.message).toBe('invalid_input: 说明 (request r)')
    },
  )
  test.each([drop, half, proxyPage, faults.poor.scripted])(
    'never show the key or the text',
    async (scripted) => {
      server.answer(scripted)
      const error = await client({ attemptsMax: 1 })
        .matchResumeToJd(input)
        .catch((thrown) => thrown)
      expect(error).toBeInstanceOf(RecruiterApiError)
      const shown = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)
      expect(shown).not.toContain(apiKey)
      expect(shown).not.toContain(input.resume_text)
    },
  )
  test.each([
    ['a key that is no header', { apiKey: 'hecn_live_\nplanted' }, /^apiKey must be/],
    ['no key', { apiKey: '' }, /^apiKey must be/],
    ['no address', { baseUrl: 'recruiter.example.com' }, /^baseUrl must be/],
    ['a query in the address', { baseUrl: 'http://a.example.com?x=1' }, /^baseUrl must be/],
    ['no attempt at all', { attemptsMax: 0 }, /^attemptsMax must be/],
  ])('of the caller are told at once: %s', (_, options, message) => {
    expect(() => client(options)).toThrow(
      expect.objectContaining({ name: 'TypeError', message: expect.stringMatching(message) }),
    )
  })
  test('in arguments are reported before the call is sent', async () => {
    for (const own of [
      { idempotencyKey: '候选人 1' },
      { idempotencyKey: 'k'.repeat(161) },
      { attemptTimeoutMs: 0.5 },
    ]) {
      await expect(client().matchResumeToJd(input, own)).rejects.toBeInstanceOf(TypeError)
    }
    expect(server.requests).toHaveLength(0)
  })
})
