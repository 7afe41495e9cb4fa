import { type PointCents, pointCents } from '../../contract/index.ts'
import { type Queryable, sql } from '../../store/index.ts'

/** The balance below which the user center warns; null: never. */
export async function readLowLine(from: Queryable, accountId: string): Promise<PointCents | null> {
  const row = await from.maybe<{ point_cents: number }>(
    sql`select point_cents from low_lines where account_id = ${accountId}`,
  )
  return row === undefined ? null : pointCents(row.point_cents)
}

export async function setLowLine(on: Queryable, accountId: string, line: PointCents | null): Promise<void> {
  if (line === null) await on.run(sql`delete from low_lines where account_id = ${accountId}`)
  else {
    await on.run(sql`
      insert into low_lines (account_id, point_cents) values (${accountId}, ${line})
      on conflict (account_id) do update set point_cents = excluded.point_cents`)
  }
}
