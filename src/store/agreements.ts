import type { Queryable } from './queryable.ts'
import { sql } from './sql.ts'

/** What all processes on this database have agreed on; undefined before the first one has said anything. */
export async function agreementOn(database: Queryable, name: string): Promise<Uint8Array | undefined> {
  const row = await database.maybe<{ value: Uint8Array }>(
    sql`select value from agreements where name = ${name}`,
  )
  return row?.value
}

/** Proposes a value and returns the one that holds: that of whoever came first. */
export async function agreeOn(database: Queryable, name: string, value: Uint8Array): Promise<Uint8Array> {
  await database.run(
    sql`insert into agreements (name, value) values (${name}, ${Buffer.from(value)}) on conflict do nothing`,
  )
  // Waits for a process that is just changing it.
  const row = await database.maybe<{ value: Uint8Array }>(
    sql`select value from agreements where name = ${name} for share`,
  )
  return row?.value ?? value
}

/** Makes another value the one that holds. Whoever still works with the old one doesn't notice. */
export async function changeAgreement(database: Queryable, name: string, value: Uint8Array): Promise<void> {
  await database.run(
    sql`insert into agreements (name, value) values (${name}, ${Buffer.from(value)})
        on conflict (name) do update set value = excluded.value, agreed_at = now()`,
  )
}
