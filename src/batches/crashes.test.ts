import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../store/index.ts'
import type { Batches } from './index.ts'
import {
  aBatch,
  type BatchWorld,
  createBatchWorld,
  dyingAfter,
  never,
  skipWaits,
  workAll,
  wrongCounters,
} from './world.test-support.ts'

let world: BatchWorld
let batches: Batches
beforeAll(async () => {
  world = await createBatchWorld()
  batches = world.batches
})
afterAll(() => world.drop())

describe('the end', () => {
  test('happens once, in any process', async () => {
    const accountId = await world.newAccount(1_000)
    const batchId = await world.start(batches, accountId, aBatch(2))
    await workAll(batches, 1)
    const last = await world.mustClaim()
    // The record is durable, and its settlement has not begun.
    const dying = dyingAfter(world.database, 1)
    await expect(world.process({ through: dying }).process(last, never)).rejects.toThrow()
    const ends = await Promise.all(Array.from({ length: 5 }, () => world.process().settleFinished()))
    expect(ends.reduce((sum, each) => sum + each, 0)).toBe(1)
    expect((await world.read(accountId, batchId)).billing.billed_point_cents).toBe(200)
    expect(await world.balance(accountId)).toEqual({ spendable: 800, held: 0 })
  })

  test('is final: the database refuses a second end', async () => {
    const accountId = await world.newAccount()
    const batchId = await world.start(batches, accountId, aBatch(1))
    await workAll(batches)
    const again = sql`update batches set status = 'failed' where batch_id = ${batchId}`
    await expect(world.database.run(again)).rejects.toThrow('ends once')
    const item = sql`update batch_items set score = 1 where batch_id = ${batchId}`
    await expect(world.database.run(item)).rejects.toThrow('ends once')
  })
})

describe('a process that dies', () => {
  /** From the claim of the last candidate to the end of its batch. */
  test('between any two statements: another process continues, and the charge is correct', async () => {
    let survived = 0
    for (let statements = 1; statements < 40 && survived < 2; statements++) {
      const accountId = await world.newAccount(1_000)
      const batchId = await world.start(batches, accountId, aBatch(2))
      const dying = dyingAfter(world.database, statements)
      const mortal = world.process({ through: dying })
      const died = await workAll(mortal).then(
        () => false,
        () => true,
      )
      if (!died) survived += 1
      await skipWaits(world.database)
      await batches.recoverAbandoned()
      await workAll(batches)
      await batches.settleFinished()
      const after = await world.read(accountId, batchId)
      expect(after, `died after ${statements} statements`).toMatchObject({
        status: 'done',
        billing: { billed_point_cents: 200 },
      })
      expect(await world.balance(accountId)).toEqual({ spendable: 800, held: 0 })
      expect(await wrongCounters(world.database)).toEqual([])
    }
    expect(survived).toBe(2)
    expect(await world.ledger.verify()).toMatchObject({ ok: true })
  })

  test('between any two statements: every attempt uses the criteria of its batch', async () => {
    const criteria = [{ text: '熟练使用 Go', priority: 'must', weight: 2 }] as const
    let survived = 0
    for (let statements = 1; statements < 40 && survived < 2; statements++) {
      const before = world.engine.matches().length
      const accountId = await world.newAccount(1_000)
      const batchId = await world.start(batches, accountId, { ...aBatch(2), criteria })
      const mortal = world.process({ through: dyingAfter(world.database, statements) })
      const died = await workAll(mortal).then(
        () => false,
        () => true,
      )
      if (!died) survived += 1
      await skipWaits(world.database)
      await batches.recoverAbandoned()
      await workAll(world.process())
      await batches.settleFinished()
      const asked = world.engine.matches().slice(before)
      expect(asked.length).toBeGreaterThanOrEqual(2)
      for (const input of asked) expect(input.criteria).toEqual(criteria)
      expect(await world.read(accountId, batchId)).toMatchObject({ status: 'done', criteria })
    }
    expect(survived).toBe(2)
  })

  test('between any two statements of a reclaim', async () => {
    let survived = 0
    for (let statements = 0; statements < 40 && survived < 2; statements++) {
      const accountId = await world.newAccount(1_000)
      const batchId = await world.start(batches, accountId, aBatch(3))
      await workAll(batches, 1)
      await world.mustClaim()
      world.clock.advance(30 * 60_000)
      const mortal = world.process({ through: dyingAfter(world.database, statements) })
      const died = await mortal.reclaimStale().then(
        () => false,
        () => true,
      )
      if (!died) survived += 1
      await batches.reclaimStale()
      await batches.settleFinished()
      const after = await world.read(accountId, batchId)
      expect(after, `died after ${statements} statements`).toMatchObject({
        status: 'failed',
        billing: { billed_point_cents: 100 },
      })
      expect(await world.balance(accountId)).toEqual({ spendable: 900, held: 0 })
      expect(await wrongCounters(world.database)).toEqual([])
    }
    expect(survived).toBe(2)
  })
})
