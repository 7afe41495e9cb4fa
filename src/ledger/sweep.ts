import { type Queryable, sql } from '../store/index.ts'
import type { Coalescer } from './coalescer.ts'
import type { Answer, Command } from './command.ts'
import type { createHoldWatch } from './hold-watch.ts'
import type { Swept } from './ledger.ts'

/** One batch, so that a sweep never takes long; what is left over is the next one's. */
const batchMax = 500
/** More calls than a process can have had in flight. */
const leftBehindBatchesMax = 1_000
/** More than several processes have in flight, batches that run included. The oldest come first. */
const holdsWatchedMax = 50_000

export interface SweepDeps {
  readonly database: Queryable
  readonly coalescer: Coalescer
  readonly watch: ReturnType<typeof createHoldWatch>
}

/**
 * Gives back holds whose process died (those that were seen to be open for as long as their lease is),
 * deletes replies that were kept long enough, and takes expired grants out. Only the search is done here: the
 * ends are commands like all others, decided again on the account as it is. Any number of processes may sweep
 * at the same time. Throws where no hold or no grant could be ended though there were some, when all else is
 * done.
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
 * Ends the calls of processes that are known to be dead: every hold admitted before `before`, but for those
 * that were handed over to a batch, which live on. Only for a process that is alone on the database. What
 * cannot be ended is left to the sweep.
 */
export async function releaseLeftBehind(
  queryable: Queryable,
  coalescer: Coalescer,
  before: Date,
): Promise<number> {
  let released = 0
  for (let batch = 0; batch < leftBehindBatchesMax; batch++) {
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
  /** Why, where none could be ended. */
  readonly failure: unknown
}

interface HoldName {
  readonly accountId: string
  readonly requestId: string
  /** Left out: whatever lease it has. */
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

/**
 * What open holds keep of an expired grant waits for their end, which takes it out; nobody has to come for
 * it.
 */
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

/** One account that cannot be written must not stop the sweep of the others; if none can, that is told. */
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
