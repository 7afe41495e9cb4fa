import { type ApiKey, keyState, listKeys } from '../accounts/index.ts'
import type { KeyView } from '../contract/index.ts'
import type { KeySpending, KeyUsage } from '../ledger/index.ts'
import type { ConsoleDeps } from './deps.ts'

const curveDays = 30
const dayMs = 86_400_000
const keysPerRead = 1_000

type ReadDeps = Pick<ConsoleDeps, 'store' | 'ledger' | 'clock'>

/** All keys of an account, newest first. */
export async function keyViews(deps: ReadDeps, accountId: string): Promise<KeyView[]> {
  const keys: ApiKey[] = []
  for (;;) {
    const after = keys.at(-1)?.keyId ?? null
    const page = await listKeys(deps.store, accountId, { after, limit: keysPerRead })
    keys.push(...page)
    if (page.length < keysPerRead) break
  }
  return withSpending(deps, accountId, keys)
}

export async function keyViewOf(deps: ReadDeps, key: ApiKey): Promise<KeyView> {
  const [view] = await withSpending(deps, key.accountId, [key])
  if (view === undefined) throw new Error('one key has one view')
  return view
}

async function withSpending(
  { ledger, clock }: ReadDeps,
  accountId: string,
  keys: readonly ApiKey[],
): Promise<KeyView[]> {
  const now = clock.now()
  const days = Array.from({ length: curveDays }, (_, index) =>
    ledger.dayOf(new Date(now.getTime() - (curveDays - 1 - index) * dayMs)),
  )
  const [budgets, usage] = await Promise.all([
    ledger.keySpending(accountId),
    ledger.keyUsage(accountId, days[0] ?? ledger.dayOf(now)),
  ])
  return keys.map((key) => toView(key, now, days, budgets, usage))
}

const none = { total: null, daily: null, monthly: null }
const nothing = { total: 0, daily: 0, monthly: 0 }

function toView(
  key: ApiKey,
  now: Date,
  days: readonly string[],
  budgets: readonly KeySpending[],
  usage: readonly KeyUsage[],
): KeyView {
  const budget = budgets.find(({ keyIds }) => keyIds.includes(key.keyId))
  const own = usage.find(({ keyId }) => keyId === key.keyId)
  return {
    key_id: key.keyId,
    name: key.name,
    last_four: key.lastFour,
    scopes: [...key.scopes],
    state: keyState(key, now),
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    replaced_by: key.replacedBy,
    limits: budget?.limits ?? none,
    // Keys with shared limits count together against them.
    spent: budget?.spent ?? own?.spent ?? nothing,
    calls_by_day: days.map((day) => own?.callsByDay.get(day) ?? 0),
  }
}
