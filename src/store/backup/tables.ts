import { StoreError } from '../errors.ts'
import type { Queryable } from '../queryable.ts'
import { join, raw, type Sql, sql } from '../sql.ts'

/** A table of the schema, for backups. Names are quoted where SQL needs it. */
export interface Table {
  readonly name: string
  /** All columns except generated ones. */
  readonly columns: readonly string[]
  /** The columns of the primary key, in its order; empty if there is none. */
  readonly keys: readonly string[]
}

interface TableRow extends Table {
  readonly references: readonly string[]
}

/** All tables of the current schema, each after those that it references. */
export async function readTables(database: Queryable): Promise<Table[]> {
  const rows = await database.many<TableRow>(sql`
    select quote_ident(c.relname) as name,
           (select coalesce(array_agg(quote_ident(a.attname) order by a.attnum), '{}')
            from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
           ) as columns,
           (select coalesce(array_agg(quote_ident(a.attname) order by k.place), '{}')
            from pg_index i, unnest(i.indkey::int2[]) with ordinality as k(attnum, place), pg_attribute a
            where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum
           ) as keys,
           (select coalesce(array_agg(distinct quote_ident(f.relname)), '{}')
            from pg_constraint r join pg_class f on f.oid = r.confrelid
            where r.conrelid = c.oid and r.contype = 'f' and r.confrelid <> c.oid
           ) as references
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`)
  return inLoadOrder(rows)
}

/** `copy … to stdout` of a whole table, in the order of its key. */
export function copyTo({ name, columns, keys }: Table): Sql {
  const order = keys.length === 0 ? sql`` : sql` order by ${list(keys)}`
  return sql`copy (select ${list(columns)} from ${raw(name)}${order}) to stdout`
}

/** `copy … from stdin` into the same columns. */
export function copyFrom({ name, columns }: Table): Sql {
  return sql`copy ${raw(name)} (${list(columns)}) from stdin`
}

function list(names: readonly string[]): Sql {
  return join(names.map((name) => raw(name)))
}

/** A referenced table comes before those that reference it; otherwise by name. */
function inLoadOrder(rows: readonly TableRow[]): Table[] {
  const waiting = [...rows]
  const ordered: Table[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ references }) =>
      references.every((name) => ordered.some((table) => table.name === name)),
    )
    const [found] = waiting.splice(next, next < 0 ? 0 : 1)
    if (found === undefined) throw new StoreError('tables reference each other in a circle: no order to load')
    ordered.push({ name: found.name, columns: found.columns, keys: found.keys })
  }
  return ordered
}
