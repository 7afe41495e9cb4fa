import type { Queryable } from './queryable.ts'
import { sql } from './sql.ts'

/** The value on which all processes of this database have agreed; undefined before the first proposal. */
export async function agreementOn(database: Queryable, name: string): Promise<Uint8Array | undefined> {
  const row = await database.maybe<{ value: Uint8Array }>(
    sql`select value from agreements where name = ${name}`,
  )
  return row?.value
}

/** Proposes a value and returns the agreed one, which is the first that was proposed. */
export async function agreeOn(database: Queryable, name: string, value: Uint8Array): Promise<Uint8Array> {
  await database.run(
    sql`insert into agreements (name, value) values (${name}, ${Buffer.from(value)}) on conflict do nothing`,
  )
  // Waits for a process that is changing it.
  const row = await database.maybe<{ value: Uint8Array }>(
    sql`select value from agreements where name = ${name} for share`,
  )
  return row?.value ?? value
}

/** Replaces the agreed value. Processes that use the old one are not notified. */
export async function changeAgreement(database: Queryable, name: string, value: Uint8Array): Promise<void> {
  await database.run(
    sql`insert into agreements (name, value) values (${name}, ${Buffer.from(value)})
        on conflict (name) do update set value = excluded.value, agreed_at = now()`,
  )
}
