import { audit, emailsOf } from '../accounts/index.ts'
import { pointCents } from '../contract/index.ts'
import { createVouchers, listVouchers } from '../ledger/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { consoleFault } from './faults.ts'
import type { Handlers } from './request.ts'

const pageRows = 50

/** Voucher codes and refunds, for administrators. */
export function pointHandlers(deps: ConsoleDeps): Handlers<'refundCall' | 'listVouchers' | 'createVouchers'> {
  const { store, ledger } = deps
  return {
    async refundCall({ actor, body }) {
      const { request_id: requestId, reason } = body
      const refunded = await store.transaction(async (tx) => {
        const outcome = await ledger.refundIn(tx, { requestId, reason })
        if (outcome.kind !== 'refunded') return outcome
        await audit(tx, deps, {
          ...{ actor, source: 'console', action: 'call.refund', target: requestId },
          detail: { reason, point_cents: outcome.grant.grantedPointCents, account_id: outcome.accountId },
        })
        return outcome
      })
      if (refunded.kind === 'unknown') throw consoleFault('not_found')
      if (refunded.kind === 'not_charged') throw consoleFault('conflict')
      if (refunded.kind === 'already_refunded') throw consoleFault('already_done')
      return { refunded_point_cents: refunded.grant.grantedPointCents }
    },
    async listVouchers({ query: { cursor, limit = pageRows } }) {
      const found = await listVouchers(store, { after: cursor ?? null, limit: limit + 1 })
      const page = found.slice(0, limit)
      const emails = await emailsOf(
        store,
        page.flatMap(({ accountId }) => accountId ?? []),
      )
      const items = page.map((voucher) => ({
        voucher_id: voucher.voucherId,
        last_four: voucher.lastFour,
        kind: voucher.kind,
        point_cents: voucher.pointCents,
        created_at: voucher.createdAt.toISOString(),
        expires_at: voucher.expiresAt?.toISOString() ?? null,
        grant_expires_at: voucher.grantExpiresAt?.toISOString() ?? null,
        redeemed_at: voucher.redeemedAt?.toISOString() ?? null,
        redeemed_by: emails.get(voucher.accountId ?? '') ?? null,
        note: voucher.note,
      }))
      return { items, next: found.length > limit ? (page.at(-1)?.voucherId ?? null) : null }
    },
    async createVouchers({ actor, body }) {
      const wanted = {
        count: body.count,
        kind: body.kind,
        pointCents: pointCents(body.point_cents),
        expiresAt: body.expires_at === null ? null : new Date(body.expires_at),
        grantExpiresAt: body.grant_expires_at === null ? null : new Date(body.grant_expires_at),
        note: body.note ?? null,
      }
      const codes = await store.transaction(async (tx) => {
        const made = await createVouchers(tx, deps, wanted)
        await audit(tx, deps, {
          ...{ actor, source: 'console', action: 'voucher.create', target: null },
          detail: { count: body.count, kind: body.kind, point_cents: body.point_cents, note: wanted.note },
        })
        return made
      })
      return { codes: [...codes] }
    },
  }
}
