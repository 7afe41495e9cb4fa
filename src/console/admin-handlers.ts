import { audit, findAccount, type KnownAccount, listAudit, searchAccounts } from '../accounts/index.ts'
import { apiVersion, pointCents } from '../contract/index.ts'
import type { VerifyReport } from '../ledger/index.ts'
import { readHeldNow, readSpendable } from '../ledger/index.ts'
import { changeAccount } from './change-account.ts'
import type { ConsoleDeps } from './deps.ts'
import { consoleFault } from './faults.ts'
import { pageOf, startOf } from './keyset.ts'
import { grantView, moneyView, quotaView } from './money-views.ts'
import type { Handlers } from './request.ts'

type Names =
  | 'listAccounts'
  | 'readAccount'
  | 'changeAccount'
  | 'grantPoints'
  | 'withdrawPoints'
  | 'readHealth'
  | 'verifyLedger'
  | 'listAudit'

/** Accounts, points, health and the log of acts, for administrators. */
export function adminHandlers(deps: ConsoleDeps): Handlers<Names> {
  const { store, ledger, batches, clock, terms, engine } = deps
  const startedMs = clock.monotonicMs()
  const verifyOnce = together(() => ledger.verify())
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
      const { money, grants, quota, ownQuota } = await ledger.money(account.accountId)
      return {
        ...rowOf(account),
        money: moneyView(money),
        grants: grants.map(grantView),
        quota: quotaView(quota, terms.quotaTimeZone, clock.now()),
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
    async readHealth() {
      const [queue, held] = await Promise.all([batches.queue(), readHeldNow(store)])
      return {
        // The database has just answered.
        ready: true,
        version: apiVersion,
        engine: { name: engine.name, version: engine.version },
        batches_running: queue.batchesRunning,
        candidates_waiting: queue.candidatesWaiting,
        candidates_running: queue.candidatesRunning,
        oldest_waiting_at: queue.oldestRunningAt?.toISOString() ?? null,
        holds_open: held.calls,
        held_point_cents: held.pointCents,
        memory_mb: Math.round(process.memoryUsage.rss() / 1_048_576),
        uptime_seconds: Math.floor((clock.monotonicMs() - startedMs) / 1000),
      }
    },
    async verifyLedger({ actor }) {
      const beganMs = clock.monotonicMs()
      const { accounts, differences } = await verifyOnce()
      const detail = { accounts, differences: differences.length }
      await store.transaction((tx) =>
        audit(tx, deps, { actor, source: 'console', action: 'ledger.verify', target: null, detail }),
      )
      const milliseconds = Math.round(clock.monotonicMs() - beganMs)
      return { accounts, differences: differences.map(differenceText), milliseconds }
    },
    async listAudit({ query }) {
      const { after, limit } = startOf(query)
      const action = query.action?.trim() || null
      const found = await listAudit(store, { after, limit: limit + 1, action })
      const { items, next } = pageOf(found, limit, ({ auditId }) => auditId)
      return {
        items: items.map(({ auditId, at, ...row }) => ({ audit_id: auditId, at: at.toISOString(), ...row })),
        next,
      }
    },
  }
}

function rowOf({ accountId, email, role, createdAt, disabledAt }: KnownAccount) {
  return {
    account: { account_id: accountId, email, role, created_at: createdAt.toISOString() },
    disabled_at: disabledAt?.toISOString() ?? null,
  }
}

function differenceText({ accountId, what, expected, found }: VerifyReport['differences'][number]): string {
  return `${accountId}: ${what}: ${found} instead of ${expected}`
}

/** Whoever asks while it runs waits for the same answer: it reads the whole ledger. */
function together<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
