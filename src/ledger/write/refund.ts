import { type GrantKind, pointCents } from '../../contract/index.ts'
import { assert, isUuid } from '../../kit/index.ts'
import { sql, type Tx } from '../../store/index.ts'
import type { HoldState } from '../ledger.ts'
import { accountOfCall } from '../read/find-call.ts'
import { lockAccounts } from '../read/load.ts'
import { readGrant } from '../read/money.ts'
import type { Refunded } from '../statement-types.ts'
import { type ApplyDeps, applyCommands } from './apply-in-transaction.ts'

/** The kinds from the most to the least valuable: a refund is of the most valuable kind that paid. */
const bestFirst: readonly GrantKind[] = ['paid', 'resource_pack', 'signup_bonus', 'promotion']

/**
 * Grants the charge of a call back to its account, without an expiry. Under the account's lock, so that of
 * two concurrent refunds only the first succeeds.
 */
export async function refund(
  deps: ApplyDeps,
  tx: Tx,
  { requestId, reason }: { readonly requestId: string; readonly reason: string },
): Promise<Refunded> {
  const accountId = isUuid(requestId) ? await accountOfCall(tx, requestId) : undefined
  if (accountId === undefined) return { kind: 'unknown' }
  await lockAccounts(tx, [accountId])
  const call = await tx.one<{
    state: HoldState
    captured: number
    refunded: boolean
    kinds: GrantKind[]
  }>(sql`
    select r.state, r.captured,
      exists (select from refunds f where f.account_id = r.account_id and f.request_id = r.request_id)
        as refunded,
      array(select distinct g.kind from entries e
            join grants g on g.account_id = e.account_id and g.grant_id = e.grant_id
            where e.account_id = r.account_id and e.group_id = r.request_id) as kinds
    from requests r where r.account_id = ${accountId} and r.request_id = ${requestId}`)
  if (call.refunded) return { kind: 'already_refunded' }
  if (call.captured === 0) return { kind: 'not_charged' }
  const grantKind = bestFirst.find((kind) => call.kinds.includes(kind))
  assert(grantKind !== undefined, `request ${requestId} was charged, and no grant paid for it`)
  const { newId, nowMs } = deps.context()
  const grantId = newId()
  const amount = pointCents(call.captured)
  const more = { expiresAtMs: null, note: reason, source: 'refund' } as const
  await applyCommands(deps, tx, accountId, [
    { kind: 'grant', grantId, grantKind, pointCents: amount, ...more },
  ])
  await tx.run(sql`insert into refunds (account_id, request_id, grant_id, reason, created_at)
    values (${accountId}, ${requestId}, ${grantId}, ${reason}, ${new Date(nowMs)})`)
  return { kind: 'refunded', accountId, grant: await readGrant(tx, accountId, grantId, nowMs) }
}
