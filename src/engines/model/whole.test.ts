import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Fault } from '../../contract/index.ts'
import type { Engine } from '../engine.ts'
import { brokenByMatch, brokenByOptimize } from '../promises.ts'
import { createModelEngine } from './engine.ts'
import { isDecoy, readFacts, readQuestion } from './scripted-chat.test-support.ts'
import { createChatModel } from './server/chat.ts'
import { type FakeServer, startFakeServer } from './server/fake-server.test-support.ts'

/** The engine with its own client, over HTTP, against a model server. */

let server: FakeServer
let engine: Engine
beforeAll(async () => {
  server = await startFakeServer()
  const chat = createChatModel({ baseUrl: server.baseUrl, apiKey: null, model: 'm', retryPauseMs: 1 })
  engine = createModelEngine({ chat, threads: 1, fallback: 'none' })
})
afterAll(async () => {
  await engine.close()
  await server.close()
})
afterEach(() => {
  server.steps = ['{}']
})

const soon = (): AbortSignal => AbortSignal.timeout(100_000)
const criteria = [{ text: '有团队管理经验', priority: 'must', weight: 1 }] as const
const input = {
  resumeText: '王芳\n13900001111\n工作经历\n2019.03-2024.06 某公司 店长\n手下十二个人的排班都归我',
  jdText: '店长\n任职要求：\n1. 有团队管理经验',
  criteria,
}
const lastSent = () => {
  const { messages = [] } = (server.asked.at(-1)?.body ?? {}) as { messages?: { content: string }[] }
  const [system = '', user = ''] = messages.map(({ content }) => content)
  return { system, user, schema: { name: '', schema: {} }, completionTokensMax: 0 }
}
const verdict = (requirement: number, isOwn: boolean) => ({
  ...{ requirement, quotes: isOwn ? ['手下十二个人的排班都归我'] : [] },
  ...(isOwn ? { level: 'led', status: 'met' } : { level: 'none', status: 'not_stated' }),
})

test('a match sends one question without personal data, and keeps every promise', async () => {
  // The position of the decoy depends on the job, so the test asks for it before it writes the answer.
  const before = server.asked.length
  server.steps = [JSON.stringify({ verdicts: [verdict(1, false), verdict(2, false)] })]
  await engine.match(input, soon())
  const { requirements } = readQuestion(lastSent())
  const own = requirements.findIndex((text) => !isDecoy.test(text))
  server.steps = [JSON.stringify({ verdicts: [verdict(1, own === 0), verdict(2, own === 1)] })]
  const result = await engine.match(input, soon())
  expect(server.asked.length - before).toBe(2)
  expect(brokenByMatch(engine, input, result)).toEqual([])
  expect(result.data.requirements).toMatchObject([{ status: 'met', evidence: '手下十二个人的排班都归我' }])
  expect(JSON.stringify(server.asked.map(({ body }) => body))).not.toMatch(/王芳|13900001111/u)
  expect(result.usage.promptTokens).toBeGreaterThan(500)
})

test('an optimisation is charged by the reported usage, within the hold', async () => {
  const draft = { jdText: '店长\n岗位职责：\n1. 负责两家门店的排班；\n2. 用 Excel 做盘点' }
  server.steps = ['{"lines": [{"part": "duties", "text": "x", "facts": [1]}]}']
  await engine.optimize(draft, soon())
  const facts = readFacts(lastSent())
  server.steps = [
    JSON.stringify({ lines: facts.map(({ part, text }, index) => ({ part, text, facts: [index + 1] })) }),
  ]
  const result = await engine.optimize(draft, soon())
  const quote = await engine.quoteOptimize(draft, soon())
  expect(brokenByOptimize(engine, result, quote)).toEqual([])
  expect(result.data.warnings).toBeUndefined()
})

test('a server that fails fails the call, with a reason', async () => {
  server.steps = [{ status: 500 }]
  await expect(engine.match(input, soon())).rejects.toSatisfy(
    (error) =>
      error instanceof Fault && JSON.stringify(error.members.detail) === '{"reason":"engine_unavailable"}',
  )
})
