import { type PointCents, pointCents } from '../../contract/index.ts'
import { type Clock, type Ids, isUuid } from '../../kit/index.ts'
import { type Queryable, sql, type Tx } from '../../store/index.ts'
import type { Ledger } from '../ledger.ts'

/** A purchase before it is paid. */
export interface NewPayment {
  readonly accountId: string
  readonly provider: string
  readonly offerId: string
  readonly pointCents: PointCents
  /** In the smallest unit of the currency. */
  readonly priceMinorUnits: number
  readonly currency: string
}

export async function openPayment(
  on: Queryable,
  deps: { readonly clock: Clock; readonly ids: Ids },
  payment: NewPayment,
): Promise<string> {
  const paymentId = deps.ids.uuid()
  await on.run(sql`
    insert into payments (payment_id, account_id, provider, offer_id, point_cents, price_minor_units, currency,
                          created_at)
    values (${paymentId}, ${payment.accountId}, ${payment.provider}, ${payment.offerId}, ${payment.pointCents},
            ${payment.priceMinorUnits}, ${payment.currency}, ${deps.clock.now()})`)
  return paymentId
}

/** A payment of an account; undefined if the account has none with this id. */
export async function readPayment(
  from: Queryable,
  accountId: string,
  paymentId: string,
): Promise<{ readonly pointCents: PointCents; readonly isPaid: boolean } | undefined> {
  return from.maybe(sql`
    select point_cents as "pointCents", paid_at is not null as "isPaid"
    from payments where payment_id = ${paymentId} and account_id = ${accountId}`)
}

/** A payment that a provider reports. */
export interface Paid {
  readonly paymentId: string
  readonly provider: string
  readonly priceMinorUnits: number
  readonly currency: string
}

/**
 * Grants the points of a payment, once, however often the provider reports it. `mismatch`: the amount or the
 * provider differs from the opened payment; nothing is granted.
 */
export async function completePayment(
  tx: Tx,
  deps: { readonly ledger: Pick<Ledger, 'grantIn'>; readonly clock: Clock },
  paid: Paid,
): Promise<'granted' | 'granted_before' | 'unknown' | 'mismatch'> {
  if (!isUuid(paid.paymentId)) return 'unknown'
  const row = await tx.maybe<PaymentRow>(
    sql`select * from payments where payment_id = ${paid.paymentId} for update`,
  )
  if (row === undefined || row.provider !== paid.provider) return 'unknown'
  if (row.price_minor_units !== paid.priceMinorUnits || row.currency !== paid.currency) return 'mismatch'
  if (row.paid_at !== null) return 'granted_before'
  const { grantId } = await deps.ledger.grantIn(tx, {
    accountId: row.account_id,
    kind: 'paid',
    pointCents: pointCents(row.point_cents),
    expiresAt: null,
    note: `${row.provider} ${row.offer_id}`,
    source: 'payment',
  })
  await tx.run(sql`update payments set paid_at = ${deps.clock.now()}, grant_id = ${grantId}
                   where payment_id = ${paid.paymentId}`)
  return 'granted'
}

interface PaymentRow {
  readonly account_id: string
  readonly provider: string
  readonly offer_id: string
  readonly point_cents: number
  readonly price_minor_units: number
  readonly currency: string
  readonly paid_at: Date | null
}
