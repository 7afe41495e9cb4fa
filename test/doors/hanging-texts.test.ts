import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBuiltinEngine } from '../../src/engines/index.ts'
import { sql } from '../../src/store/index.ts'
import { hangingWorker, hangs } from '../support/hanging-text.ts'
import { soundInputs } from '../support/inputs.ts'
import { until } from '../support/until.ts'
import { useWorld } from '../support/world.ts'

/** Texts on which an engine thread hangs delay only their own account and cost it no points. */

const engine = createBuiltinEngine({ threads: 1, workerFile: hangingWorker, timeoutMs: 4_000 })
const terms = { quotaDaily: 0, quotaMonthly: 0 }
const world = useWorld({ engine, batchConcurrency: 2, terms })

const { jd_text } = soundInputs.matchResumeToJd
const hanging = (count: number) => ({
  jd_text,
  resumes: Array.from({ length: count }, (_, index) => ({ text: `${hangs} ${index}` })),
})
const batchId = (data: Readonly<Record<string, unknown>>) => String(data.batch_id)

test('a match that hangs is a 500 timeout, charges nothing, and the next one is answered', async () => {
  const account = await world().account({ pointCents: 1_000 })
  const hung = await account.call('matchResumeToJd', { jd_text, resume_text: hangs })
  expect([hung.status, hung.body.error, hung.body.detail]).toEqual([
    500,
    'internal_error',
    { reason: 'timeout' },
  ])
  expect(await account.balance()).toEqual({ spendable: 1_000, held: 0 })
  expect((await account.call('matchResumeToJd', soundInputs.matchResumeToJd)).status).toBe(200)
  expect(await account.balance()).toEqual({ spendable: 900, held: 0 })
})

test('a batch with one hanging text scores the others; that one is tried twice and not charged', async () => {
  const account = await world().account({ pointCents: 1_000 })
  const sound = { text: soundInputs.matchResumeToJd.resume_text }
  const { body } = await account.call('startBatchScreening', {
    jd_text,
    resumes: [sound, { text: hangs }, sound],
  })
  const path = `/api/open/v1/batches/${batchId(body.data)}`
  const read = async () => (await world().send({ method: 'GET', path, key: account.key })).body
  await until(async () => (await read()).data.status !== 'running')
  const { data } = await read()
  expect([data.status, data.completed]).toEqual(['partial', 3])
  expect(await account.balance()).toEqual({ spendable: 800, held: 0 })
  const failed = sql`select attempts from batch_items where account_id = ${account.accountId} and state = 'failed'`
  expect(await world().database.one(failed)).toEqual({ attempts: 2 })
})

test('while a batch of texts hangs, calls and batches of others are answered', async () => {
  const [greedy, other] = [await world().account(), await world().account({ pointCents: 1_000_000 })]
  const started = await greedy.call('startBatchScreening', hanging(100))
  const id = batchId(started.body.data)
  const progress = async (account: typeof greedy, of: string) => {
    const path = `/api/open/v1/batches/${of}`
    return (await world().send({ method: 'GET', path, key: account.key })).body.data
  }
  let answered = 0
  let whole = 0
  for (let ended = 0; ended < 1; answered++) {
    const { status, body } = await other.call('matchResumeToJd', soundInputs.matchResumeToJd)
    expect([status, body.ok]).toEqual([200, true])
    if (answered % 20 === 0) {
      const resumes = [1, 2, 3].map((each) => ({
        text: `${soundInputs.matchResumeToJd.resume_text} ${each}`,
      }))
      const batch = await other.call('startBatchScreening', { jd_text, resumes })
      const own = batchId(batch.body.data)
      await until(async () => (await progress(other, own)).status === 'done')
      whole += 1
    }
    await sleep(30)
    ended = Number((await progress(greedy, id)).completed)
  }
  // Otherwise there would be one answer per hanging candidate.
  expect(answered).toBeGreaterThan(30)
  expect(whole).toBeGreaterThan(1)
})
