import { type GrantKind, type OperationName, pointCents } from '../../contract/index.ts'
import { assert, isUuid } from '../../kit/index.ts'
import { empty, join, type Queryable, type Sql, sql } from '../../store/index.ts'
import type { Door, GrantSource } from '../ledger.ts'
import type { StatementEntry, StatementMovement, StatementQuery } from '../statement-types.ts'

/*
 * The statement, newest first, read backwards through indexes from the end of the previous page. The position
 * of a line is (moment, group, rank, grant). The group is a request, a grant, a withdrawal or an expiry; all
 * have UUIDs of version 7. Holds are found by the primary key of requests, whose ids begin with the moment of
 * the call.
 */

const pageLinesMax = 1_000
const ranks = { hold: 0, release: 1, capture: 2, other: 3 } as const

interface Cursor {
  readonly atMs: number
  readonly group: string
  readonly rank: number
  readonly grant: string
}

const noUuid = '00000000-0000-0000-0000-000000000000'
const lastUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const end: Cursor = { atMs: Date.UTC(9999, 0), group: lastUuid, rank: 9, grant: lastUuid }

/** A page of the statement. An unknown `afterId` gives the first page. */
export async function readStatement(queryable: Queryable, query: StatementQuery): Promise<StatementEntry[]> {
  assert(query.limit >= 1 && query.limit <= pageLinesMax, `a page has 1 to ${pageLinesMax} lines`)
  if (query.requestId !== undefined && !isUuid(query.requestId)) return []
  const sources = sourcesOf(query)
  if (sources.length === 0) return []
  const rows = await queryable.many<Row>(statementSql(query))
  return rows.map(toEntry)
}

/** The SQL of a page, exported so that a test can check its plan. */
function statementSql(query: StatementQuery): Sql {
  const lines = join(
    sourcesOf(query).map((source) => sql`(${source})`),
    ' union all ',
  )
  return sql`
    select l.*, coalesce(r.operation, l.call_operation) as operation, coalesce(r.door, l.call_door) as door,
           coalesce(r.key_id, l.call_key) as key_id
    from (select * from (${lines}) lines (cursor_ms, group_id, rank, grant_id, at, movement, point_cents, kind,
                                         request_id, source, note, call_operation, call_door, call_key)
          order by cursor_ms desc, group_id desc, rank desc, grant_id desc limit ${query.limit}) l
    left join requests r on r.account_id = ${query.accountId} and r.request_id = l.request_id
      and l.call_operation is null
    order by l.cursor_ms desc, l.group_id desc, l.rank desc, l.grant_id desc`
}

function sourcesOf(query: StatementQuery): Sql[] {
  const cursor = cursorOf(query.afterId)
  const after = earlier(cursor, query.to)
  const wants = (movement: StatementMovement) => query.movement === undefined || query.movement === movement
  const sources: Sql[] = []
  if (wants('capture')) sources.push(captures(query, after))
  if (wants('hold') && query.kind === undefined) sources.push(holds(query, cursor))
  if (wants('release') && query.kind === undefined) {
    sources.push(chargedReleases(query, after), unchargedReleases(query, after))
  }
  const others = (['grant', 'refund', 'expiry', 'withdrawal'] as const).filter(wants)
  if (others.length > 0) sources.push(otherEntries(query, after, others))
  return sources
}

const ms = (column: Sql) => sql`(extract(epoch from ${column}) * 1000)::bigint`

/** Keys of capture entries: the newest of each grant, then the newest of those. */
function captureKeys(query: StatementQuery, after: Cursor, rank: number): Sql {
  const { accountId, requestId, kind } = query
  const at = new Date(after.atMs)
  const ofKind = kind === undefined ? empty : sql`and g.kind = ${kind}`
  const within = sql`
    and e.credit = 'revenue' and (e.created_at, e.group_id) <= (${at}::timestamptz, ${after.group}::uuid)
    and (e.created_at, e.group_id, ${rank}::int, ${rank === ranks.capture ? sql`e.grant_id` : sql`${noUuid}::uuid`})
      < (${at}::timestamptz, ${after.group}::uuid, ${after.rank}::int, ${after.grant}::uuid)
    ${since(sql`e.created_at`, query)}`
  if (requestId !== undefined) {
    return sql`select e.created_at, e.group_id, e.grant_id, e.point_cents, g.kind from entries e
      join grants g on g.account_id = e.account_id and g.grant_id = e.grant_id
      where e.account_id = ${accountId} and e.group_id = ${requestId} ${ofKind} ${within}`
  }
  return sql`
    select c.created_at, c.group_id, c.grant_id, c.point_cents, g.kind from grants g
    cross join lateral (
      select e.created_at, e.group_id, e.grant_id, e.point_cents from entries e
      where e.account_id = g.account_id and e.grant_id = g.grant_id ${within}
      order by e.created_at desc, e.group_id desc limit ${query.limit}) c
    where g.account_id = ${accountId} and g.remaining < g.granted ${ofKind}`
}

function captures(query: StatementQuery, after: Cursor): Sql {
  return sql`
    select ${ms(sql`c.created_at`)}, c.group_id, ${ranks.capture}::int, c.grant_id, c.created_at, 'capture',
           -c.point_cents, c.kind, c.group_id, null, null, null, null, null::uuid
    from (${captureKeys(query, after, ranks.capture)}) c
    order by c.created_at desc, c.group_id desc, c.grant_id desc limit ${query.limit}`
}

/** The release of a charged call's hold, at the moment of its captures. */
function chargedReleases(query: StatementQuery, after: Cursor): Sql {
  return sql`
    select ${ms(sql`c.created_at`)}, c.group_id, ${ranks.release}::int, ${noUuid}::uuid, c.created_at,
           'release', r.held, null, c.group_id, null, null, r.operation, r.door, r.key_id
    from (select distinct k.created_at, k.group_id from (${captureKeys(query, after, ranks.release)}) k
          order by 1 desc, 2 desc limit ${query.limit}) c
    join requests r on r.account_id = ${query.accountId} and r.request_id = c.group_id
    where r.held > 0
    order by c.created_at desc, c.group_id desc limit ${query.limit}`
}

function unchargedReleases(query: StatementQuery, after: Cursor): Sql {
  const { accountId, requestId } = query
  const at = new Date(after.atMs)
  return sql`
    select ${ms(sql`r.settled_at`)}, r.request_id, ${ranks.release}::int, ${noUuid}::uuid, r.settled_at,
           'release', r.held, null, r.request_id, null, null, r.operation, r.door, r.key_id
    from requests r
    where r.account_id = ${accountId} and r.settled_at is not null and r.captured = 0 and r.held > 0
      ${requestId === undefined ? empty : sql`and r.request_id = ${requestId}`}
      and (r.settled_at, r.request_id) <= (${at}::timestamptz, ${after.group}::uuid)
      and (r.settled_at, r.request_id, ${ranks.release}::int, ${noUuid}::uuid)
        < (${at}::timestamptz, ${after.group}::uuid, ${after.rank}::int, ${after.grant}::uuid)
      ${since(sql`r.settled_at`, query)}
    order by r.settled_at desc, r.request_id desc limit ${query.limit}`
}

/** A call's id is created a moment before its admission. A day allows for clocks that are set. */
const idLagMs = 24 * 3_600_000

function holds(query: StatementQuery, after: Cursor): Sql {
  const { accountId, requestId, from, to } = query
  const bounds: Sql[] = [sql`r.request_id <= ${lastHoldBefore(after)}`]
  if (requestId !== undefined) bounds.push(sql`r.request_id = ${requestId}`)
  else {
    if (from !== undefined) bounds.push(sql`r.request_id >= ${firstIdAt(from.getTime() - idLagMs)}`)
    if (to !== undefined) bounds.push(sql`r.request_id < ${firstIdAt(to.getTime() + idLagMs)}`)
  }
  return sql`
    select ('x' || lpad(left(replace(r.request_id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint,
           r.request_id, ${ranks.hold}::int, ${noUuid}::uuid, r.created_at, 'hold', -r.held, null,
           r.request_id, null, null, r.operation, r.door, r.key_id
    from requests r
    where r.account_id = ${accountId} and r.held > 0 and ${join(bounds, ' and ')} ${since(sql`r.created_at`, query)}
      ${to === undefined ? empty : sql`and r.created_at < ${to}::timestamptz`}
    order by r.request_id desc limit ${query.limit}`
}

/** Grants, refunds, expiries and withdrawals. There are few of them. */
function otherEntries(
  query: StatementQuery,
  after: Cursor,
  wanted: readonly ('grant' | 'refund' | 'expiry' | 'withdrawal')[],
): Sql {
  const { accountId, requestId, kind } = query
  const at = new Date(after.atMs)
  const movement = sql`case when e.credit = 'expired' then 'expiry' when e.credit = 'withdrawn' then 'withdrawal'
    when g.source = 'refund' then 'refund' else 'grant' end`
  const all = wanted.length === 4
  return sql`
    select ${ms(sql`e.created_at`)}, e.group_id, ${ranks.other}::int, e.grant_id, e.created_at, ${movement},
           case e.debit when 'source' then e.point_cents else -e.point_cents end, g.kind, f.request_id,
           case e.debit when 'source' then g.source end,
           case e.credit when 'available' then coalesce(f.reason, g.note) else w.note end,
           null, null, null::uuid
    from entries e
    join grants g on g.account_id = e.account_id and g.grant_id = e.grant_id
    left join refunds f on f.account_id = e.account_id and f.grant_id = e.grant_id and e.debit = 'source'
    left join withdrawals w on w.account_id = e.account_id and w.withdrawal_id = e.group_id
      and e.credit = 'withdrawn'
    where e.account_id = ${accountId} and e.credit <> 'revenue'
      and (e.created_at, e.group_id) <= (${at}::timestamptz, ${after.group}::uuid)
      and (e.created_at, e.group_id, ${ranks.other}::int, e.grant_id)
        < (${at}::timestamptz, ${after.group}::uuid, ${after.rank}::int, ${after.grant}::uuid)
      ${since(sql`e.created_at`, query)}
      ${kind === undefined ? empty : sql`and g.kind = ${kind}`}
      ${requestId === undefined ? empty : sql`and f.request_id = ${requestId}`}
      ${all ? empty : sql`and ${movement} = any(${[...wanted]}::text[])`}
    order by e.created_at desc, e.group_id desc, e.grant_id desc limit ${query.limit}`
}

/** The start of the scan as a single bound: with several, the index might not start at the nearest. */
function earlier(cursor: Cursor, to: Date | undefined): Cursor {
  if (to === undefined || to.getTime() > cursor.atMs) return cursor
  return { atMs: to.getTime(), group: noUuid, rank: ranks.hold, grant: noUuid }
}

function since(column: Sql, { from }: StatementQuery): Sql {
  return from === undefined ? empty : sql`and ${column} >= ${from}::timestamptz`
}

/** The smallest UUID of version 7 for a millisecond. */
function firstIdAt(atMs: number): string {
  const digits = Math.max(0, Math.floor(atMs)).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-0000-0000-000000000000`
}

/** The greatest id whose hold comes after this position of the statement, which runs backwards. */
function lastHoldBefore({ atMs, group, rank }: Cursor): string {
  const inside = group >= firstIdAt(atMs) && group < firstIdAt(atMs + 1)
  if (!inside) return before(firstIdAt(group < firstIdAt(atMs) ? atMs : atMs + 1))
  return rank > ranks.hold ? group : before(group)
}

function before(id: string): string {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function cursorOf(id: string | undefined): Cursor {
  const [at = '', group = '', rank = '', grant = ''] = id?.split('.') ?? []
  const atMs = Number.parseInt(at, 36)
  const valid = /^[0-9a-z]{1,9}$/.test(at) && isUuid(group) && /^[0-3]$/.test(rank) && isUuid(grant)
  return valid && atMs < end.atMs ? { atMs, group: group.toLowerCase(), rank: Number(rank), grant } : end
}

interface Row {
  readonly cursor_ms: number
  readonly group_id: string
  readonly rank: number
  readonly grant_id: string
  readonly at: Date
  readonly movement: StatementMovement
  readonly point_cents: number
  readonly kind: GrantKind | null
  readonly request_id: string | null
  readonly source: GrantSource | null
  readonly note: string | null
  readonly operation: OperationName | null
  readonly door: Door | null
  readonly key_id: string | null
}

function toEntry(row: Row): StatementEntry {
  pointCents(Math.abs(row.point_cents))
  return {
    id: [row.cursor_ms.toString(36), row.group_id, row.rank, row.grant_id].join('.'),
    at: row.at,
    movement: row.movement,
    pointCents: row.point_cents,
    kind: row.kind,
    operation: row.operation,
    door: row.door,
    keyId: row.key_id,
    requestId: row.request_id,
    grantId: row.rank >= ranks.capture ? row.grant_id : null,
    source: row.source,
    note: row.note,
  }
}
