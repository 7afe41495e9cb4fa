import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../store/index.ts'
import { deleteBatch } from './delete.ts'
import {
  aBatch,
  type BatchWorld,
  createBatchWorld,
  ids,
  workAll,
  wrongCounters,
} from './world.test-support.ts'

/** Old batches are deleted; the ledger is not affected. */

let world: BatchWorld
beforeAll(async () => {
  world = await createBatchWorld()
})
afterAll(() => world.drop())

const days = (count: number) => count * 86_400_000
const rowsOf = (batchId: string) =>
  world.database.one<{ batches: number; items: number }>(sql`
    select (select count(*)::int from batches where batch_id = ${batchId}) as batches,
           (select count(*)::int from batch_items where batch_id = ${batchId}) as items`)

test('expired batches are deleted with their candidates; the ledger stays correct', async () => {
  const { batches, database, clock } = world
  const keeping = world.process({ retentionDays: 30 })
  const accountId = await world.newAccount(1_000)
  const start = () => world.start(batches, accountId, aBatch(2))
  // Ids contain the real time. The years in this test put all of them before the retention limit.
  const old = await start()
  await workAll(batches)
  clock.advance(days(3 * 365))
  const recent = await start()
  await workAll(batches)
  clock.advance(days(30))
  const running = await start()

  expect(await batches.deleteOld()).toBe(0)
  expect(await keeping.deleteOld()).toBe(1)
  expect(await rowsOf(old)).toEqual({ batches: 0, items: 0 })
  expect(await keeping.read(accountId, old)).toBeNull()
  for (const kept of [recent, running]) expect(await rowsOf(kept)).toEqual({ batches: 1, items: 2 })
  clock.advance(1)
  expect(await keeping.deleteOld()).toBe(1)
  expect(await rowsOf(recent)).toEqual({ batches: 0, items: 0 })

  await workAll(batches)
  expect(await world.balance(accountId)).toEqual({ spendable: 400, held: 0 })
  expect((await world.ledger.verify()).differences).toEqual([])
  expect(await wrongCounters(database)).toEqual([])
})

test('an operator can delete an ended batch, but not a running one', async () => {
  const { batches, database } = world
  const accountId = await world.newAccount()
  const batchId = await world.start(batches, accountId, aBatch(2))
  expect(await deleteBatch(database, batchId)).toBe('running')
  await workAll(batches)
  expect(await deleteBatch(database, batchId)).toBe('deleted')
  expect(await rowsOf(batchId)).toEqual({ batches: 0, items: 0 })
  for (const unknown of [batchId, ids.uuid()]) expect(await deleteBatch(database, unknown)).toBe('unknown')
})
