import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSealer } from '../kit/index.ts'
import { type Database, sql } from '../store/index.ts'
import { type Cancelled, cancelBatchIn } from './cancel.ts'
import {
  aBatch,
  type BatchWorld,
  createBatchWorld,
  dyingAfter,
  ids,
  never,
  workAll,
  wrongCounters,
} from './world.test-support.ts'

let world: BatchWorld
beforeAll(async () => {
  world = await createBatchWorld()
})
afterAll(() => world.drop())

const sealer = createSealer(ids.bytes(32), ids)
const patient = { attemptsMax: 5, lockTimeoutMs: 10_000 }

function cancel(batchId: string, through: Database = world.database): Promise<Cancelled | undefined> {
  const { ledger, clock } = world
  return through.transaction((tx) => cancelBatchIn(tx, { ledger, clock, sealer }, batchId), patient)
}

const texts = (batchId: string) =>
  world.database.many<{ resume: Uint8Array; failure: string | null; state: string }>(
    sql`select resume, failure, state from batch_items where batch_id = ${batchId} order by position`,
  )

test('scored candidates are charged; the others fail as cancelled, and hold and texts are removed', async () => {
  const accountId = await world.newAccount(1_000)
  const batchId = await world.start(world.batches, accountId, aBatch(4))
  const [worked] = await workAll(world.batches, 1)
  const atWork = await world.mustClaim()
  expect(await world.balance(accountId)).toEqual({ spendable: 600, held: 400 })

  const cancelled = await cancel(batchId)
  expect(cancelled).toMatchObject({ changed: true, scored: 1, batch: { status: 'partial', total: 4 } })
  expect(cancelled?.batch.chargedPointCents).toBe(100)
  expect(await world.balance(accountId)).toEqual({ spendable: 900, held: 0 })
  expect(await wrongCounters(world.database)).toEqual([])
  const rows = await texts(batchId)
  expect(rows.map(({ state }) => state).sort()).toEqual(['failed', 'failed', 'failed', 'scored'])
  expect(rows[(worked?.position ?? 0) - 1]).toMatchObject({ state: 'scored', failure: null })
  for (const { resume, state, failure } of rows) {
    expect(Buffer.from(resume).toString()).toBe('removed')
    if (state === 'failed') expect(failure).toBe('cancelled')
  }

  await world.batches.process(atWork, never)
  expect(await world.batches.claim()).toBeNull()
  expect(await cancel(batchId)).toMatchObject({ changed: false, scored: 1, batch: { status: 'partial' } })
  expect(await world.balance(accountId)).toEqual({ spendable: 900, held: 0 })
  expect(await world.ledger.verify()).toMatchObject({ ok: true })
})

test('a batch without a score ends as failed and costs nothing; an ended batch is unchanged', async () => {
  const accountId = await world.newAccount(1_000)
  const none = await world.start(world.batches, accountId, aBatch(2))
  expect(await cancel(none)).toMatchObject({
    changed: true,
    scored: 0,
    batch: { status: 'failed', chargedPointCents: 0 },
  })
  const done = await world.start(world.batches, accountId, aBatch(1))
  await workAll(world.batches)
  const ended = await cancel(done)
  expect(ended).toMatchObject({ changed: false, scored: 1, batch: { status: 'done', cancelledAt: null } })
  expect(await world.balance(accountId)).toEqual({ spendable: 900, held: 0 })
  expect(await cancel(ids.uuid())).toBeUndefined()
})

test('if the process died after the last candidate, cancel settles the batch with its real outcome', async () => {
  const accountId = await world.newAccount(1_000)
  const batchId = await world.start(world.batches, accountId, aBatch(1))
  const last = await world.mustClaim()
  const dying = world.process({ through: dyingAfter(world.database, 1) })
  await expect(dying.process(last, never)).rejects.toThrow()
  const cancelled = await cancel(batchId)
  expect(cancelled).toMatchObject({ changed: true, batch: { status: 'done', cancelledAt: null } })
  expect(await world.balance(accountId)).toEqual({ spendable: 900, held: 0 })
})

test('a command that dies at any statement changes everything or nothing', async () => {
  let survived = 0
  for (let statements = 0; statements < 40 && survived < 1; statements++) {
    const accountId = await world.newAccount(1_000)
    const batchId = await world.start(world.batches, accountId, aBatch(3))
    await workAll(world.batches, 1)
    const died = await cancel(batchId, dyingAfter(world.database, statements)).then(
      () => false,
      () => true,
    )
    if (!died) survived += 1
    const before = await world.balance(accountId)
    expect([
      { spendable: 700, held: 300 },
      { spendable: 900, held: 0 },
    ]).toContainEqual(before)
    expect(await cancel(batchId)).toMatchObject({ changed: before.held > 0, scored: 1 })
    expect(await world.balance(accountId)).toEqual({ spendable: 900, held: 0 })
    expect(await wrongCounters(world.database)).toEqual([])
  }
  expect(survived).toBe(1)
})

test('during work, starts and other cancels, each batch ends once and is charged for its scored candidates', async () => {
  const accountId = await world.newAccount(100_000)
  const started = await Promise.all(
    Array.from({ length: 6 }, () => world.start(world.batches, accountId, aBatch(6))),
  )
  const work = Promise.all([world.process(), world.process(), world.process()].map((each) => workAll(each)))
  const more = Promise.all(
    Array.from({ length: 3 }, () => world.start(world.process(), accountId, aBatch(2))),
  )
  const answers = await Promise.all(started.flatMap((batchId) => [cancel(batchId), cancel(batchId)]))
  await more
  await work
  await workAll(world.batches)
  await world.batches.settleFinished()
  for (const batchId of started) {
    const mine = answers.filter((answer) => answer?.batch.batchId === batchId)
    expect(mine.filter((answer) => answer?.changed === true).length).toBeLessThanOrEqual(1)
    const scored = (await texts(batchId)).filter(({ state }) => state === 'scored').length
    expect(mine.map((answer) => [answer?.scored, answer?.batch.chargedPointCents])).toEqual([
      [scored, scored * 100],
      [scored, scored * 100],
    ])
  }
  expect((await world.balance(accountId)).held).toBe(0)
  expect(await wrongCounters(world.database)).toEqual([])
  expect(await world.ledger.verify()).toMatchObject({ ok: true })
})
