import { listKeys } from '../accounts/index.ts'
import { csvHeading, csvLine, isUuid } from '../kit/index.ts'
import { type Charge, chargesOf, readChargedDays } from '../ledger/index.ts'
import { dayIn } from './call-log.ts'
import type { ConsoleDeps } from './deps.ts'
import { pageOf, startOf } from './keyset.ts'
import { quotaView } from './money-views.ts'
import { type CallQuery, type CallRow, readCallDays, readCalls } from './read-calls.ts'
import type { ConsoleRequest, Handlers, Reply } from './request.ts'
import { latencyOf, usageDays } from './usage-days.ts'

const daysDefault = 30
const dayMs = 86_400_000
const fileRowsPerRead = 1_000
const keysNamedMax = 1_000

type Query = ConsoleRequest<'listCalls'>['query']
type CallView = Reply<'listCalls'>['items'][number]

/** Usage of an account: daily sums and single calls. */
export function usageHandlers(deps: ConsoleDeps): Handlers<'readUsage' | 'listCalls' | 'downloadCalls'> {
  const { store, ledger, clock, terms, calls } = deps
  const dayOf = dayIn(terms.quotaTimeZone)
  const viewsOf = async (accountId: string, rows: readonly CallRow[], names: KeyNames) => {
    const charges = await chargesOf(
      store,
      accountId,
      rows.map((row) => row.request_id),
    )
    return rows.map((row) => callView(row, charges.get(row.request_id), names))
  }
  return {
    async readUsage({ actor: { accountId }, query: { days = daysDefault } }) {
      // Write pending records first, so that the page sees the calls it has just made.
      await calls.flush()
      const now = clock.now()
      const fromDay = dayOf(new Date(now.getTime() - (days - 1) * dayMs))
      const [counted, charged, money] = await Promise.all([
        readCallDays(store, accountId, fromDay),
        readChargedDays(store, accountId, fromDay),
        ledger.money(accountId),
      ])
      const timeZone = terms.quotaTimeZone
      return {
        time_zone: timeZone,
        days: usageDays(counted, charged),
        latency: latencyOf(counted),
        quota: quotaView(money, timeZone),
      }
    },
    async listCalls({ actor: { accountId }, query }) {
      const { after, limit } = startOf(query)
      const wanted = toQuery(accountId, query)
      if (wanted === null) return { items: [], next: null }
      await calls.flush()
      const [names, found] = await Promise.all([
        keyNames(deps, accountId),
        readCalls(store, { ...wanted, after, limit: limit + 1 }),
      ])
      const { items, next } = pageOf(found, limit, (row) => row.request_id)
      return { items: await viewsOf(accountId, items, names), next }
    },
    async downloadCalls({ actor: { accountId }, query }) {
      const { after } = startOf(query)
      const wanted = toQuery(accountId, query)
      const names = await keyNames(deps, accountId)
      await calls.flush()
      const body = async function* () {
        yield csvHeading(columns)
        let last = after
        while (wanted !== null) {
          const rows = await readCalls(store, { ...wanted, after: last, limit: fileRowsPerRead })
          yield (await viewsOf(accountId, rows, names)).map(lineOf).join('')
          last = rows.at(-1)?.request_id ?? null
          if (rows.length < fileRowsPerRead) return
        }
      }
      return { fileName: `calls-${dayOf(clock.now())}.csv`, body: body() }
    },
  }
}

/** Null: no call can match the filter. */
function toQuery(accountId: string, query: Query): Omit<CallQuery, 'after' | 'limit'> | null {
  const { operation, door, outcome, request_id: requestId, key_id: keyId, from, to } = query
  if (requestId !== undefined && !isUuid(requestId.trim())) return null
  return {
    accountId,
    operation,
    door,
    outcome,
    keyId,
    requestId: requestId?.trim(),
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  }
}

type KeyNames = ReadonlyMap<string, string | null>

async function keyNames({ store }: ConsoleDeps, accountId: string): Promise<KeyNames> {
  const keys = await listKeys(store, accountId, { after: null, limit: keysNamedMax })
  return new Map(keys.map(({ keyId, name }) => [keyId, name]))
}

function callView(row: CallRow, charge: Charge | undefined, names: KeyNames): CallView {
  const { at, outcome, key_id, ...plain } = row
  return {
    ...plain,
    at: at.toISOString(),
    key_id,
    key_name: key_id === null ? null : (names.get(key_id) ?? null),
    state: outcome === 'ok' ? stateOf(charge) : outcome,
    point_cents: charge?.chargedPointCents ?? 0,
  }
}

function stateOf(charge: Charge | undefined): 'running' | 'charged' | 'free' {
  if (charge?.state === 'held') return 'running'
  return (charge?.chargedPointCents ?? 0) > 0 ? 'charged' : 'free'
}

const columns = [
  ...['request_id', 'at', 'operation', 'door', 'key_id', 'key_name', 'state', 'status', 'error'],
  ...['milliseconds', 'pages', 'tokens', 'point_cents'],
] as (keyof CallView)[]

function lineOf(view: CallView): string {
  return csvLine(columns.map((name) => view[name]))
}
