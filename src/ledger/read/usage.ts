import { type JsonObject, type OperationName, pointCents } from '../../contract/index.ts'
import { assert, type Sealer } from '../../kit/index.ts'
import { type Queryable, sql } from '../../store/index.ts'
import type { Door, FirstCalls, HoldState, UsageQuery, UsageRow } from '../ledger.ts'
import { noteContext } from '../seal-contexts.ts'

const pageRowsMax = 1_000
const noUuid = '00000000-0000-0000-0000-000000000000'

interface Row {
  readonly request_id: string
  readonly operation: OperationName
  readonly door: Door
  readonly key_id: string
  readonly state: HoldState
  readonly held: number
  readonly captured: number
  readonly resource_captured: number
  readonly created_at: Date
  readonly settled_at: Date | null
  readonly usage: JsonObject | null
  readonly note_sealed: Uint8Array | null
}

/** One page of an account's calls by request id, which is their order of arrival. */
export async function readUsage(
  queryable: Queryable,
  sealer: Sealer,
  query: UsageQuery,
): Promise<UsageRow[]> {
  const { accountId, from = null, to = null, afterRequestId = noUuid, limit } = query
  assert(Number.isInteger(limit) && limit >= 1 && limit <= pageRowsMax, 'a page has 1 to 1000 rows')
  const rows = await queryable.many<Row>(sql`
    select request_id, operation, door, key_id, state, held, captured, resource_captured, created_at,
           settled_at, usage, note_sealed
    from requests
    where account_id = ${accountId} and request_id > ${afterRequestId}
      and (${from}::timestamptz is null or created_at >= ${from})
      and (${to}::timestamptz is null or created_at < ${to})
    order by request_id limit ${limit}`)
  return rows.map((row) => ({
    requestId: row.request_id,
    operation: row.operation,
    door: row.door,
    keyId: row.key_id,
    state: row.state,
    heldPointCents: pointCents(row.held),
    chargedPointCents: pointCents(row.captured),
    resourcePointCents: pointCents(row.resource_captured),
    createdAt: row.created_at,
    settledAt: row.settled_at,
    usage: row.usage,
    note: openNote(sealer, accountId, row),
  }))
}

function openNote(sealer: Sealer, accountId: string, row: Row): string | null {
  if (row.note_sealed === null) return null
  const opened = sealer.open(row.note_sealed, noteContext(accountId, row.request_id))
  return opened && Buffer.from(opened).toString('utf8')
}

/** Whether the account ever parsed a resume on the page, and whether it ever called with a key. */
export async function readFirstCalls(queryable: Queryable, accountId: string): Promise<FirstCalls> {
  return queryable.one<FirstCalls>(sql`
    select exists (select 1 from requests where account_id = ${accountId} and door = 'console'
                     and operation in ('parseResume', 'matchResumeToJd') and state = 'captured') as tried,
           exists (select 1 from requests where account_id = ${accountId} and door <> 'console') as called`)
}
