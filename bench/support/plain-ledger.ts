import { randomIds } from '../../src/kit/index.ts'
import { type Database, named, sql } from '../../src/store/index.ts'

/**
 * The baseline for the ledger: the same rows in the same tables, written the ordinary way. It runs one
 * transaction per phase, one statement after another, and locks the account first. It uses prepared
 * statements, like the real one.
 */
export interface PlainLedger {
  admit(accountId: string): Promise<string>
  settle(accountId: string, requestId: string): Promise<void>
}

const ids = randomIds()
const keyId = ids.uuid()

export function createPlainLedger(database: Database): PlainLedger {
  return {
    admit: (accountId) =>
      database.transaction(async (tx) => {
        const account = await lockAccount(tx, accountId)
        const spendable = account.promotion + account.signup_bonus + account.resource_pack + account.paid
        if (account.day_count > 1e9 || account.month_count > 1e9) throw new Error('quota')
        if (spendable - account.held < 100) throw new Error('balance')
        const requestId = ids.uuid()
        await tx.run(
          named(
            'plain_open',
            sql`insert into requests (account_id, request_id, operation, door, key_id, held, lease_until,
                                      created_at, quota_day)
                values (${accountId}, ${requestId}, 'matchResumeToJd', 'rest', ${keyId}, 100,
                        now() + interval '60 s', now(), now()::date)`,
          ),
        )
        await tx.run(
          named(
            'plain_hold',
            sql`update ledger_accounts
                set held = held + 100, version = version + 1, day_count = day_count + 1,
                    month_count = month_count + 1
                where account_id = ${accountId}`,
          ),
        )
        return requestId
      }),
    settle: (accountId, requestId) =>
      database.transaction(async (tx) => {
        await lockAccount(tx, accountId)
        const grant = await tx.one<{ grant_id: string }>(
          named(
            'plain_grant',
            sql`select grant_id from grants where account_id = ${accountId} and not spent
                order by expires_at, created_at limit 1`,
          ),
        )
        await tx.run(
          named(
            'plain_draw',
            sql`update grants set remaining = remaining - 100
                where account_id = ${accountId} and grant_id = ${grant.grant_id}`,
          ),
        )
        await tx.run(
          named(
            'plain_end',
            sql`update requests set state = 'captured', captured = 100, settled_at = now(), usage = ${usage}
                where account_id = ${accountId} and request_id = ${requestId} and state = 'held'`,
          ),
        )
        await tx.run(
          named(
            'plain_entry',
            sql`insert into entries (account_id, group_id, grant_id, debit, credit, point_cents, created_at)
                values (${accountId}, ${requestId}, ${grant.grant_id}, 'available', 'revenue', 100, now())`,
          ),
        )
        await tx.run(
          named(
            'plain_take',
            sql`update ledger_accounts set held = held - 100, paid = paid - 100, version = version + 1
                where account_id = ${accountId}`,
          ),
        )
      }),
  }
}

const usage = JSON.stringify({ prompt_tokens: 900, completion_tokens: 300, total_tokens: 1200 })

interface Account {
  readonly promotion: number
  readonly signup_bonus: number
  readonly resource_pack: number
  readonly paid: number
  readonly held: number
  readonly day_count: number
  readonly month_count: number
}

function lockAccount(tx: Pick<Database, 'one'>, accountId: string): Promise<Account> {
  return tx.one<Account>(
    named(
      'plain_lock',
      sql`select promotion, signup_bonus, resource_pack, paid, held, day_count, month_count
          from ledger_accounts where account_id = ${accountId} for update`,
    ),
  )
}
