import { describe, expect, test } from 'vitest'
import { until } from '../../test/support/until.ts'
import type { Claim } from '../batches/index.ts'
import { silentLog, systemClock } from '../kit/index.ts'
import { startBatchRunner } from './batch-runner.ts'

const bytes = new Uint8Array()
const claimOf = (position: number, accountId = 'a'): Claim => ({
  ...{ accountId, batchId: 'b', position, leasedBy: String(position) },
  ...{ attempts: 0, language: 'zh', jdSealed: bytes, resumeSealed: bytes },
  criteriaSealed: null,
})

/** Batches whose every step the test controls. */
function fakeBatches(count: number) {
  const fake = {
    waiting: Array.from({ length: count }, (_, index) => claimOf(index + 1)),
    atWork: new Map<number, { signal: AbortSignal; end: () => void }>(),
    mostAtWork: 0,
    renewed: [] as number[],
    lost: [] as Claim[],
    failing: false,
    started: () => {},
    claims: 0,
    async claim(excludedAccountIds: readonly string[] = []) {
      fake.claims += 1
      if (fake.failing) throw new Error('the database is away')
      const next = fake.waiting.findIndex(({ accountId }) => !excludedAccountIds.includes(accountId))
      return next < 0 ? null : (fake.waiting.splice(next, 1)[0] ?? null)
    },
    process(claim: Claim, signal: AbortSignal) {
      return new Promise<void>((resolve) => {
        const end = () => {
          fake.atWork.delete(claim.position)
          resolve()
        }
        fake.atWork.set(claim.position, { signal, end })
        fake.mostAtWork = Math.max(fake.mostAtWork, fake.atWork.size)
        signal.addEventListener('abort', end)
      })
    },
    async renew(claims: readonly Claim[]) {
      fake.renewed = claims.map(({ position }) => position)
      return fake.lost
    },
    onStarted(listener: () => void) {
      fake.started = listener
      return () => {
        fake.started = () => {}
      }
    },
  }
  return fake
}

const run = (batches: ReturnType<typeof fakeBatches>, concurrency: number) =>
  startBatchRunner({ batches, concurrency, log: silentLog, clock: systemClock() })

describe('the runner', () => {
  test('runs N candidates in parallel and claims the next when a slot is free', async () => {
    const batches = fakeBatches(5)
    const runner = run(batches, 2)
    await until(() => batches.atWork.size === 2)
    for (const position of [1, 2, 3, 4, 5]) {
      await until(() => batches.atWork.has(position))
      batches.atWork.get(position)?.end()
    }
    await until(() => batches.atWork.size === 0)
    expect(batches.mostAtWork).toBe(2)
    await runner.stop()
  })

  test('while none of them ends, runs one extra candidate of an account without one', async () => {
    const batches = fakeBatches(3)
    batches.waiting.push(claimOf(11, 'b'), claimOf(12, 'b'))
    const runner = run(batches, 2)
    await until(() => batches.atWork.has(11))
    expect([...batches.atWork.keys()]).toEqual([1, 2, 11])
    batches.atWork.get(11)?.end()
    await until(() => batches.atWork.has(12))
    batches.atWork.get(1)?.end()
    await until(() => batches.atWork.has(3))
    expect([...batches.atWork.keys()]).toEqual([2, 12, 3])
    expect(batches.mostAtWork).toBe(3)
    await runner.stop()
  })

  test('polls again soon if there was nothing, and immediately if this process started a batch', async () => {
    const batches = fakeBatches(0)
    const runner = run(batches, 1)
    await until(() => batches.claims === 1)
    batches.waiting.push(claimOf(1))
    const { claims } = batches
    batches.started()
    await new Promise(setImmediate)
    expect(batches.claims).toBeGreaterThan(claims)
    await until(() => batches.atWork.size === 1)
    batches.atWork.get(1)?.end()
    batches.waiting.push(claimOf(2))
    await until(() => batches.atWork.has(2))
    expect(batches.atWork.has(2)).toBe(true)
    await runner.stop()
  })

  test('continues after a database outage', async () => {
    const batches = fakeBatches(1)
    batches.failing = true
    const runner = run(batches, 1)
    await until(() => batches.claims > 1)
    batches.failing = false
    await until(() => batches.atWork.size === 1)
    expect(batches.atWork.size).toBe(1)
    await runner.stop()
  })

  test('renews running leases and drops lost ones', async () => {
    const batches = fakeBatches(2)
    const runner = run(batches, 2)
    await until(() => batches.renewed.length === 2)
    expect(batches.renewed).toEqual([1, 2])
    const [first] = [...batches.atWork.values()]
    const kept = batches.atWork.get(2)?.signal
    const claims = batches.renewed
    batches.lost = [claimOf(1)]
    // A claim is identified by its object, so the runner must get back its own.
    batches.renew = async (own) => own.filter(({ position }) => claims.includes(position) && position === 1)
    await until(() => first?.signal.aborted === true)
    expect(first?.signal.aborted).toBe(true)
    expect(kept?.aborted).toBe(false)
    await runner.stop()
  })

  test('stopping aborts all work, waits until it is released, and claims no more', async () => {
    const batches = fakeBatches(4)
    const runner = run(batches, 2)
    await until(() => batches.atWork.size === 2)
    await runner.stop()
    expect(batches.atWork.size).toBe(0)
    expect(batches.waiting).toHaveLength(2)
    const { claims } = batches
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(batches.claims).toBe(claims)
  })
})
