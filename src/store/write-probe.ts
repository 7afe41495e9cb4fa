import type { Database } from './database.ts'
import { StoreError } from './errors.ts'
import { sql } from './sql.ts'

/** The role may not create temporary tables here, so this probe cannot tell. */
const insufficientPrivilege = '42501'

/**
 * Whether the database accepts writes now: false on a full disk, on a standby, if the database is read-only,
 * and if it does not respond. It creates a table that ends with its transaction, because a new row in an
 * existing table may find space on a full disk. The commit waits for the disk (and for a synchronous
 * standby), like that of a call.
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
