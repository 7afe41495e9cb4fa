import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { defaultTerms, pointCents, type Start } from '../contract/index.ts'
import { createMetrics, createSealer, createSemaphore, randomIds, systemClock } from '../kit/index.ts'
import { type AdmitRequest, createLedger } from '../ledger/index.ts'
import { type Database, StoreError, sql, type Tx } from '../store/index.ts'
import { createConnectionSlots } from './connection-slots.ts'
import { type StartDeps, startWork } from './start-work.ts'

const connectionsMax = 4
const { database: store, drop } = await createTestDatabase({ poolSize: connectionsMax })
const ids = randomIds()
const sealer = createSealer(ids.bytes(32), ids)
const ledger = createLedger({ database: store, clock: systemClock(), ids, sealer, terms: defaultTerms })
const deps: StartDeps = {
  ...{ store, ledger, metrics: await createMetrics() },
  connectionSlots: createConnectionSlots(connectionsMax),
}
afterAll(drop)

async function newAccount(): Promise<string> {
  const accountId = ids.uuid()
  await store.transaction((tx) => ledger.openAccount(tx, accountId))
  const grant = {
    accountId,
    kind: 'paid',
    pointCents: pointCents(10_000),
    expiresAt: null,
    note: null,
  } as const
  await ledger.grant(grant)
  return accountId
}

const request = (accountId: string, operation: AdmitRequest['operation']): AdmitRequest => ({
  ...{ accountId, requestId: ids.uuid(), operation, door: 'rest', keyId: ids.uuid() },
  ...{ idempotency: null, holdPointCents: pointCents(100), leaseMs: 60_000, note: null },
})

/** What a start writes besides its hold; it takes a moment. */
const startOf = (write: (tx: Tx) => Promise<unknown>): Start<Tx> => ({
  data: {},
  estimatedPointCents: pointCents(100),
  billingNote: '',
  leaseMs: 60_000,
  write: async (tx) => void (await write(tx)),
  written: () => {},
})
const slowly = async () => startOf((tx) => tx.run(sql`select pg_sleep(0.01)`))
const start = (accountId: string, more: Partial<StartDeps> = {}, gone: AbortSignal | null = null) =>
  startWork({ ...deps, ...more }, request(accountId, 'startBatchScreening'), slowly, gone)

test('however many starts one account sends, the calls of another are answered meanwhile', async () => {
  const [many, other] = [await newAccount(), await newAccount()]
  let started = 0
  const starts = Array.from({ length: 60 }, async () => {
    const { status } = await start(many)
    started += 1
    return status
  })
  const admission = await ledger.admit(request(other, 'matchResumeToJd'))
  if (admission.kind !== 'admitted') throw new Error(`expected an admission, not ${admission.kind}`)
  await ledger.release(admission.hold)
  expect(await start(other)).toMatchObject({ status: 200 })
  expect(await ledger.balance(other)).toMatchObject({ heldPointCents: 100 })
  expect(started).toBeLessThan(30)
  expect(await Promise.all(starts)).toEqual(starts.map(() => 200))
  expect(await ledger.balance(many)).toMatchObject({ heldPointCents: 6_000 })
})

test('a waiting start ends when its caller disconnects, and is refused when too many wait', async () => {
  const accountId = await newAccount()
  const starts = createSemaphore({ slots: 1, slotsPerKeyMax: 1, waitingMax: 1 })
  const connectionSlots = { ...deps.connectionSlots, starts }
  const leave = await starts.acquire('another')
  const hangUp = new AbortController()
  const waiting = start(accountId, { connectionSlots }, hangUp.signal)
  await expect(start(accountId, { connectionSlots })).rejects.toMatchObject({
    code: 'internal_error',
    members: { detail: { reason: 'engine_unavailable' } },
  })
  hangUp.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'CallerGone' })
  leave()
  expect(await start(accountId, { connectionSlots })).toMatchObject({ status: 200 })
  expect(await ledger.balance(accountId)).toMatchObject({ heldPointCents: 100 })
})

describe('a lost commit answer', () => {
  const lost = () => new StoreError('commit: the connection was lost', { commitUnknown: true })
  let commits = 0
  /** Loses the answer to the first commit, which succeeded or failed. */
  const losing = (isDone: boolean): Database => {
    commits = 0
    return {
      ...store,
      transaction: (work, options) =>
        store
          .transaction(async (tx) => {
            const result = await work(tx)
            if (commits++ === 0 && !isDone) throw lost()
            return result
          }, options)
          .then((result) => (commits === 1 ? Promise.reject(lost()) : result)),
    }
  }

  test('a lost answer of a completed start is found, and the work is not started again', async () => {
    const accountId = await newAccount()
    expect(await start(accountId, { store: losing(true) })).toMatchObject({ status: 200 })
    expect(await ledger.balance(accountId)).toMatchObject({ heldPointCents: 100 })
  })

  test('after a failed start: the call fails with 500, and nothing is held', async () => {
    const accountId = await newAccount()
    await expect(start(accountId, { store: losing(false) })).rejects.toThrow('the connection was lost')
    expect(await ledger.balance(accountId)).toMatchObject({ heldPointCents: 0 })
  })
})
