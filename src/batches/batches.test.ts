import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failing, usualMatch } from '../../test/support/scripted-engine.ts'
import { sql } from '../store/index.ts'
import type { Batches } from './index.ts'
import { startsMax } from './state.ts'
import {
  aBatch,
  type BatchWorld,
  createBatchWorld,
  dumpAll,
  ids,
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

const scoreOfText = ({ resumeText }: { resumeText: string }) => Number(/[\d.]+/.exec(resumeText)?.[0] ?? 0)

describe('a batch', () => {
  test('is held in full, processed, charged for scored candidates, and ranked by unrounded scores', async () => {
    world.engine.scoreBy(scoreOfText)
    const accountId = await world.newAccount(1_000)
    const scores = [70.4, 99.1, 70.45, 70.4]
    const input = { ...aBatch(4, (index) => `简历 ${scores[index - 1]}`), label: '第一批' }
    const batchId = await world.start(batches, accountId, input)
    expect(await world.balance(accountId)).toEqual({ spendable: 600, held: 400 })
    const before = await world.read(accountId, batchId)
    expect(before).toMatchObject({
      status: 'running',
      total: 4,
      completed: 0,
      label: '第一批',
      summary: null,
    })
    expect(before).toMatchObject({ billing_status: 'pending', billing: {} })
    expect(before.items).toHaveLength(4)

    await workAll(batches)
    world.engine.scoreBy(null)
    const after = await world.read(accountId, batchId)
    expect(after).toMatchObject({ status: 'done', completed: 4, billing_status: 'settled' })
    expect(after.items.map((item) => [item.candidate_label, item.score])).toEqual([
      ['候选人 2', 99],
      ['候选人 3', 70],
      ['候选人 1', 70],
      ['候选人 4', 70],
    ])
    expect(after.billing).toEqual({
      billed_point_cents: 400,
      billed_points: 4,
      balance_point_cents: 600,
      balance_points: 6,
      resource_point_cents: 0,
      resource_points: 0,
    })
    expect(after.summary?.counts).toEqual({ total: 4, scored: 4, failed: 0 })
    expect(await world.balance(accountId)).toEqual({ spendable: 600, held: 0 })
    expect(await wrongCounters(world.database)).toEqual([])
  })

  test('keeps its language when a later engine detects another one', async () => {
    const accountId = await world.newAccount()
    const met = {
      ...({ kind: 'years', text: '5年以上', priority: 'must', status: 'met' } as const),
      ...{ evidence: null, weight: 1, stated: true },
    }
    world.engine.answerMatchWith({ ...usualMatch, requirements: [met] })
    const batchId = await world.start(batches, accountId, aBatch(1))
    await world.database.run(sql`update batches set language = 'en' where batch_id = ${batchId}`)
    await workAll(batches)
    world.engine.answerMatchWith(null)
    const { items, summary } = await world.read(accountId, batchId)
    expect(items[0]?.tags).toEqual(['5+ years of experience'])
    expect(summary?.matchConclusion).toContain('candidates scored')
  })

  test('is visible to its own account only', async () => {
    const [accountId, other] = [await world.newAccount(), await world.newAccount()]
    const batchId = await world.start(batches, accountId, aBatch(1))
    expect(await batches.read(other, batchId)).toBeNull()
    expect(await batches.read(accountId, ids.uuid())).toBeNull()
    await workAll(batches)
  })

  test("deletes a candidate's text when it ends, and never stores it in the clear", async () => {
    const accountId = await world.newAccount()
    const planted = (index: number) => `Planted${index}resume Plantedname`
    const input = {
      jdText: 'Plantedjob requirement: Go, five years',
      label: 'Plantedlabel',
      criteria: [{ text: 'Plantedcriterion', priority: 'must', weight: 1 } as const],
      resumes: [1, 2, 3].map((index) => ({ text: planted(index), label: 'Plantedcandidate' })),
    }
    const batchId = await world.start(batches, accountId, input)
    const sealed = await world.database.many<{ resume: Uint8Array }>(
      sql`select resume from batch_items where batch_id = ${batchId}`,
    )
    for (const { resume } of sealed) expect(resume.length).toBeGreaterThan(40)
    expect(await dumpAll(world.database)).not.toMatch(/Planted|506c616e746564/)
    await workAll(batches, 1)
    const left = await world.database.one<{ n: number }>(
      sql`select count(*)::int as n from batch_items where batch_id = ${batchId} and resume <> 'removed'::bytea`,
    )
    expect(left.n).toBe(2)
    await workAll(batches)
    const dump = await dumpAll(world.database)
    expect(dump).not.toMatch(/Planted|506c616e746564/)
    expect(dump).toContain(batchId)
    const { jd } = await world.database.one<{ jd: Uint8Array }>(
      sql`select jd from batches where batch_id = ${batchId}`,
    )
    expect(Buffer.from(jd).toString()).toBe('removed')
    const record = await world.read(accountId, batchId)
    expect(record.items[0]?.candidate_label).toBe('Plantedcandidate')
    expect(record.criteria).toEqual(input.criteria)
  })
})

describe('an engine that fails', () => {
  test('is retried twice with growing delays; then the candidate fails and is not charged', async () => {
    const accountId = await world.newAccount(1_000)
    let tries = 0
    world.engine.scoreBy(({ resumeText }) => {
      if (resumeText !== '简历 2') return 80
      tries += 1
      throw new Error('the engine broke')
    })
    const batchId = await world.start(
      batches,
      accountId,
      aBatch(3, (index) => `简历 ${index}`),
    )
    expect(await workAll(batches)).toHaveLength(3)
    const waiting = await world.read(accountId, batchId)
    expect(waiting).toMatchObject({ status: 'running', completed: 2 })
    expect(waiting.items.map(({ score }) => score)).toEqual([80, 80, null])
    for (let turn = 0; turn < 2; turn++) {
      await skipWaits(world.database)
      await workAll(batches)
    }
    world.engine.scoreBy(null)
    expect(tries).toBe(3)
    const after = await world.read(accountId, batchId)
    expect(after).toMatchObject({ status: 'partial', completed: 3, billing: { billed_point_cents: 200 } })
    expect(after.items[2]).toEqual({
      index: 1,
      candidate_label: '候选人 2',
      score: null,
      tags: [],
      recommendation: '未能完成评分，不收费。',
      strengths: [],
      gaps: [],
      requirements: [],
      warnings: [],
      duplicate_of: [],
    })
    expect(await world.balance(accountId)).toEqual({ spendable: 800, held: 0 })
    expect(await wrongCounters(world.database)).toEqual([])
  })

  test('for every candidate: the batch fails and costs nothing', async () => {
    const accountId = await world.newAccount(500)
    world.engine.behave(failing)
    const batchId = await world.start(batches, accountId, aBatch(2))
    for (let turn = 0; turn < 3; turn++) {
      await workAll(batches)
      await skipWaits(world.database)
    }
    world.engine.behave(async () => {})
    const after = await world.read(accountId, batchId)
    expect(after).toMatchObject({ status: 'failed', completed: 2, billing_status: 'not_charged' })
    expect(after.billing).toEqual({
      billed_point_cents: 0,
      billed_points: 0,
      resource_point_cents: 0,
      resource_points: 0,
    })
    expect(after.summary?.topReasons).toEqual([])
    expect(await world.balance(accountId)).toEqual({ spendable: 500, held: 0 })
  })

  test('a process with another data key does not fail candidates; one with the right key continues', async () => {
    const accountId = await world.newAccount()
    const stranger = world.process({ secret: ids.bytes(32) })
    const batchId = await world.start(batches, accountId, aBatch(1))
    await stranger.process(await world.mustClaim(stranger), never)
    await skipWaits(world.database)
    await workAll(batches)
    expect((await world.read(accountId, batchId)).status).toBe('done')
    expect((await world.read(accountId, batchId, stranger)).items[0]).toMatchObject({
      tags: [],
      recommendation: '',
    })
  })
})

describe('claims', () => {
  test('parallel claims never get the same candidate', async () => {
    const accountId = await world.newAccount()
    const [one, two] = [world.process(), world.process()]
    await world.start(batches, accountId, aBatch(30))
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : two).claim()),
    )
    const taken = claims.filter((claim) => claim !== null)
    expect(new Set(taken.map(({ position }) => position)).size).toBe(taken.length)
    expect(taken).toHaveLength(30)
    await Promise.all(taken.map((claim) => batches.process(claim, never)))
    expect(await wrongCounters(world.database)).toEqual([])
  })

  test('parallel and repeated completions of a candidate are counted once', async () => {
    const accountId = await world.newAccount(2_400)
    const batchId = await world.start(batches, accountId, aBatch(24))
    const claims = await Promise.all(Array.from({ length: 24 }, () => world.mustClaim()))
    const processes = Array.from({ length: 6 }, () => world.process())
    const works = claims.flatMap((claim, index) =>
      [index, index + 1].map((which) => processes[which % processes.length]?.process(claim, never)),
    )
    await Promise.all(works)
    expect(await world.read(accountId, batchId)).toMatchObject({
      status: 'done',
      completed: 24,
      billing: { billed_point_cents: 2_400 },
    })
    expect(await world.balance(accountId)).toEqual({ spendable: 0, held: 0 })
    expect(await wrongCounters(world.database)).toEqual([])
  })

  test('a completion is one statement, so that network latency counts once', async () => {
    const accountId = await world.newAccount()
    await world.start(batches, accountId, aBatch(2))
    const claim = await world.mustClaim()
    const alone = { ...world.database, transaction: () => Promise.reject(new Error('a transaction')) }
    await world.process({ through: alone }).process(claim, never)
    await workAll(batches)
    expect(await wrongCounters(world.database)).toEqual([])
  })

  test('an expired claim can be taken over; later writes of the first claim are refused', async () => {
    const accountId = await world.newAccount(500)
    const batchId = await world.start(batches, accountId, aBatch(1))
    const slow = await world.mustClaim()
    expect(await batches.renew([slow])).toEqual([])
    expect(await batches.recoverAbandoned()).toBe(0)
    await skipWaits(world.database)
    expect(await batches.recoverAbandoned()).toBe(1)
    expect(await batches.renew([slow])).toEqual([slow])
    const fast = await world.mustClaim()
    world.engine.scoreBy(() => 11)
    await batches.process(slow, never)
    expect((await world.read(accountId, batchId)).completed).toBe(0)
    world.engine.scoreBy(() => 22)
    await batches.process(fast, never)
    world.engine.scoreBy(null)
    const after = await world.read(accountId, batchId)
    expect(after.items[0]?.score).toBe(22)
    expect(after.billing.billed_point_cents).toBe(100)
    await batches.process(slow, never)
    expect(await world.balance(accountId)).toEqual({ spendable: 400, held: 0 })
    expect(await wrongCounters(world.database)).toEqual([])
  })

  test('a stopping process returns its candidate immediately, without counting an attempt', async () => {
    const accountId = await world.newAccount()
    const batchId = await world.start(batches, accountId, aBatch(1))
    for (let turn = 0; turn < startsMax + 2; turn++) {
      const stopping = new AbortController()
      world.engine.behave(async () => stopping.abort(new Error('stopping')))
      await batches.process(await world.mustClaim(), stopping.signal)
    }
    world.engine.behave(async () => {})
    await workAll(batches)
    expect((await world.read(accountId, batchId)).status).toBe('done')
  })

  test('a candidate fails after every process that claimed it died', async () => {
    const accountId = await world.newAccount(500)
    const batchId = await world.start(batches, accountId, aBatch(2))
    for (let turn = 0; turn < startsMax; turn++) {
      expect((await world.mustClaim()).position).toBe(1)
      await skipWaits(world.database)
      await batches.recoverAbandoned()
    }
    await workAll(batches)
    const after = await world.read(accountId, batchId)
    expect(after).toMatchObject({ status: 'partial', billing: { billed_point_cents: 100 } })
    expect(await wrongCounters(world.database)).toEqual([])
  })
})

describe('fairness', () => {
  test('the account served longest ago is next, whatever the queue lengths', async () => {
    const [many, few] = [await world.newAccount(1_000_000), await world.newAccount()]
    for (let batch = 0; batch < 5; batch++) await world.start(batches, many, aBatch(100))
    await workAll(batches, 7)
    await world.start(batches, few, aBatch(5))
    const order = (await workAll(batches, 11)).map(({ accountId }) => (accountId === few ? 'few' : 'many'))
    expect(order.filter((each) => each === 'few')).toHaveLength(5)
    expect(order.slice(0, 2)).toContain('few')
    await workAll(batches)
  })

  test('accounts whose candidates wait for a retry do not block others', async () => {
    const failed = await Promise.all(Array.from({ length: 5 }, () => world.newAccount()))
    for (const accountId of failed) await world.start(batches, accountId, aBatch(1))
    world.engine.behave(failing)
    await workAll(batches)
    world.engine.behave(async () => {})
    const busy = await world.newAccount()
    await world.start(batches, busy, aBatch(3))
    const claims = [await batches.claim(), await batches.claim(), await batches.claim()]
    expect(claims.map((claim) => claim?.accountId)).toEqual([busy, busy, busy])
    for (const claim of claims) if (claim !== null) await batches.process(claim, never)
    await skipWaits(world.database)
    await workAll(batches)
  })

  test('an account never exceeds its cap, and its waiting does not slow others', async () => {
    const [many, few] = [await world.newAccount(1_000_000), await world.newAccount()]
    const capped = world.process({ accountRunningMax: 3 })
    await world.start(capped, many, aBatch(20))
    const first = await Promise.all(Array.from({ length: 6 }, () => capped.claim()))
    expect(first.filter((claim) => claim?.accountId === many)).toHaveLength(3)
    await world.start(capped, few, aBatch(3))
    const second = await Promise.all(Array.from({ length: 3 }, () => capped.claim()))
    expect(second.map((claim) => claim?.accountId)).toEqual([few, few, few])
    expect(await capped.claim()).toBeNull()
    for (const claim of [...first, ...second]) if (claim !== null) await capped.process(claim, never)
    await workAll(capped)
    expect(await wrongCounters(world.database)).toEqual([])
  })
})

describe('a batch that runs for too long', () => {
  test.each(['in the background', 'when it is read'])(
    'is ended %s: scored candidates stay and are charged',
    async (how) => {
      const accountId = await world.newAccount(1_000)
      const batchId = await world.start(batches, accountId, aBatch(4))
      await workAll(batches, 1)
      const running = await world.mustClaim()
      world.clock.advance(30 * 60_000 - 1)
      await batches.reclaimStale()
      expect((await world.read(accountId, batchId)).status).toBe('running')
      world.clock.advance(1)
      if (how === 'in the background') expect(await batches.reclaimStale()).toBe(1)
      const after = await world.read(accountId, batchId)
      expect(after).toMatchObject({ status: 'failed', completed: 4, billing_status: 'settled' })
      expect(after.billing.billed_point_cents).toBe(100)
      expect(after.items.map(({ score }) => score)).toEqual([50, null, null, null])
      expect(await world.balance(accountId)).toEqual({ spendable: 900, held: 0 })
      await batches.process(running, never)
      expect(await world.read(accountId, batchId)).toEqual(after)
      expect(await wrongCounters(world.database)).toEqual([])
    },
  )

  test('only the batch itself releases its hold', async () => {
    const accountId = await world.newAccount(1_000)
    const batchId = await world.start(batches, accountId, aBatch(4))
    await workAll(batches, 2)
    world.clock.advance(3 * 24 * 3_600_000)
    await world.ledger.sweep()
    expect(await world.balance(accountId)).toEqual({ spendable: 600, held: 400 })
    await batches.reclaimStale()
    expect(await world.balance(accountId)).toEqual({ spendable: 800, held: 0 })
    expect((await world.read(accountId, batchId)).status).toBe('failed')
  })
})
