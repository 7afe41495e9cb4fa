import sqlTag, { empty, join, raw, Sql } from 'sql-template-tag'

export { empty, join, raw, Sql }

/** Values become parameters ($1, $2 …), other `sql` values are inlined. Values are never inserted as text. */
export const sql = sqlTag

/** A statement that each connection parses and plans once under its name. */
export interface NamedStatement {
  readonly name: string
  readonly sql: Sql
}

/** The argument of a query method: a statement, with a name if it is worth preparing. */
export type Statement = Sql | NamedStatement

/**
 * Names a statement, so that it is prepared once per connection. A name must have one text in the whole
 * program (the driver refuses a second text on the same connection).
 */
export function named(name: string, statement: Sql): NamedStatement {
  return { name, sql: statement }
}

/** A value for a json or jsonb parameter. Needed for arrays, which the driver would send as SQL arrays. */
export function json(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}
