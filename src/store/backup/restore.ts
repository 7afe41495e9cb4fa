import type { Database } from '../database.ts'
import { migrate, migrateWithin } from '../migrate.ts'
import { raw, sql } from '../sql.ts'
import type { Tx } from '../transaction.ts'
import { BackupError } from './backup-error.ts'
import { type BackupSummary, copySettings } from './create.ts'
import type { BackupHeader } from './format.ts'
import { readBackup } from './read.ts'
import { copyFrom, readTables, type Table } from './tables.ts'

const bounds = {
  statementTimeoutMs: 12 * 3_600_000,
  lockTimeoutMs: 60_000,
  idleTimeoutMs: 3_600_000,
  settings: copySettings,
}

/**
 * Restores a backup into an empty database: the schema of its time and every row, in one transaction, and
 * then the later migrations. Throws a BackupError.
 */
export async function restoreBackup(
  database: Database,
  path: string,
  migrationsFolder: string,
): Promise<BackupSummary> {
  const summary = await database.transaction(async (tx) => {
    let tables: readonly Table[] = []
    const header = async (found: BackupHeader) => {
      await refuseFull(tx)
      await migrateWithin(tx, migrationsFolder, found.migrations)
      tables = await emptyTables(tx, found)
    }
    const piece = async (name: string, rows: AsyncIterable<Uint8Array>) => {
      const table = tables.find((each) => each.name === name)
      if (table === undefined) throw new BackupError(`its table ${name} is unknown`)
      await tx.copyIn(copyFrom(table), rows)
    }
    const restored = await readBackup(path, { header, piece })
    for (const { name, rows } of restored.tables) await countRows(tx, name, rows)
    for (const { name } of tables) await tx.run(sql`alter table ${raw(name)} enable trigger user`)
    return restored
  }, bounds)
  await migrate(database, migrationsFolder)
  return summary
}

async function refuseFull(tx: Tx): Promise<void> {
  const tables = await readTables(tx)
  if (tables.length === 0) return
  throw new BackupError('the database is not empty: restore into a new one')
}

/**
 * The tables of the schema, ready for the rows of the backup. Rows from migrations are deleted. The
 * program's triggers are disabled, because their effects are already in these rows. Constraints remain.
 */
async function emptyTables(tx: Tx, header: BackupHeader): Promise<Table[]> {
  const tables = await readTables(tx)
  // These names become SQL, so every name in the file must be one of ours.
  if (shapeOf(tables) !== shapeOf(header.tables)) {
    throw new BackupError('it has other tables than its migrations make')
  }
  for (const { name } of tables) await tx.run(sql`alter table ${raw(name)} disable trigger user`)
  for (const { name } of tables.toReversed()) {
    // Only if there are rows: the owner of the audit log may not delete from it.
    if ((await rowsOf(tx, name)) > 0) await tx.run(sql`delete from ${raw(name)}`)
  }
  return header.tables.map(({ name, columns }) => ({ name, columns, keys: [] }))
}

function shapeOf(tables: BackupHeader['tables']): string {
  return JSON.stringify(tables.map(({ name, columns }) => [name, ...columns.toSorted()].join()).sort())
}

async function countRows(tx: Tx, name: string, expected: number): Promise<void> {
  const rows = await rowsOf(tx, name)
  if (rows !== expected) throw new BackupError(`of table ${name} ${rows} rows arrived of ${expected}`)
}

async function rowsOf(tx: Tx, name: string): Promise<number> {
  return (await tx.one<{ rows: number }>(sql`select count(*) as rows from ${raw(name)}`)).rows
}
