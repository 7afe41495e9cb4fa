import { named, sql } from '../store/index.ts'
import type { ItemKey } from './batches.ts'
import type { Deps } from './deps.ts'

/**
 * Renews the leases of running candidates and returns the claims that are lost. Skips locked candidates: the
 * lock holder is about to end them, and waiting would cost the others their leases.
 */
export async function renewLeases<Item extends ItemKey>(
  deps: Deps,
  claims: readonly Item[],
): Promise<readonly Item[]> {
  if (claims.length === 0) return []
  const rows = await deps.store.many<{ leased_by: string }>(
    named(
      'batch_renew',
      sql`
      with mine as materialized (
        select i.account_id, i.batch_id, i.position
        from unnest(${claims.map((claim) => claim.accountId)}::uuid[], ${claims.map((claim) => claim.batchId)}::uuid[],
                    ${claims.map((claim) => claim.position)}::integer[], ${claims.map((claim) => claim.leasedBy)}::uuid[])
             as u(account_id, batch_id, position, leased_by)
        join batch_items i on i.account_id = u.account_id and i.batch_id = u.batch_id and i.position = u.position
        where i.leased_by = u.leased_by
        order by i.account_id, i.batch_id, i.position for update of i skip locked)
      update batch_items i set lease_until = clock_timestamp() + ${deps.options.leaseMs} * interval '1 ms'
      from mine
      where i.account_id = mine.account_id and i.batch_id = mine.batch_id and i.position = mine.position
      returning i.leased_by`,
    ),
  )
  const kept = new Set(rows.map((row) => row.leased_by))
  return claims.filter((claim) => !kept.has(claim.leasedBy))
}
