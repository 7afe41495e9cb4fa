import { beforeAll, describe, expect, test } from 'vitest'
import { apiPrefix } from '../../src/contract/index.ts'
import type { Log, LogFields } from '../../src/kit/index.ts'
import { sql } from '../../src/store/index.ts'
import { atOnce, endless, scriptedEngine } from '../support/scripted-engine.ts'
import { until } from '../support/until.ts'
import { exchange, useWorld } from '../support/world.ts'
import { runHere } from './run.ts'

/** An operator's commands beside a running service: cancel a batch, and look up a call by its request id. */

const engine = scriptedEngine()
const lines: (LogFields & { readonly message: string })[] = []
const add = (fields: LogFields, message: string) => void lines.push({ ...fields, message })
const log: Log = { info: add, warn: add, error: add, debug: add }
const world = useWorld({ engine, log, batchConcurrency: 1 })
beforeAll(() => {
  process.env.DATABASE_URL = world().databaseUrl
  process.env.DATA_KEY = Buffer.alloc(32, 7).toString('base64')
})

const match = { resume_text: '熟练使用 Go 的后端工程师', jd_text: '任职要求：熟练使用 Go' }
const noId = '0198c0de-0000-7000-8000-000000000000'
const acts = (action: string) =>
  world().database.many<{ target: string; detail: string; source: string }>(
    sql`select target, detail, source from audit_log where action = ${action} order by audit_id`,
  )

describe('batch cancel', () => {
  test('ends a running batch: its caller reads the scores, and pays for them only', async () => {
    const account = await world().account({ pointCents: 1_000 })
    let matched = 0
    engine.behave(async (signal) => {
      matched += 1
      return matched === 1 ? atOnce(signal) : endless(signal)
    })
    const resumes = [1, 2, 3].map((index) => ({ text: `候选人简历 ${index}` }))
    const started = await account.call('startBatchScreening', { jd_text: match.jd_text, resumes })
    const batchId = String(started.body.data.batch_id)
    const read = () =>
      world().send({ method: 'GET', path: `${apiPrefix}/batches/${batchId}`, key: account.key })
    await until(async () => (await read()).body.data.completed === 1)

    const cancelled = await runHere(['batch', 'cancel', batchId, '--json'])
    expect(cancelled.stderr).toBe('')
    expect(cancelled).toMatchObject({
      code: 0,
      json: { batch_id: batchId, status: 'partial', scored: 1, charged_point_cents: 100, changed: true },
    })
    const after = await read()
    expect(after.body.data).toMatchObject({ status: 'partial', completed: 3, billing_status: 'settled' })
    expect(after.body.data.billing).toMatchObject({ billed_point_cents: 100 })
    expect(await account.balance()).toEqual({ spendable: 900, held: 0 })

    const again = await runHere(['batch', 'cancel', '--id', batchId])
    expect(again.code).toBe(0)
    expect(again.stdout).toContain('had already ended as partial (cancelled): 1 of 3 candidates are scored')
    const shown = await runHere(['batch', 'show', '--id', batchId])
    expect(shown.stdout).toMatch(/status +partial \(cancelled\)/)
    expect(shown.stdout).toMatch(/failed .*cancelled/)
    const done = await acts('batch.cancel')
    expect(done).toHaveLength(1)
    expect(done[0]).toMatchObject({ target: batchId, source: 'cli' })
    expect(JSON.parse(done[0]?.detail ?? '')).toMatchObject({ scored: 1, charged_point_cents: 100 })

    // The worker releases its running candidates and continues with the next batch.
    engine.behave(atOnce)
    const next = await account.call('startBatchScreening', {
      jd_text: match.jd_text,
      resumes: resumes.slice(1),
    })
    expect(next.status).toBe(200)
    await until(async () => (await account.balance()).held === 0)
    expect(await account.balance()).toEqual({ spendable: 700, held: 0 })
  })

  test('refuses impossible requests in one line', async () => {
    const unknown = await runHere(['batch', 'cancel', noId])
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no batch') })
    expect((await runHere(['batch', 'cancel'])).code).toBe(2)
    expect((await runHere(['batch', 'cancel', 'x'])).code).toBe(2)
    const key = process.env.DATA_KEY
    delete process.env.DATA_KEY
    const keyless = await runHere(['batch', 'cancel', noId])
    process.env.DATA_KEY = key
    expect(keyless).toMatchObject({ code: 1, stderr: expect.stringContaining('set DATA_KEY or DATA_DIR') })
  })
})

describe('call show', () => {
  const show = (id: string, ...more: string[]) => runHere(['call', 'show', id, ...more])

  test('a charged call: account, outcome, hold and grants that paid', async () => {
    const account = await world().account({ pointCents: 1_000, kind: 'resource_pack' })
    const called = await account.call('matchResumeToJd', match)
    const id = called.body.request_id
    await world().rooms.calls.flush()
    const { code, json } = await show(id, '--json')
    expect(code).toBe(0)
    expect(json).toMatchObject({
      request_id: id,
      account_id: account.accountId,
      key_id: account.keyId,
      door: 'rest',
      operation: 'matchResumeToJd',
      status: 200,
      error: null,
      hold: {
        state: 'captured',
        held_point_cents: 100,
        charged_point_cents: 100,
        resource_point_cents: 100,
        refunded_at: null,
        paid_by: [{ kind: 'resource_pack', point_cents: 100 }],
      },
      batch_id: null,
    })
    const { stdout } = await show(id)
    expect(stdout).toMatch(/^account +\S+@example\.com/m)
    expect(stdout).toContain(account.keyId)
    expect(stdout).toMatch(/^charged +100 point_cents/m)
    expect(stdout).not.toContain('Go')

    expect((await runHere(['refund', id, '--reason', 'a mistake'])).code).toBe(0)
    expect((await show(id)).stdout).toMatch(/^refunded +20\d\d-/m)
  })

  test('a refused call has a record and no hold; a batch is found by the call that started it', async () => {
    const poor = await world().account({ pointCents: 50 })
    const refused = await poor.call('matchResumeToJd', match)
    expect(refused.status).toBe(402)
    const rich = await world().account()
    const started = await rich.call('startBatchScreening', {
      jd_text: match.jd_text,
      resumes: [{ text: match.resume_text }],
    })
    await world().rooms.calls.flush()
    expect((await show(refused.body.request_id, '--json')).json).toMatchObject({
      account_id: poor.accountId,
      status: 402,
      error: 'insufficient_points',
      hold: null,
    })
    expect((await show(refused.body.request_id)).stdout).toMatch(/^hold +none/m)
    expect((await show(started.body.request_id, '--json')).json).toMatchObject({
      batch_id: started.body.data.batch_id,
      hold: { held_point_cents: 100 },
    })
  })

  test('a call whose process died has a hold and no record; a call without an account has neither', async () => {
    const account = await world().account()
    const gate = Promise.withResolvers<void>()
    engine.behave(() => gate.promise)
    const running = account.call('matchResumeToJd', match)
    const row = () =>
      world().database.maybe<{ request_id: string }>(
        sql`select request_id from requests where account_id = ${account.accountId}`,
      )
    const { request_id: id } = (await until(async () => (await row()) ?? false)) as { request_id: string }
    const shown = await show(id)
    expect(shown.stdout).toMatch(/^status +not recorded: still running, or its process died/m)
    expect(shown.stdout).toMatch(/^hold +100 point_cents \(1\.00 points\), open until 20/m)
    gate.resolve()
    engine.behave(atOnce)
    expect((await running).status).toBe(200)

    const stranger = await exchange(world().url, { path: `${apiPrefix}/account`, method: 'GET', key: 'x' })
    const none = await show(stranger.body.request_id)
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('it reached no account') })
    expect((await show(noId)).code).toBe(1)
    expect((await runHere(['call', 'show'])).code).toBe(2)
    expect((await runHere(['call', 'show', 'x'])).code).toBe(2)
  })
})

test('the log line of a call names account and key, and neither for a wrong key', async () => {
  const account = await world().account()
  const { body } = await account.call('matchResumeToJd', match)
  const whose = { accountId: account.accountId, keyId: account.keyId }
  const lineOf = (id: string) => lines.find(({ requestId }) => requestId === id)
  expect(lineOf(body.request_id)).toMatchObject({ message: 'call', ...whose, status: 200, door: 'rest' })
  const own = await world().send({ method: 'GET', path: `${apiPrefix}/account`, key: account.key })
  expect(lineOf(own.body.request_id)).toMatchObject({ message: 'call', ...whose, operation: 'getAccount' })
  const stranger = await world().send({ path: `${apiPrefix}/matches/resume-jd`, body: match, key: 'x' })
  expect(lineOf(stranger.body.request_id)).toMatchObject({ message: 'call', status: 401 })
  expect(lineOf(stranger.body.request_id)).not.toHaveProperty('accountId')
})
