import { type Queryable, sql } from '../../store/index.ts'
import type { Swept } from '../ledger.ts'
import type { Answer, Command } from '../rules/command.ts'
import type { Coalescer } from './coalescer.ts'
import type { createHoldWatch } from './hold-watch.ts'

/** Bounds the time of a sweep; the rest is left to the next one. */
const batchMax = 500
/** More calls than a process can have had in flight. */
const orphanBatchesMax = 1_000
/** More than several processes have in flight, running batches included. The oldest come first. */
const holdsWatchedMax = 50_000

export interface SweepDeps {
  readonly database: Queryable
  readonly coalescer: Coalescer
  readonly watch: ReturnType<typeof createHoldWatch>
}

/**
 * Releases holds of dead processes (those seen open for the length of their lease), deletes replies that have
 * passed their retention time, and removes expired grants. The sweep only searches: the changes are ordinary
 * commands, decided again on the current state. Several processes may sweep at the same time. If there were
 * holds or grants to end and none could be ended, it throws after doing everything else.
 */
export async function sweep(deps: SweepDeps, now: Date): Promise<Swept> {
  const { database, coalescer } = deps
  const holds = await releaseAbandoned(deps)
  const grants = await expireGrants(database, coalescer, now)
  const claimsDeleted = await deleteOldReplies(database, now)
  for (const { failure } of [holds, grants]) if (failure !== undefined) throw failure
  return { holdsReleased: holds.count, claimsDeleted, grantsExpired: grants.count }
}

/**
 * Ends the calls of processes that are known to be dead: every hold admitted before `before`, except those
 * handed over to a batch. Only for a process that is alone on the database. The sweep ends those that fail
 * here.
 */
export async function releaseOrphanedHolds(
  queryable: Queryable,
  coalescer: Coalescer,
  before: Date,
): Promise<number> {
  let released = 0
  for (let batch = 0; batch < orphanBatchesMax; batch++) {
    const rows = await queryable.many<{ account_id: string; request_id: string }>(sql`
      select account_id, request_id from requests
      where state = 'held' and created_at < ${before} and operation <> 'startBatchScreening'
      order by lease_until limit ${batchMax}`)
    const names = rows.map((row) => ({ accountId: row.account_id, requestId: row.request_id }))
    const { count } = await releaseEach(coalescer, names)
    if (count === 0) break
    released += count
  }
  return released
}

interface Ended {
  readonly count: number
  /** The error, if none could be ended. */
  readonly failure: unknown
}

interface HoldName {
  readonly accountId: string
  readonly requestId: string
  /** If absent, the lease is not compared. */
  readonly leaseUntilMs?: number
}

async function releaseEach(coalescer: Coalescer, holds: readonly HoldName[]): Promise<Ended> {
  const { answers, failure } = await submitEach(
    coalescer,
    holds.map(({ accountId, requestId, leaseUntilMs = null }) => [
      accountId,
      { kind: 'release', requestId, leaseUntilMs },
    ]),
  )
  return { count: answers.filter((answer) => answer.kind === 'released').length, failure }
}

async function releaseAbandoned({ database, coalescer, watch }: SweepDeps): Promise<Ended> {
  const rows = await database.many<OpenHoldRow>(sql`
    select account_id, request_id, (extract(epoch from lease_until) * 1000)::bigint as lease_until,
           (extract(epoch from lease_until - created_at) * 1000)::bigint as lease
    from requests where state = 'held' order by created_at limit ${holdsWatchedMax}`)
  const abandoned = watch(
    rows.map(
      ({ account_id: accountId, request_id: requestId, lease_until: leaseUntilMs, lease: leaseMs }) => {
        return { accountId, requestId, leaseUntilMs, leaseMs }
      },
    ),
  )
  return await releaseEach(coalescer, abandoned.slice(0, batchMax))
}

interface OpenHoldRow {
  readonly account_id: string
  readonly request_id: string
  readonly lease_until: number
  readonly lease: number
}

/** What open holds keep of an expired grant is removed when they end, so it needs no sweep. */
async function expireGrants(queryable: Queryable, coalescer: Coalescer, now: Date): Promise<Ended> {
  const rows = await queryable.many<{ account_id: string }>(sql`
    select distinct account_id from (
      select g.account_id from grants g join ledger_accounts a on a.account_id = g.account_id
      where not g.spent and g.expires_at <= ${now} and a.next_expiry_at <= ${now}
      order by g.expires_at limit ${batchMax}) due`)
  const { answers, failure } = await submitEach(
    coalescer,
    rows.map((row) => [row.account_id, { kind: 'expire' }]),
  )
  const expired = answers.map((answer) => (answer.kind === 'done' ? answer.expiredGrants : 0))
  return { count: expired.reduce((sum, each) => sum + each, 0), failure }
}

/**
 * An account that cannot be written must not stop the sweep of the others. If none can be written, the error
 * is returned.
 */
async function submitEach(
  coalescer: Coalescer,
  commands: readonly (readonly [accountId: string, Command])[],
): Promise<{ readonly answers: readonly Answer[]; readonly failure: unknown }> {
  const outcomes = await Promise.allSettled(
    commands.map(([accountId, command]) => coalescer.submit(accountId, command)),
  )
  const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const rejected = outcomes.find((outcome) => outcome.status === 'rejected')
  return { answers, failure: answers.length === 0 ? rejected?.reason : undefined }
}

async function deleteOldReplies(queryable: Queryable, now: Date): Promise<number> {
  return await queryable.run(sql`
    delete from claims c using (
      select account_id, operation, key_hash from claims where expires_at <= ${now}
      order by expires_at limit ${batchMax} for update skip locked) old
    where c.account_id = old.account_id and c.operation = old.operation and c.key_hash = old.key_hash
      and c.expires_at <= ${now}`)
}
