import { type Database, type Sql, sql, type Tx } from '../../store/index.ts'
import type { Difference, VerifyReport } from '../ledger.ts'

const accountsPerPage = 100
const differencesMax = 1_000
const pageTimeoutMs = 600_000
const noUuid = '00000000-0000-0000-0000-000000000000'

/**
 * Recomputes every stored sum from its rows, account by account. Each page is read in one snapshot, so it may
 * run during live traffic. Memory stays bounded, however long the history is.
 */
export async function verify(database: Database): Promise<VerifyReport> {
  const differences: Difference[] = []
  let accounts = 0
  let after = noUuid
  for (;;) {
    const page = await database.transaction((tx) => verifyPage(tx, after), {
      isolation: 'repeatable read',
      readOnly: true,
      statementTimeoutMs: pageTimeoutMs,
    })
    differences.push(...page.differences)
    accounts += page.accountIds.length
    const last = page.accountIds.at(-1)
    if (last === undefined || differences.length >= differencesMax) break
    after = last
  }
  return { ok: differences.length === 0, accounts, differences: differences.slice(0, differencesMax) }
}

async function verifyPage(tx: Tx, after: string) {
  const rows = await tx.many<{ account_id: string }>(sql`
    select account_id from ledger_accounts where account_id > ${after}
    order by account_id limit ${accountsPerPage}`)
  const accountIds = rows.map((row) => row.account_id)
  const differences: Difference[] = []
  for (const check of checks) {
    const found = await tx.many<DifferenceRow>(check(accountIds))
    for (const row of found) {
      differences.push({
        accountId: row.account_id,
        what: row.what,
        expected: row.expected,
        found: row.found,
      })
    }
  }
  return { accountIds, differences }
}

interface DifferenceRow {
  readonly account_id: string
  readonly what: string
  readonly expected: number
  readonly found: number
}

/** Each check returns the differences: what it is, the expected value and the stored value. */
const checks: readonly ((accountIds: readonly string[]) => Sql)[] = [
  bucketsAreLeftOfGrants,
  heldIsOpenHolds,
  grantsAreTheirEntries,
  chargesAreEntries,
  countersAreRequests,
  claimsHaveHolds,
  withdrawalsAreEntries,
  budgetsAreRequests,
  refundsAreCharges,
  chargedDaysAreCharges,
]

function bucketsAreLeftOfGrants(accountIds: readonly string[]): Sql {
  return sql`
    select b.account_id, 'bucket ' || b.kind as what, coalesce(g.remaining, 0) as expected, b.amount as found
    from (select a.account_id, k.kind, k.amount from ledger_accounts a
          cross join lateral (values ('promotion', a.promotion), ('signup_bonus', a.signup_bonus),
                                     ('resource_pack', a.resource_pack), ('paid', a.paid)) as k(kind, amount)
          where a.account_id = any(${accountIds}::uuid[])) b
    left join (select account_id, kind, sum(remaining)::bigint as remaining from grants
               where account_id = any(${accountIds}::uuid[]) group by account_id, kind) g
      on g.account_id = b.account_id and g.kind = b.kind
    where b.amount <> coalesce(g.remaining, 0)`
}

function heldIsOpenHolds(accountIds: readonly string[]): Sql {
  return sql`
    select a.account_id, 'held' as what, coalesce(r.held, 0) as expected, a.held as found
    from ledger_accounts a
    left join (select account_id, sum(held)::bigint as held from requests
               where account_id = any(${accountIds}::uuid[]) and state = 'held' group by account_id) r
      on r.account_id = a.account_id
    where a.account_id = any(${accountIds}::uuid[]) and a.held <> coalesce(r.held, 0)`
}

/** A grant equals its entries: its amount came in; captures, expiry and withdrawals explain the rest. */
function grantsAreTheirEntries(accountIds: readonly string[]): Sql {
  return sql`
    select coalesce(g.account_id, e.account_id) as account_id, w.what, w.expected, w.found
    from (select * from grants where account_id = any(${accountIds}::uuid[])) g
    full join (select account_id, grant_id,
                      coalesce(sum(point_cents) filter (where debit = 'source'), 0)::bigint as came,
                      coalesce(sum(point_cents) filter (where debit = 'available'), 0)::bigint as went
               from entries where account_id = any(${accountIds}::uuid[]) group by account_id, grant_id) e
      on e.account_id = g.account_id and e.grant_id = g.grant_id
    cross join lateral (values
      ('granted of grant ' || coalesce(g.grant_id, e.grant_id), coalesce(e.came, 0), coalesce(g.granted, 0)),
      ('left of grant ' || coalesce(g.grant_id, e.grant_id), coalesce(e.came - e.went, 0),
       coalesce(g.remaining, 0))
    ) as w(what, expected, found)
    where w.expected <> w.found`
}

/** Every charge, and its part from resource packs, is the sum of its entries; no entry lacks its charge. */
function chargesAreEntries(accountIds: readonly string[]): Sql {
  return sql`
    select coalesce(r.account_id, e.account_id) as account_id, w.what, w.expected, w.found
    from (select account_id, request_id, captured, resource_captured from requests
          where account_id = any(${accountIds}::uuid[]) and captured > 0) r
    full join (select e.account_id, e.group_id, sum(e.point_cents)::bigint as charged,
                      coalesce(sum(e.point_cents) filter (where g.kind = 'resource_pack'), 0)::bigint
                        as resource
               from entries e left join grants g on g.account_id = e.account_id and g.grant_id = e.grant_id
               where e.account_id = any(${accountIds}::uuid[]) and e.credit = 'revenue'
               group by e.account_id, e.group_id) e
      on e.account_id = r.account_id and e.group_id = r.request_id
    cross join lateral (values
      ('charge of request ' || coalesce(r.request_id, e.group_id), coalesce(e.charged, 0),
       coalesce(r.captured, 0)),
      ('packs'' part of request ' || coalesce(r.request_id, e.group_id), coalesce(e.resource, 0),
       coalesce(r.resource_captured, 0))
    ) as w(what, expected, found)
    where w.expected <> w.found`
}

/** Every withdrawal has its entry, and each of these entries has its reason. */
function withdrawalsAreEntries(accountIds: readonly string[]): Sql {
  return sql`
    select coalesce(w.account_id, e.account_id) as account_id,
           'reasons of withdrawal ' || coalesce(w.withdrawal_id, e.group_id) as what,
           (e.account_id is not null)::integer as expected, (w.account_id is not null)::integer as found
    from (select account_id, withdrawal_id, grant_id from withdrawals
          where account_id = any(${accountIds}::uuid[])) w
    full join (select account_id, group_id, grant_id from entries
               where account_id = any(${accountIds}::uuid[]) and credit = 'withdrawn') e
      on e.account_id = w.account_id and e.group_id = w.withdrawal_id and e.grant_id = w.grant_id
    where w.account_id is null or e.account_id is null`
}

/** The daily sums by operation and key match the charges. */
function chargedDaysAreCharges(accountIds: readonly string[]): Sql {
  return sql`
    select coalesce(d.account_id, r.account_id) as account_id, w.what, w.expected, w.found
    from (select * from charged_days where account_id = any(${accountIds}::uuid[])) d
    full join (select account_id, quota_day as day, operation, key_id, count(*) as calls,
                      sum(captured)::bigint as point_cents
               from requests where account_id = any(${accountIds}::uuid[]) and captured > 0
               group by account_id, quota_day, operation, key_id) r
      using (account_id, day, operation, key_id)
    cross join lateral (values
      ('calls charged on ' || day || ' of key ' || key_id, coalesce(r.calls, 0), coalesce(d.calls, 0)),
      ('charges of ' || day || ' of key ' || key_id, coalesce(r.point_cents, 0), coalesce(d.point_cents, 0))
    ) as w(what, expected, found)
    where w.expected <> w.found`
}

/** Every refund is a grant of its call's charge, and every refund grant has its call. */
function refundsAreCharges(accountIds: readonly string[]): Sql {
  return sql`
    select coalesce(f.account_id, g.account_id) as account_id,
           'refund ' || coalesce(f.grant_id, g.grant_id) as what,
           coalesce(r.captured, 0) as expected, coalesce(g.granted, 0) as found
    from (select account_id, request_id, grant_id from refunds
          where account_id = any(${accountIds}::uuid[])) f
    full join (select account_id, grant_id, granted from grants
               where account_id = any(${accountIds}::uuid[]) and source = 'refund') g
      on g.account_id = f.account_id and g.grant_id = f.grant_id
    left join requests r on r.account_id = f.account_id and r.request_id = f.request_id
    where coalesce(r.captured, 0) <> coalesce(g.granted, 0)`
}

/** The spending of a budget is what the calls of its keys hold and were charged. */
function budgetsAreRequests(accountIds: readonly string[]): Sql {
  return sql`
    select b.account_id, w.what || ' of the budget of key ' || b.budget_id as what, w.expected, w.found
    from key_budgets b
    left join (
      select b.account_id, b.budget_id, sum(s.spent)::bigint as total,
             coalesce(sum(s.spent) filter (where r.quota_day = b.spent_day), 0)::bigint as daily,
             coalesce(sum(s.spent) filter (where r.quota_day >= date_trunc('month', b.spent_day)::date
               and r.quota_day < (date_trunc('month', b.spent_day) + interval '1 month')::date), 0)::bigint
               as monthly
      from key_budgets b
      join requests r on r.account_id = b.account_id and r.key_id = any(b.key_ids)
      cross join lateral (select case r.state when 'held' then r.held else r.captured end as spent) s
      where b.account_id = any(${accountIds}::uuid[])
      group by b.account_id, b.budget_id) r on r.account_id = b.account_id and r.budget_id = b.budget_id
    cross join lateral (values
      ('spent in all', coalesce(r.total, 0), b.spent_total),
      ('spent that day', coalesce(r.daily, 0), b.spent_daily),
      ('spent that month', coalesce(r.monthly, 0), b.spent_monthly)
    ) as w(what, expected, found)
    where b.account_id = any(${accountIds}::uuid[]) and w.expected <> w.found`
}

function countersAreRequests(accountIds: readonly string[]): Sql {
  return sql`
    select a.account_id, w.what, w.expected, w.found
    from ledger_accounts a
    cross join lateral (
      select count(*) filter (where r.quota_day = a.quota_day) as today, count(*) as this_month
      from requests r
      where r.account_id = a.account_id
        and r.quota_day >= a.quota_month and r.quota_day < a.quota_month + interval '1 month') r
    cross join lateral (values ('calls counted today', r.today, a.day_count),
                               ('calls counted this month', r.this_month, a.month_count)
    ) as w(what, expected, found)
    where a.account_id = any(${accountIds}::uuid[]) and w.expected <> w.found`
}

/** A key without a reply belongs to a running call; it is freed when the hold ends. */
function claimsHaveHolds(accountIds: readonly string[]): Sql {
  return sql`
    select c.account_id, 'holds of the claim of request ' || c.request_id as what, 1::bigint as expected,
           0::bigint as found
    from claims c
    left join requests r on r.account_id = c.account_id and r.request_id = c.request_id and r.state = 'held'
    where c.account_id = any(${accountIds}::uuid[]) and c.reply_sealed is null and r.request_id is null`
}
