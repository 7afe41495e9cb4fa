import { createTestDatabase } from '../../test/support/database.ts'
import { type ScriptedEngine, scriptedEngine } from '../../test/support/scripted-engine.ts'
import { type BatchRecord, defaultTerms, pointCents, type StartBatchInput } from '../contract/index.ts'
import {
  createMetrics,
  createSealer,
  type FakeClock,
  fakeClock,
  type Log,
  randomIds,
  silentLog,
} from '../kit/index.ts'
import { createLedger, type Ledger } from '../ledger/index.ts'
import { type Database, type Queryable, raw, StoreError, sql } from '../store/index.ts'
import type { Claim } from './batches.ts'
import { type Batches, createBatches } from './index.ts'

export const ids = randomIds()
const secret = ids.bytes(32)

/** Batches may use a third of these. */
const connectionsMax = 12

/** A database and its services; each `process()` acts as a separate process. */
export interface BatchWorld {
  readonly database: Database
  readonly clock: FakeClock
  readonly engine: ScriptedEngine
  readonly ledger: Ledger
  process(options?: ProcessOptions): Batches
  newAccount(amount?: number): Promise<string>
  /** The default process, for tests that need only one. */
  readonly batches: Batches
  mustClaim(by?: Batches): Promise<Claim>
  read(accountId: string, batchId: string, by?: Batches): Promise<BatchRecord>
  balance(accountId: string): Promise<{ spendable: number; held: number }>
  /** Starts a batch as the pipeline does; returns its id. */
  start(batches: Batches, accountId: string, input: StartBatchInput): Promise<string>
  drop(): Promise<void>
}

export interface ProcessOptions {
  readonly through?: Database
  readonly leaseMs?: number
  readonly accountRunningMax?: number
  readonly retentionDays?: number
  readonly secret?: Uint8Array
  readonly log?: Log
}

export async function createBatchWorld(): Promise<BatchWorld> {
  const { database, drop } = await createTestDatabase({ poolSize: connectionsMax })
  const [clock, engine, metrics] = [fakeClock(), scriptedEngine(), await createMetrics()]
  const ledgerOn = (through: Database) =>
    createLedger({
      database: through,
      clock,
      ids,
      terms: { ...defaultTerms, quotaDaily: 0, quotaMonthly: 0 },
      sealer: createSealer(secret, ids),
    })
  const ledger = ledgerOn(database)
  const process: BatchWorld['process'] = ({
    through = database,
    leaseMs = 3_000,
    accountRunningMax = 1_000,
    retentionDays = 0,
    log = silentLog,
    ...options
  } = {}) => {
    const sealer = createSealer(options.secret ?? secret, ids)
    const rooms = { clock, engine, ids, sealer, log, metrics }
    const own = through === database ? ledger : ledgerOn(through)
    return createBatches({
      ...rooms,
      store: through,
      ledger: own,
      options: { leaseMs, accountRunningMax, retentionDays, connectionsMax },
    })
  }
  const batches = process()
  return {
    ...{ database, clock, engine, ledger, batches, process, drop },
    async mustClaim(by = batches) {
      const claim = await by.claim()
      if (claim === null) throw new Error('there is nothing to claim')
      return claim
    },
    async read(accountId, batchId, by = batches) {
      const record = await by.read(accountId, batchId)
      if (record === null) throw new Error('there is no such batch')
      return record
    },
    async balance(accountId) {
      const { balancePointCents, heldPointCents } = await ledger.balance(accountId)
      return { spendable: balancePointCents, held: heldPointCents }
    },
    async newAccount(amount = 100_000) {
      const accountId = ids.uuid()
      await database.transaction((tx) => ledger.openAccount(tx, accountId))
      await ledger.grant({
        accountId,
        kind: 'paid',
        pointCents: pointCents(amount),
        expiresAt: null,
        note: null,
      })
      return accountId
    },
    start: (batches, accountId, input) => start(database, ledger, batches, accountId, input),
  }
}

async function start(
  database: Database,
  ledger: Ledger,
  batches: Batches,
  accountId: string,
  input: StartBatchInput,
): Promise<string> {
  const requestId = ids.uuid()
  const start = await batches.prepare(input, { accountId, requestId })
  await database.transaction(async (tx) => {
    const admission = await ledger.admitIn(tx, {
      accountId,
      requestId,
      operation: 'startBatchScreening',
      door: 'rest',
      keyId: ids.uuid(),
      idempotency: null,
      holdPointCents: start.estimatedPointCents,
      leaseMs: 60_000,
      note: null,
    })
    if (admission.kind !== 'admitted') throw new Error(`expected an admission, not ${admission.kind}`)
    await start.write(tx)
    const reply = () => Buffer.from('{}')
    await ledger.applyInTransaction(tx, accountId, [
      { kind: 'hand_over', requestId, leaseMs: start.leaseMs, reply },
    ])
  })
  start.written()
  return start.data.batch_id as string
}

export const aBatch = (count: number, text = (index: number) => `候选人简历 ${index}`): StartBatchInput => ({
  jdText: '后端工程师，任职要求：熟练使用 Go',
  resumes: Array.from({ length: count }, (_, index) => ({ text: text(index + 1) })),
})

export const never = new AbortController().signal

/** Processes candidates one after another until none can be claimed; returns their claims. */
export async function workAll(batches: Batches, most = 10_000): Promise<Claim[]> {
  const done: Claim[] = []
  while (done.length < most) {
    const claim = await batches.claim()
    if (claim === null) break
    await batches.process(claim, never)
    done.push(claim)
  }
  return done
}

/** Ends all retry waits and leases, as if time had passed. */
export async function skipWaits(database: Database): Promise<void> {
  await database.run(sql`update batch_items set not_before = '-infinity' where state = 'waiting'`)
  await database.run(sql`update batch_items set lease_until = '-infinity' where state = 'running'`)
  await database.run(sql`update batch_accounts set due_at = '-infinity'`)
}

/** Every counter of accounts and batches that differs from the candidates. Empty if all are correct. */
export async function wrongCounters(database: Database): Promise<unknown[]> {
  return database.many(sql`
    select 'account' as what, a.account_id, a.pending, a.running, i.pending as counted, i.running as counted_running
    from batch_accounts a
    left join (select account_id, count(*) filter (where state = 'waiting') as pending,
                      count(*) filter (where state = 'running') as running from batch_items group by account_id) i
      on i.account_id = a.account_id
    where a.pending <> coalesce(i.pending, 0) or a.running <> coalesce(i.running, 0)
    union all
    select 'batch', b.batch_id, b.open_items, 0, i.open, 0
    from batches b
    join (select account_id, batch_id, count(*) filter (where state in ('waiting', 'running')) as open
          from batch_items group by account_id, batch_id) i
      on i.account_id = b.account_id and i.batch_id = b.batch_id
    where b.open_items <> i.open`)
}

/** Every row of every table as text. */
export async function dumpAll(database: Database): Promise<string> {
  const tables = await database.many<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await database.many<{ line: string; raw: string }>(
      sql`select row_to_json(t)::text as line, t::text as raw from ${raw(name)} t`,
    )
    texts.push(...rows.map((row) => `${name} ${row.line} ${row.raw}`))
  }
  return texts.join('\n')
}

/** Behaves like a process whose connections are gone: the server no longer answers. */
class Died extends StoreError {}

/**
 * A database whose process dies after a number of statements: the open transaction is rolled back, and every
 * later statement fails.
 */
export function dyingAfter(
  database: Database,
  statements: number,
): Database & { readonly died: () => boolean } {
  let left = statements
  const step = () => {
    if (left <= 0) throw new Died('the process is dead')
    left -= 1
  }
  const alive = <Result>(work: () => Promise<Result>) => {
    step()
    return work()
  }
  const mortal = <Inner extends Queryable>(inner: Inner): Inner => ({
    ...inner,
    many: async (statement: never) => alive(() => inner.many(statement)),
    maybe: async (statement: never) => alive(() => inner.maybe(statement)),
    one: async (statement: never) => alive(() => inner.one(statement)),
    run: async (statement: never) => alive(() => inner.run(statement)),
  })
  return {
    ...mortal(database),
    async transaction(work, options) {
      step()
      const result = await database.transaction((tx) => work(mortal(tx)), options)
      step()
      return result
    },
    died: () => left <= 0,
  }
}
