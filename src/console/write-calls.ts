import type { EndedCall } from '../pipeline/index.ts'
import { type Sql, sql } from '../store/index.ts'
import { bucketLast, bucketOf } from './latency.ts'
import { noKeyId } from './no-key.ts'

export type CallOutcome = 'ok' | 'refused' | 'failed'

/** `failed`: the service could not answer, or the caller hung up. */
export function outcomeOf(status: number): CallOutcome {
  if (status < 400) return 'ok'
  return status < 499 ? 'refused' : 'failed'
}

/**
 * Adds call records and the daily counts of those that are new. Writing a record twice changes nothing.
 * Rows of days are always locked in the same order, so writers can't deadlock.
 */
export function writeCallsStatement(calls: readonly EndedCall[], dayOf: (at: Date) => string): Sql {
  const column = <Value>(of: (call: EndedCall) => Value) => calls.map(of)
  return sql`
    with ended as (
      select * from unnest(
        ${column((call) => call.accountId)}::uuid[], ${column((call) => call.requestId)}::uuid[],
        ${column((call) => call.at)}::timestamptz[], ${column((call) => call.operation)}::text[],
        ${column((call) => call.door)}::text[],
        ${column((call) => (call.keyId === noKeyId ? null : call.keyId))}::uuid[],
        ${column((call) => call.status)}::smallint[], ${column((call) => call.error)}::text[],
        ${column((call) => outcomeOf(call.status))}::text[],
        ${column((call) => call.milliseconds)}::integer[], ${column((call) => call.pages)}::integer[],
        ${column((call) => call.tokens)}::bigint[], ${column((call) => dayOf(call.at))}::date[],
        ${column((call) => bucketOf(call.milliseconds))}::smallint[])
        as u(account_id, request_id, at, operation, door, key_id, status, error, outcome, milliseconds, pages,
             tokens, day, bucket)),
    added as (
      insert into call_records (account_id, request_id, at, operation, door, key_id, status, error, outcome,
                                milliseconds, pages, tokens)
      select account_id, request_id, at, operation, door, key_id, status, error, outcome, milliseconds, pages,
             tokens
      from ended order by account_id, request_id
      on conflict (account_id, request_id) do nothing
      returning account_id, request_id)
    insert into call_days as d (account_id, day, operation, ok, refused, failed, counts)
    select account_id, day, operation, count(*) filter (where outcome = 'ok'),
           count(*) filter (where outcome = 'refused'), count(*) filter (where outcome = 'failed'),
           call_counts(array_agg(bucket), ${bucketLast})
    from added join ended using (account_id, request_id)
    group by account_id, day, operation order by account_id, day, operation
    on conflict (account_id, day, operation) do update
    set ok = d.ok + excluded.ok, refused = d.refused + excluded.refused, failed = d.failed + excluded.failed,
        counts = call_counts_sum(d.counts, excluded.counts)`
}

export const deleteRecordsStatement = (line: Date, limit: number) => sql`
  delete from call_records where (account_id, request_id) in (
    select account_id, request_id from call_records where at < ${line} limit ${limit})`

export const deleteDaysStatement = (day: string) => sql`delete from call_days where day < ${day}`
