import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LLMock } from '@copilotkit/aimock'
import OpenAI from 'openai'
import { afterEach, expect, test } from 'vitest'
import { compile } from '../../../../test/support/compile.ts'
import { askFor, modelAt, question, startServer, stopAll, unavailable, verdict } from './chat.test-support.ts'

/** Compares our traffic with OpenAI's own types and client, and with an independent mock server. */

afterEach(stopAll)

const met = { verdict: 'met', years: 3 }
const types = 'openai/resources/chat/completions'

test("our requests and the fake server's answers have the types that OpenAI publishes", async () => {
  const server = await startServer({ thinkingStoppedBy: 'reasoning_effort="minimal"' }, ['no', verdict])
  await askFor(modelAt(server, { temperature: 0 }))
  const whole = await startServer({ formats: [], caps: ['max_tokens'], streams: false }, [verdict])
  await askFor(modelAt(whole))
  const asked = [...server.probes, ...server.asked, ...whole.probes, ...whole.asked].map(({ body }) => body)
  expect(asked.length).toBeGreaterThan(6)
  const wrong = { ...asked[0], max_completion_tokens: 'many' }
  const errors = typeErrors({
    'asked.ts': literals('ChatCompletionCreateParamsStreaming', asked),
    'chunks.ts': literals('ChatCompletionChunk', distinct(server.sent)),
    'answers.ts': literals('ChatCompletion', whole.sent),
    'wrong.ts': literals('ChatCompletionCreateParamsStreaming', [wrong]),
  })
  expect(errors.filter((error) => !error.startsWith('wrong.ts'))).toEqual([])
  expect(errors).toHaveLength(1)
})

/** The compiler's messages about programs that import OpenAI's package. */
function typeErrors(programs: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'traffic-'))
  try {
    mkdirSync(join(folder, 'node_modules'))
    const installed = fileURLToPath(new URL('../../../../node_modules/openai', import.meta.url))
    symlinkSync(installed, join(folder, 'node_modules', 'openai'))
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
    const files = Object.keys(programs).map((name) => join(folder, name))
    for (const [index, text] of Object.values(programs).entries()) writeFileSync(files[index] ?? '', text)
    return compile(files)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A program that checks each value against a type; unknown members are errors too. */
function literals(type: string, values: readonly unknown[]): string {
  const lines = values.map((value, index) => `export const v${index}: ${type} = ${JSON.stringify(value)}`)
  return [`import type { ${type} } from '${types}'`, ...lines].join('\n')
}

/** One example of each form, because types only see forms. */
function distinct(values: readonly unknown[]): unknown[] {
  const formOf = (value: unknown) => JSON.stringify(value).replace(/"[^"]*"(?!:)|\d+/g, '')
  return [...new Map(values.map((value) => [formOf(value), value])).values()]
}

test("OpenAI's own client reads the fake server's answers as ours does", async () => {
  const server = await startServer({}, [verdict])
  const client = new OpenAI({ baseURL: server.baseUrl, apiKey: 'secret', maxRetries: 0 })
  const messages = [{ role: 'user' as const, content: question.user }]
  const stream_options = { include_usage: true }
  const stream = await client.chat.completions.create({ model: 'x', messages, stream: true, stream_options })
  let [text, completionTokens] = ['', 0]
  for await (const { choices, usage } of stream) {
    text += choices[0]?.delta.content ?? ''
    completionTokens = usage?.completion_tokens ?? completionTokens
  }
  expect(text).toBe(verdict)
  const answer = await askFor(modelAt(server))
  expect([answer.value, answer.usage.completionTokens]).toEqual([met, completionTokens])
})

test('an independent mock server is probed, answers, and answers retries after faults', async () => {
  const mock = new LLMock({ port: 0, logLevel: 'silent' })
  mock.onMessage(/Which is larger/, { content: '{"larger": 12, "smaller": 7, "certainty": "certain"}' })
  mock.onMessage(/Write the numbers/, { content: '1 2 3', finishReason: 'length' })
  const usage = { prompt_tokens: 40, completion_tokens: 12, total_tokens: 52 }
  mock.on({ userMessage: /候选人/, sequenceIndex: 0 }, { content: 'The candidate meets it.', usage })
  mock.on(
    { userMessage: /候选人/, sequenceIndex: 1 },
    { error: { message: 'slow down' }, status: 429, retryAfter: 0 },
  )
  mock.on({ userMessage: /候选人|can't be used/ }, { content: verdict, reasoning: 'Hm.', usage })
  await mock.start()
  try {
    const model = modelAt({ baseUrl: `${mock.url}/v1` })
    const answer = await askFor(model)
    expect(answer).toMatchObject({ value: met, attempts: 2, usageReported: true })
    expect(answer.usage).toEqual({ promptTokens: 80, completionTokens: 24 })
    mock.nextRequestError(503)
    expect(await askFor(model)).toMatchObject({ value: met, attempts: 1 })
    mock.nextRequestError(401)
    await expect(askFor(model)).rejects.toMatchObject(unavailable)
  } finally {
    await mock.stop()
  }
})
