import { afterEach, expect, test } from 'vitest'
import {
  askFor,
  modelAt,
  never,
  question,
  startServer,
  stopAll,
  timedOut,
  unavailable,
  verdict,
} from './chat.test-support.ts'
import type { Habits, Step } from './fake-server.test-support.ts'

afterEach(stopAll)

const met = { verdict: 'met', years: 3 }

test('a question is sent once, in the probed form, and its usage is the reported one', async () => {
  const server = await startServer({}, [verdict])
  const answer = await askFor(modelAt(server))
  expect(answer).toMatchObject({ value: met, attempts: 1, usageReported: true })
  expect(server.asked).toHaveLength(1)
  const [asked] = server.asked
  expect(asked).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer secret' })
  expect(asked?.body).toEqual({
    model: 'some-model',
    messages: [
      { role: 'system', content: question.system },
      { role: 'user', content: question.user },
    ],
    response_format: { type: 'json_schema', json_schema: { ...question.schema, strict: true } },
    max_completion_tokens: 200,
    stream: true,
    stream_options: { include_usage: true },
  })
  const usage = lastUsage(server.sent)
  expect(answer.usage).toEqual({
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
  })
})

function lastUsage(sent: readonly unknown[]): Record<string, number> {
  return (sent.at(-1) as { usage: Record<string, number> }).usage
}

test('the server is probed once for all questions', async () => {
  const server = await startServer({}, [verdict])
  const model = modelAt(server)
  await Promise.all([askFor(model), askFor(model), askFor(model)])
  const probes = server.probes.length
  await askFor(model)
  expect(server.probes).toHaveLength(probes)
  expect(server.asked).toHaveLength(4)
})

test.each<[string, Step, Partial<Habits>]>([
  ['fences', verdict, { wraps: 'fences' }],
  ['sentences with braces', verdict, { wraps: 'sentences' }],
  ['thoughts in tags', `<think>It is {"verdict": "not_met", "years": 0}?</think>${verdict}`, {}],
  ['thoughts whose beginning was cut off', `Hm, {"years": 1}.\n</think>\n\n${verdict}`, {}],
  ['members that the schema has not', '{"verdict": "met", "years": 3, "mood": "good"}', {}],
  ['the answer in the field of the thoughts', verdict, { answersInThoughts: true }],
  ['no stream, though one was asked for', verdict, { streams: false }],
])('%s around or before an answer do no harm', async (_, content, habits) => {
  const server = await startServer(habits, [content])
  expect(await askFor(modelAt(server))).toMatchObject({ value: met, attempts: 1 })
})

test.each<[string, Step, RegExp]>([
  ['blanks until the cap', { does: 'blank' }, /was empty/],
  ['nothing', '', /was empty/],
  ['a refusal', { does: 'refuse' }, /declined/],
  ['prose', 'The candidate meets it.', /no complete JSON/],
  ['half of an object', '{"verdict": "met", "years"', /no complete JSON/],
  ['a word that the schema does not have', '{"verdict": "maybe", "years": 3}', /verdict must be one of/],
  ['a wrong type', '{"verdict": "met", "years": "three"}', /years must be an integer/],
  ['a missing member', '{"verdict": "met"}', /must have the member "years"/],
])('after %s the model is asked once more, with the mistake', async (_, step, mistake) => {
  const server = await startServer({}, [step, verdict])
  const answer = await askFor(modelAt(server))
  expect(answer).toMatchObject({ value: met, attempts: 2 })
  const again = server.asked[1]?.body.messages as { role: string; content: string }[]
  expect(again.at(-1)?.content).toMatch(mistake)
  expect(again.slice(0, 1)).toEqual([{ role: 'system', content: question.system }])
  expect(again.map(({ role }) => role).join()).toMatch(/^system,user(,assistant,user)?$/)
})

test('an answer in the wrong language is repaired once', async () => {
  const check = (value: unknown) =>
    JSON.stringify(value).includes('not_met') ? { mistake: 'Answer in Chinese.' } : { value: met as never }
  const server = await startServer({}, ['{"verdict": "not_met", "years": 0}', verdict])
  expect(await askFor(modelAt(server), { check })).toMatchObject({ value: met, attempts: 2 })
  expect(JSON.stringify(server.asked[1]?.body)).toContain('Answer in Chinese.')
})

test('after a second mistake the engine is unavailable', async () => {
  const server = await startServer({}, ['The candidate meets it.'])
  await expect(askFor(modelAt(server))).rejects.toMatchObject(unavailable)
  expect(server.asked).toHaveLength(2)
})

test('a filtered answer is not retried', async () => {
  const server = await startServer({}, [{ does: 'filter' }])
  await expect(askFor(modelAt(server))).rejects.toMatchObject(unavailable)
  expect(server.asked).toHaveLength(1)
})

test.each<[string, readonly Step[], number]>([
  ['a burst of 5xx', [{ status: 503 }, { status: 500 }, { status: 502 }, verdict], 1],
  ['429 without Retry-After', [{ status: 429 }, { status: 429 }, verdict], 1],
  ['429 with Retry-After', [{ status: 429, headers: { 'retry-after': '0' } }, verdict], 1],
  ['a connection that breaks at once', [{ does: 'reset' }, verdict], 1],
  ['a stream that is cut', [{ does: 'cut' }, verdict], 2],
  ['an error within the stream', [{ does: 'fail inside' }, verdict], 2],
])('%s passes: the same is sent again', async (_, steps, attempts) => {
  const server = await startServer({}, steps)
  expect(await askFor(modelAt(server))).toMatchObject({ value: met, attempts })
  expect(server.asked).toHaveLength(steps.length)
  const bodies = new Set(server.asked.map(({ body }) => JSON.stringify(body)))
  expect(bodies.size).toBe(1)
})

test.each<[string, Step, number]>([
  ['5xx for ever', { status: 500 }, 5],
  ['429 for ever', { status: 429 }, 6],
  ['streams that are always cut', { does: 'cut' }, 3],
  ['a wrong key', { status: 401 }, 1],
  ['no such model', { status: 404 }, 1],
  ['no balance, said by 402', { status: 402 }, 1],
  ['no balance, said by 429', { status: 429, body: '{"error":{"code":"insufficient_quota"}}' }, 1],
])('%s: the engine is unavailable after so many requests', async (_, step, requests) => {
  const server = await startServer({}, [step])
  await expect(askFor(modelAt(server))).rejects.toMatchObject(unavailable)
  expect(server.asked).toHaveLength(requests)
})

test('a Retry-After longer than the time limit ends this and later questions immediately', async () => {
  const server = await startServer({}, [{ status: 429, headers: { 'retry-after': '3600' } }, verdict])
  const model = modelAt(server)
  await expect(askFor(model)).rejects.toMatchObject(unavailable)
  await expect(askFor(model)).rejects.toMatchObject(unavailable)
  expect(server.asked).toHaveLength(1)
})

test.each<[string, Step]>([
  ['says nothing', { does: 'hang' }],
  ['drips', { does: 'drip' }],
])('a server that %s is left at the end of the time of a question, and sees it', async (_, step) => {
  const server = await startServer({}, [step])
  await expect(askFor(modelAt(server, { timeoutMs: 200 }))).rejects.toMatchObject(unavailable)
  expect(server.asked).toHaveLength(1)
  await server.asked[0]?.hungUp
})

test('an abort of the call cancels the request, and is a timeout', async () => {
  const server = await startServer({}, [{ does: 'drip' }])
  const controller = new AbortController()
  const asking = askFor(modelAt(server, { timeoutMs: 1_000_000 }), {}, controller.signal)
  await expect.poll(() => server.asked.length).toBe(1)
  controller.abort()
  await expect(asking).rejects.toMatchObject(timedOut)
  await server.asked[0]?.hungUp
  await expect(askFor(modelAt(server), {}, AbortSignal.abort())).rejects.toMatchObject(timedOut)
})

test('closing the model ends running questions', async () => {
  const server = await startServer({}, [{ does: 'hang' }])
  const model = modelAt(server)
  const asking = askFor(model)
  await expect.poll(() => server.asked.length).toBe(1)
  const failing = expect(asking).rejects.toMatchObject(unavailable)
  await model.close()
  await failing
  await server.asked[0]?.hungUp
  await expect(askFor(model)).rejects.toMatchObject(unavailable)
})

test('the connection to a server that ignores the cap is closed; at most the cap is charged', async () => {
  const server = await startServer({}, [{ does: 'endless' }, verdict])
  const answer = await askFor(modelAt(server))
  await server.asked[0]?.hungUp
  expect(answer).toMatchObject({ value: met, attempts: 2, usageReported: false })
  expect(answer.usage.completionTokens).toBeGreaterThan(question.completionTokensMax / 2)
  expect(answer.usage.completionTokens).toBeLessThanOrEqual(2 * question.completionTokensMax)
})

test('without reported usage tokens are counted and a warning is logged', async () => {
  const reporting = await startServer({}, [verdict])
  const silent = await startServer({ reportsUsage: false }, [verdict])
  const [reported, counted] = [await askFor(modelAt(reporting)), await askFor(modelAt(silent))]
  expect(counted.usageReported).toBe(false)
  expect(counted.usage.completionTokens).toBe(reported.usage.completionTokens)
  expect(counted.usage.promptTokens).toBeGreaterThan(20)
  expect(counted.usage.promptTokens).toBeLessThan(modelAt(silent).promptTokensMax(question))
})

test('all attempts count, including thoughts, and never more than was held', async () => {
  const server = await startServer({ thinksIn: 'reasoning_content' }, ['no', verdict])
  const model = modelAt(server)
  const twice = await askFor(model)
  server.steps = [verdict]
  const once = await askFor(model)
  expect(twice.usage.promptTokens).toBeGreaterThan(2 * once.usage.promptTokens)
  expect(twice.usage.completionTokens).toBeGreaterThan(once.usage.completionTokens)
  // Its thoughts alone exceed this cap. They get extra tokens, and aren't charged beyond the cap.
  const short = await askFor(model, { completionTokensMax: 20 })
  expect(short).toMatchObject({ value: met, usage: { completionTokens: 20 } })
  expect(server.asked.at(-1)?.body.max_completion_tokens).toBe(20 + 4_096)
  const lying = await startServer({}, [JSON.stringify(met)])
  const usage = { prompt_tokens: 9_000_000, completion_tokens: 9_000_000 }
  lying.steps = [{ status: 200, headers: json, body: completion(verdict, usage) }]
  const most = await askFor(modelAt(lying))
  expect(most.usage.promptTokens).toBe(model.promptTokensMax(question))
  expect(most.usage.completionTokens).toBe(question.completionTokensMax)
})

const json = { 'content-type': 'application/json' }
const completion = (content: string, usage: object) =>
  JSON.stringify({
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage,
  })

test('a server that refuses its known form is probed again', async () => {
  const server = await startServer({}, [verdict])
  let passedMs = 0
  const clock = { now: () => new Date(0), monotonicMs: () => performance.now() + passedMs }
  const model = modelAt(server, { clock })
  await askFor(model)
  server.habits = { ...server.habits, formats: ['json_object'], caps: ['max_tokens'] }
  await expect(askFor(model)).rejects.toMatchObject(unavailable)
  passedMs = 31_000
  const answer = await askFor(model)
  expect(answer.value).toEqual(met)
  expect(server.asked.at(-1)?.body).toMatchObject({
    max_tokens: 200,
    response_format: { type: 'json_object' },
  })
})

test('a server that is down gets no requests for a while, then one trial', async () => {
  const server = await startServer({}, [verdict])
  let passedMs = 0
  const clock = { now: () => new Date(0), monotonicMs: () => performance.now() + passedMs }
  const model = modelAt(server, { clock })
  await askFor(model)
  server.steps = [{ status: 500 }]
  await expect(askFor(model)).rejects.toMatchObject(unavailable)
  const requests = server.asked.length
  await expect(askFor(model)).rejects.toMatchObject(unavailable)
  expect(server.asked).toHaveLength(requests)
  passedMs = 6_000
  server.steps = [verdict]
  expect(await askFor(model)).toMatchObject({ value: met })
  expect(await askFor(model)).toMatchObject({ value: met })
  expect(server.asked).toHaveLength(requests + 2)
})

test('without a server the engine is unavailable, and the error contains no prompt', async () => {
  const server = await startServer()
  await server.close()
  const failed = await askFor(modelAt(server)).catch((error: unknown) => error)
  expect(failed).toMatchObject(unavailable)
  const said = JSON.stringify(failed, Object.getOwnPropertyNames(failed)) + String((failed as Error).cause)
  expect(said).not.toMatch(/候选人|Java|secret|You judge/)
})

test('a schema outside the common subset is a programming error', async () => {
  const server = await startServer({}, [verdict])
  const schema = { name: 'x', schema: { type: 'string', pattern: 'a+' } }
  await expect(modelAt(server).ask({ ...question, schema }, never)).rejects.toThrow(/uses pattern/)
})
