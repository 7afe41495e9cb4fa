import { type Static, Type } from 'typebox'
import type { ConsoleRoute } from './route.ts'
import {
  count,
  currency,
  door,
  kind,
  moneyView,
  nullable,
  oneOf,
  operation,
  pageOf,
  pageQuery,
  pointCents,
  quotaView,
  text,
  time,
  uuid,
} from './shapes.ts'

export const grantView = Type.Object({
  grant_id: uuid,
  kind,
  granted: pointCents,
  remaining: pointCents,
  created_at: time,
  expires_at: nullable(time),
  expired: Type.Boolean(),
  /** The source of points: a voucher, the sign-up bonus, a payment, an administrator, a refund. */
  source: oneOf(['signup', 'voucher', 'payment', 'operator', 'refund']),
  note: nullable(Type.String()),
})

export const statementMovements = [
  'grant',
  'hold',
  'capture',
  'release',
  'expiry',
  'withdrawal',
  'refund',
] as const
export const statementLine = Type.Object({
  id: Type.String(),
  at: time,
  movement: oneOf(statementMovements),
  /** Signed change of the spendable balance. */
  point_cents: pointCents,
  kind: nullable(kind),
  operation: nullable(operation),
  door: nullable(door),
  key_name: nullable(Type.String()),
  request_id: nullable(uuid),
  source: nullable(Type.String()),
  note: nullable(Type.String()),
})
export type StatementLine = Static<typeof statementLine>

const statementQuery = Type.Object({
  ...pageQuery,
  movement: Type.Optional(oneOf(statementMovements)),
  kind: Type.Optional(kind),
  from: Type.Optional(time),
  to: Type.Optional(time),
  request_id: Type.Optional(text(60)),
})

export const moneyRoutes = {
  readBalance: {
    name: 'readBalance',
    method: 'GET',
    path: '/balance',
    summary: 'The balance, by kind and by grant, with quotas and prices.',
    access: 'account',
    reply: Type.Object({
      money: moneyView,
      by_kind: Type.Array(
        Type.Object({
          kind,
          spendable: pointCents,
          listed: Type.Boolean(),
          next_expiry_at: nullable(time),
          next_expiry_point_cents: pointCents,
        }),
      ),
      grants: Type.Array(grantView),
      low_line: nullable(pointCents),
      low: Type.Boolean(),
      quota: quotaView,
      prices: Type.Object({
        parse_page: pointCents,
        match: pointCents,
        optimize_min: pointCents,
        batch_candidate: pointCents,
      }),
    }),
    errors: [],
  },
  setLowLine: {
    name: 'setLowLine',
    method: 'PUT',
    path: '/balance/low-line',
    summary: 'The balance below which every page shows a warning; null: never.',
    access: 'account',
    body: Type.Object({ point_cents: nullable(pointCents) }),
    reply: null,
    errors: [],
  },
  readStatement: {
    name: 'readStatement',
    method: 'GET',
    path: '/statement',
    summary: 'The statement, newest first.',
    access: 'account',
    query: statementQuery,
    reply: pageOf(statementLine),
    errors: [],
  },
  downloadStatement: {
    name: 'downloadStatement',
    method: 'GET',
    path: '/statement.csv',
    summary: 'The same, as a file.',
    access: 'account',
    query: statementQuery,
    reply: 'csv',
    errors: [],
  },
  redeemVoucher: {
    name: 'redeemVoucher',
    method: 'POST',
    path: '/vouchers/redeem',
    summary: 'Redeems a voucher code, once.',
    access: 'account',
    body: Type.Object({ code: text(60, 4) }),
    reply: Type.Object({ grant: grantView }),
    errors: ['voucher_invalid', 'already_done', 'too_many_attempts'],
  },
  listOffers: {
    name: 'listOffers',
    method: 'GET',
    path: '/payments/offers',
    summary: 'The offers; empty without a payment provider.',
    access: 'account',
    reply: Type.Object({
      provider: nullable(Type.String()),
      items: Type.Array(
        Type.Object({ offer_id: Type.String(), point_cents: pointCents, price_minor_units: count, currency }),
      ),
    }),
    errors: [],
  },
  startPayment: {
    name: 'startPayment',
    method: 'POST',
    path: '/payments',
    summary: 'Starts a payment and returns the address of its page.',
    access: 'account',
    body: Type.Object({ offer_id: text(60, 1) }),
    reply: Type.Object({ payment_id: uuid, url: Type.String() }),
    errors: ['not_found', 'too_many_attempts', 'payment_unavailable'],
  },
  readPayment: {
    name: 'readPayment',
    method: 'GET',
    path: '/balance/payments/{id}',
    summary: 'The state of a payment.',
    access: 'account',
    reply: Type.Object({ state: oneOf(['open', 'paid']), point_cents: pointCents }),
    errors: ['not_found'],
  },
} as const satisfies Record<string, ConsoleRoute>
