import type Anthropic from '@anthropic-ai/sdk'
import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import {
  anthropicTools,
  createClient,
  openAiResponsesTools,
  openAiTools,
  runTool,
} from '../../packages/client/src/index.ts'
import { operationNames } from '../../src/contract/index.ts'
import { soundInputs } from '../support/inputs.ts'
import { endless, scriptedEngine } from '../support/scripted-engine.ts'
import { type AccountOptions, useWorld } from '../support/world.ts'

/** The operations as tools of a model: their definitions, and the results of calls. */

const engine = scriptedEngine()
const world = useWorld({ engine, batchConcurrency: 1 })
const match = soundInputs.matchResumeToJd
const batch = { jd_text: match.jd_text, resumes: [{ text: '甲' }] }

async function newClient(wanted: AccountOptions = {}) {
  const account = await world().account(wanted)
  return { account, client: createClient({ baseUrl: world().url, apiKey: account.key }) }
}

test('the SDKs of the models accept the definitions unchanged', () => {
  const openAi: OpenAI.ChatCompletionTool[] = openAiTools
  const responses: OpenAI.Responses.Tool[] = openAiResponsesTools
  const anthropic: Anthropic.Tool[] = anthropicTools
  for (const tools of [openAi, responses, anthropic]) expect(tools).toHaveLength(operationNames.length)
})

describe('a call of a tool', () => {
  test("returns the service's envelope to the model, for arguments as text or as an object", async () => {
    const { client } = await newClient()
    const inputs = { ...soundInputs, startBatchScreening: batch }
    for (const [name, input] of Object.entries(inputs)) {
      for (const given of [input, JSON.stringify(input)]) {
        const result = await runTool(client, name, given)
        expect(result).toMatchObject({ isError: false, mustStop: false, error: null })
        const envelope = JSON.parse(result.content)
        expect(Object.keys(envelope).slice(0, 3), name).toEqual(['ok', 'request_id', 'data'])
        expect(envelope).not.toHaveProperty('meta')
      }
    }
    const started = JSON.parse((await runTool(client, 'startBatchScreening', batch)).content)
    const { batch_id } = started.data
    const read = await runTool(client, 'getBatchScreeningResult', { batch_id })
    expect(JSON.parse(read.content)).toMatchObject({ ok: true, data: { batch_id, total: 1 } })
  })

  test('with a key is charged once, however often a loop repeats it', async () => {
    const { account, client } = await newClient()
    for (const _ of [1, 2]) await runTool(client, 'matchResumeToJd', match, { idempotencyKey: 'turn-1' })
    expect((await account.balance()).spendable).toBe(9_900)
  })

  test('that is wrong returns the issues to the model', async () => {
    const { client, account } = await newClient()
    const short = await runTool(client, 'matchResumeToJd', { ...match, jd_text: '短' })
    expect(short).toMatchObject({ isError: true, mustStop: false, error: { code: 'invalid_input' } })
    expect(JSON.parse(short.content)).toEqual({
      ok: false,
      error: 'invalid_input',
      message: expect.stringMatching(/^请求参数/),
      request_id: short.error?.requestId,
      detail: [{ path: 'jd_text', code: 'too_short', message: expect.any(String) }],
    })
    for (const timeoutMs of ['60000', 12000.5, -100_000, 1e15]) {
      const slow = await runTool(client, 'parseResume', { fileDataUrl: 'x', timeoutMs })
      expect(slow).toMatchObject({ isError: true, mustStop: false, error: { code: 'invalid_input' } })
      expect(slow.error?.issues).toContainEqual(expect.objectContaining({ path: 'timeoutMs' }))
    }
    for (const [batch_id, code] of [
      [undefined, 'invalid_input'],
      ['\ud800', 'invalid_input'],
      ['..', 'invalid_input'],
      ['none', 'batch_not_found'],
    ]) {
      const none = await runTool(client, 'getBatchScreeningResult', { batch_id })
      expect(none).toMatchObject({ isError: true, mustStop: false, error: { code } })
    }
    for (const [name, input] of [
      ['deleteEverything', '{}'],
      ['toString', '{}'],
      ['__proto__', '{}'],
      ['matchResumeToJd', '{"resume_text": "cut o'],
      ['matchResumeToJd', '[]'],
      ['matchResumeToJd', null],
    ] as const) {
      const result = await runTool(client, name, input)
      expect(result, name).toMatchObject({ isError: true, mustStop: false, error: null })
      expect(JSON.parse(result.content)).toMatchObject({ ok: false })
    }
    expect(await account.balance()).toEqual({ spendable: 10_000, held: 0 })
  })

  test('that needs a person asks the model to stop', async () => {
    const poor = await newClient({ pointCents: 40 })
    const unpaid = await runTool(poor.client, 'matchResumeToJd', match)
    expect(unpaid).toMatchObject({ isError: true, mustStop: true, error: { code: 'insufficient_points' } })
    expect(JSON.parse(unpaid.content)).toMatchObject({
      error: 'insufficient_points',
      required_point_cents: 100,
      balance_point_cents: 40,
    })
    const { client, account } = await newClient()
    await world().rooms.ledger.setQuota(account.accountId, { daily: null, monthly: 1 })
    await runTool(client, 'matchResumeToJd', match)
    const late = await runTool(client, 'matchResumeToJd', match)
    expect(JSON.parse(late.content).detail).toMatchObject({ window: 'monthly', limit: 1 })
    const seeker = await newClient({ role: 'job_seeker' })
    const narrow = await newClient({ scopes: ['parseResume'] })
    for (const { client } of [seeker, narrow]) {
      expect(await runTool(client, 'matchResumeToJd', match)).toMatchObject({ mustStop: true })
    }
  })

  test('ends with the signal of its caller', async () => {
    const { client } = await newClient()
    engine.behave(endless)
    const call = runTool(client, 'matchResumeToJd', match, { signal: AbortSignal.timeout(100) })
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
    engine.behave(async () => {})
  })
})
