import sqlTag, { empty, join, raw, Sql } from 'sql-template-tag'

export { empty, join, raw, Sql }

/** Values become parameters ($1, $2 …), other `sql` values are woven in. Nothing is ever pasted as text. */
export const sql = sqlTag

/** A statement that each connection parses and plans once under its name. */
export interface NamedStatement {
  readonly name: string
  readonly sql: Sql
}

/** What a query method takes: a statement, with a name if it is worth preparing. */
export type Statement = Sql | NamedStatement

/**
 * Gives a statement a name, so that it is prepared once per connection. The text behind a name must never
 * vary: one name, one text, in the whole program (the driver refuses a second text on the same connection).
 */
export function named(name: string, statement: Sql): NamedStatement {
  return { name, sql: statement }
}

/** A value for a json or jsonb parameter. Needed for arrays, which the driver would send as SQL arrays. */
export function json(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}
