import type { Database } from './database.ts'
import { StoreError } from './errors.ts'
import { sql } from './sql.ts'

/** The role may make no temporary tables here: then only its other writes can tell. */
const insufficientPrivilege = '42501'

/**
 * Whether the database takes writes now: false on a full disk, on a standby, where the database is set to
 * read-only, and where it doesn't answer. It makes a table that ends with its transaction, because a row
 * written into an existing table finds room there on a full disk. The commit waits for the disk (and for a
 * synchronous standby), as that of a call does.
 */
export async function canWrite(database: Database): Promise<boolean> {
  try {
    await database.transaction((tx) =>
      tx.run(sql`create temporary table write_probe on commit drop as select 1 as one`),
    )
    return true
  } catch (error) {
    return error instanceof StoreError && error.sqlState === insufficientPrivilege
  }
}
