import { firstUuidAt, momentOfUuid } from '../kit/index.ts'
import type { EndedCall } from '../pipeline/index.ts'
import { empty, type Queryable, type Sql, sql } from '../store/index.ts'
import type { CallOutcome } from './write-calls.ts'

export interface CallQuery {
  readonly accountId: string
  readonly operation?: EndedCall['operation'] | undefined
  readonly door?: EndedCall['door'] | undefined
  readonly keyId?: string | undefined
  readonly outcome?: CallOutcome | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly requestId?: string | undefined
  /** The last request_id of the previous page. */
  readonly after: string | null
  readonly limit: number
}

export interface CallRow {
  readonly request_id: string
  readonly at: Date
  readonly operation: EndedCall['operation']
  readonly door: EndedCall['door']
  readonly key_id: string | null
  readonly status: number
  readonly error: string | null
  readonly outcome: CallOutcome
  readonly milliseconds: number
  readonly pages: number | null
  readonly tokens: number | null
}

/** Calls of an account, newest first. */
export function readCalls(from: Queryable, query: CallQuery): Promise<CallRow[]> {
  return from.many<CallRow>(callsStatement(query))
}

const minuteMs = 60_000
/** The longest time between an MCP request's id and the start of its call. */
const beganWithinMs = 10 * minuteMs

/** One call of any account; undefined if there is none, or if it was deleted. */
export async function findCallRecord(
  from: Queryable,
  requestId: string,
): Promise<(CallRow & { readonly account_id: string }) | undefined> {
  const madeAt = momentOfUuid(requestId)?.getTime()
  return madeAt === undefined ? undefined : from.maybe(callRecordStatement(requestId, madeAt))
}

/** Records are indexed by account; the index by time narrows the search to the minutes around the id. */
export function callRecordStatement(requestId: string, madeAtMs: number): Sql {
  const [first, last] = [new Date(madeAtMs - minuteMs), new Date(madeAtMs + beganWithinMs)]
  return sql`
    select account_id, request_id, at, operation, door, key_id, status, error, outcome, milliseconds, pages,
           tokens
    from call_records where at between ${first} and ${last} and request_id = ${requestId}`
}

/** Request ids are ordered by time, so a period is a range of ids. */
export function callsStatement(query: CallQuery): Sql {
  const { accountId, operation, door, keyId, outcome, from, to, requestId, after, limit } = query
  const where = [
    operation === undefined ? empty : sql`and operation = ${operation}`,
    door === undefined ? empty : sql`and door = ${door}`,
    keyId === undefined ? empty : sql`and key_id = ${keyId}`,
    // Only failed calls have this (partial) index.
    outcome === undefined ? empty : outcome === 'ok' ? sql`and outcome = 'ok'` : wrong(outcome),
    from === undefined ? empty : sql`and request_id >= ${firstUuidAt(from)}`,
    to === undefined ? empty : sql`and request_id < ${firstUuidAt(to)}`,
    requestId === undefined ? empty : sql`and request_id = ${requestId}`,
    after === null ? empty : sql`and request_id < ${after}`,
  ]
  const conditions = where.reduce((all, each) => sql`${all} ${each}`)
  return sql`
    select request_id, at, operation, door, key_id, status, error, outcome, milliseconds, pages, tokens
    from call_records where account_id = ${accountId} ${conditions}
    order by request_id desc limit ${limit}`
}

const wrong = (outcome: 'refused' | 'failed') => sql`and outcome = ${outcome} and outcome <> 'ok'`

export interface DayRow {
  readonly day: string
  readonly operation: EndedCall['operation']
  readonly calls: number
  readonly errors: number
  /** By bucket of latency.ts, first to last. */
  readonly counts: readonly number[]
}

/** Days of an account by operation, with their latency histograms. */
export async function readCallDays(from: Queryable, accountId: string, fromDay: string): Promise<DayRow[]> {
  const rows = await from.many<Omit<DayRow, 'counts'> & { readonly counts: string }>(
    callDaysStatement(accountId, fromDay),
  )
  return rows.map((row) => ({ ...row, counts: row.counts.split(',').map(Number) }))
}

/** Counts arrive as one text: the driver takes ten times as long to read a year of arrays. */
export function callDaysStatement(accountId: string, fromDay: string): Sql {
  return sql`
    select day::text, operation, ok + refused + failed as calls, refused + failed as errors,
           array_to_string(counts, ',') as counts
    from call_days where account_id = ${accountId} and day >= ${fromDay}`
}
