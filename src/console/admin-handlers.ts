import { audit, findAccount, type KnownAccount, searchAccounts } from '../accounts/index.ts'
import { pointCents } from '../contract/index.ts'
import { readSpendable } from '../ledger/index.ts'
import { changeAccount } from './change-account.ts'
import type { ConsoleDeps } from './deps.ts'
import { consoleFault } from './faults.ts'
import { pageOf, startOf } from './keyset.ts'
import { grantView, moneyView, quotaView } from './money-views.ts'
import type { Handlers } from './request.ts'

type Names = 'listAccounts' | 'readAccount' | 'changeAccount' | 'grantPoints' | 'withdrawPoints'

/** Accounts and their points, for administrators. */
export function adminHandlers(deps: ConsoleDeps): Handlers<Names> {
  const { store, ledger, clock, terms } = deps
  const known = async (accountId: string): Promise<KnownAccount> => {
    const account = await findAccount(store, accountId)
    if (account === undefined) throw consoleFault('not_found')
    return account
  }
  return {
    async listAccounts({ query }) {
      const { after, limit } = startOf(query)
      const found = await searchAccounts(store, {
        after,
        limit: limit + 1,
        search: query.search?.trim() || null,
      })
      const { items, next } = pageOf(found, limit, ({ accountId }) => accountId)
      const ids = items.map(({ accountId }) => accountId)
      const amounts = await readSpendable(store, ids, { nowMs: clock.now().getTime(), terms })
      return {
        items: items.map((account) => ({
          ...rowOf(account),
          spendable: amounts.get(account.accountId) ?? 0,
        })),
        next,
      }
    },
    async readAccount({ params }) {
      const account = await known(params.id)
      const found = await ledger.money(account.accountId)
      const { money, grants, ownQuota } = found
      return {
        ...rowOf(account),
        money: moneyView(money),
        grants: grants.map(grantView),
        quota: quotaView(found, terms.quotaTimeZone),
        own_daily: ownQuota.daily,
        own_monthly: ownQuota.monthly,
      }
    },
    async changeAccount({ actor, params, body }) {
      await changeAccount(deps, actor, await known(params.id), body)
    },
    async grantPoints({ actor, params, body }) {
      const { accountId, email } = await known(params.id)
      const { kind, point_cents, note } = body
      const expiresAt = body.expires_at === null ? null : new Date(body.expires_at)
      const grantId = await store.transaction(async (tx) => {
        const amount = pointCents(point_cents)
        const granted = await ledger.grantIn(tx, {
          ...{ accountId, kind, pointCents: amount, expiresAt, note: note.trim() || null },
          source: 'operator',
        })
        const expires_at = expiresAt?.toISOString() ?? null
        await audit(tx, deps, {
          ...{ actor, source: 'console', action: 'points.grant', target: email },
          detail: { grant_id: granted.grantId, kind, point_cents, expires_at, note },
        })
        return granted.grantId
      })
      const { grants } = await ledger.money(accountId)
      const grant = grants.find((each) => each.grantId === grantId)
      if (grant === undefined)
        throw consoleFault('internal_error', { internal: 'the grant is spent already' })
      return { grant: grantView(grant) }
    },
    async withdrawPoints({ actor, params, body }) {
      const { accountId, email } = await known(params.id)
      const { grant_id: grantId, point_cents, note } = body
      await store.transaction(async (tx) => {
        const wanted = { accountId, grantId, pointCents: pointCents(point_cents), note }
        const outcome = await ledger.withdrawIn(tx, wanted)
        if (outcome.kind === 'not_free') {
          throw consoleFault('conflict', { detail: { free_point_cents: outcome.freePointCents } })
        }
        await audit(tx, deps, {
          ...{ actor, source: 'console', action: 'points.withdraw', target: email },
          detail: { grant_id: grantId, point_cents, note },
        })
      })
    },
  }
}

function rowOf({ accountId, email, role, createdAt, disabledAt }: KnownAccount) {
  return {
    account: { account_id: accountId, email, role, created_at: createdAt.toISOString() },
    disabled_at: disabledAt?.toISOString() ?? null,
  }
}
