import { listKeys } from '../accounts/index.ts'
import {
  batchCandidatePointCents,
  invalidInput,
  issue,
  matchPointCents,
  optimizePointCentsMin,
  type PointCents,
  parsePagePointCents,
  pointCents,
} from '../contract/index.ts'
import { csvHeading, csvLine } from '../kit/index.ts'
import {
  readLowLine,
  readPayment,
  redeemVoucher,
  type StatementEntry,
  type StatementQuery,
  setLowLine,
} from '../ledger/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { consoleFault } from './faults.ts'
import { grantView, kindViews, moneyView, quotaView } from './money-views.ts'
import type { ConsoleRequest, Handlers } from './request.ts'
import { startPayment } from './start-payment.ts'
import { addressMark, throttle } from './throttle.ts'

const pageLines = 50
const fileLinesPerRead = 1_000
const keysNamedMax = 1_000

type Names =
  | 'readBalance'
  | 'setLowLine'
  | 'readStatement'
  | 'downloadStatement'
  | 'redeemVoucher'
  | 'listOffers'
  | 'startPayment'
  | 'readPayment'
type Query = ConsoleRequest<'readStatement'>['query']

/** Points of the signed-in account. */
export function moneyHandlers(deps: ConsoleDeps): Handlers<Names> {
  const { store, ledger, clock, terms } = deps
  return {
    async readBalance({ actor: { accountId } }) {
      const [found, line] = await Promise.all([ledger.money(accountId), readLowLine(store, accountId)])
      return {
        money: moneyView(found.money),
        by_kind: kindViews(found.byKind),
        grants: found.grants.map(grantView),
        low_line: line,
        low: isLow(found.money.spendablePointCents, line),
        quota: quotaView(found, terms.quotaTimeZone),
        prices: {
          parse_page: parsePagePointCents,
          match: matchPointCents,
          optimize_min: optimizePointCentsMin,
          batch_candidate: batchCandidatePointCents,
        },
      }
    },
    async setLowLine({ actor, body }) {
      if (body.point_cents !== null && body.point_cents < 0) {
        throw invalidInput([issue('point_cents', 'too_small')])
      }
      const line = body.point_cents === null ? null : pointCents(body.point_cents)
      await setLowLine(store, actor.accountId, line)
      return undefined
    },
    async readStatement({ actor: { accountId }, query }) {
      const { limit = pageLines } = query
      const wanted = { ...toQuery(accountId, query), limit: limit + 1 }
      const [names, lines] = await Promise.all([keyNames(deps, accountId), ledger.statement(wanted)])
      const page = lines.slice(0, limit)
      const next = lines.length > limit ? (page.at(-1)?.id ?? null) : null
      return { items: page.map((line) => lineView(line, names)), next }
    },
    async downloadStatement({ actor: { accountId }, query }) {
      const names = await keyNames(deps, accountId)
      const day = ledger.dayOf(clock.now())
      return { fileName: `statement-${day}.csv`, body: statementFile(deps, toQuery(accountId, query), names) }
    },
    async redeemVoucher({ actor: { accountId }, body, origin }) {
      await throttle(deps, {
        redeemAtAccount: accountId,
        redeemFromAddress: addressMark(origin.address),
      })
      const redeemed = await store.transaction((tx) => redeemVoucher(tx, deps, accountId, body.code))
      if (redeemed.kind === 'redeemed_before') throw consoleFault('already_done')
      if (redeemed.kind === 'invalid') throw consoleFault('voucher_invalid')
      return { grant: grantView(redeemed.grant) }
    },
    async listOffers() {
      const provider = deps.payments ?? null
      const items = (provider?.offers ?? []).map((offer) => ({
        offer_id: offer.offerId,
        point_cents: offer.pointCents,
        price_minor_units: offer.priceMinorUnits,
        currency: offer.currency,
      }))
      return { provider: provider?.title ?? null, items }
    },
    async startPayment({ actor: { accountId, email }, body, origin: { baseUrl }, signal }) {
      return await startPayment(deps, { accountId, email, offerId: body.offer_id, baseUrl, signal })
    },
    async readPayment({ actor: { accountId }, params }) {
      const payment = await readPayment(store, accountId, params.id)
      if (payment === undefined) throw consoleFault('not_found')
      return { state: payment.isPaid ? 'paid' : 'open', point_cents: payment.pointCents }
    },
  }
}

function isLow(spendable: PointCents, line: PointCents | null): boolean {
  return line !== null && spendable < line
}

function toQuery(accountId: string, query: Query): StatementQuery {
  const { movement, kind, from, to, request_id: requestId, cursor } = query
  return {
    accountId,
    limit: fileLinesPerRead,
    ...(movement === undefined ? {} : { movement }),
    ...(kind === undefined ? {} : { kind }),
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to) }),
    ...(requestId === undefined || requestId.trim() === '' ? {} : { requestId: requestId.trim() }),
    ...(cursor === undefined ? {} : { afterId: cursor }),
  }
}

async function keyNames({ store }: ConsoleDeps, accountId: string): Promise<ReadonlyMap<string, string>> {
  const keys = await listKeys(store, accountId, { after: null, limit: keysNamedMax })
  return new Map(keys.map(({ keyId, name }) => [keyId, name]))
}

function lineView(line: StatementEntry, names: ReadonlyMap<string, string>) {
  return {
    id: line.id,
    at: line.at.toISOString(),
    movement: line.movement,
    point_cents: line.pointCents,
    kind: line.kind,
    operation: line.operation,
    door: line.door,
    key_name: line.keyId === null ? null : (names.get(line.keyId) ?? null),
    request_id: line.requestId,
    source: line.source,
    note: line.note,
  }
}

const columns = [
  'time',
  'movement',
  'point_cents',
  'kind',
  'operation',
  'door',
  'key_name',
  'request_id',
  'source',
  'note',
] as const

/** The whole statement, read page by page as fast as the browser takes it; memory holds one page. */
async function* statementFile(
  { ledger }: ConsoleDeps,
  query: StatementQuery,
  names: ReadonlyMap<string, string>,
): AsyncIterable<string> {
  yield csvHeading(columns)
  let afterId = query.afterId
  for (;;) {
    const lines = await ledger.statement({ ...query, ...(afterId === undefined ? {} : { afterId }) })
    const views = lines.map((line) => lineView(line, names))
    yield views.map((view) => csvLine(columns.map((name) => view[name === 'time' ? 'at' : name]))).join('')
    if (lines.length < query.limit) return
    afterId = lines.at(-1)?.id
  }
}
