import type { Copying } from '../copy.ts'
import type { Database } from '../database.ts'
import type { TransactionOptions } from '../queryable.ts'
import { sql } from '../sql.ts'
import type { Tx } from '../transaction.ts'
import { type AddFile, writeArchive } from './archive.ts'
import {
  type AppliedMigration,
  type BackupHeader,
  encode,
  headerName,
  makeHeader,
  manifestName,
  pieceName,
  type TableSum,
} from './format.ts'
import { createSum, sha256Of } from './sum.ts'
import { copyTo, readTables, type Table } from './tables.ts'

/** A piece ends with the row that reaches this size. Only a single larger row needs more memory. */
const pieceBytes = 4_000_000
const lineFeed = 10

/** The same bytes from every server, whatever its settings are. */
export const copySettings = {
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '3',
  bytea_output: 'hex',
}

const bounds: TransactionOptions = {
  isolation: 'repeatable read',
  readOnly: true,
  // One table of a large database may take hours on a slow disk.
  statementTimeoutMs: 12 * 3_600_000,
  lockTimeoutMs: 60_000,
  idleTimeoutMs: 600_000,
  // Uses the index of the key: sorting a large table would need as much disk again.
  settings: { ...copySettings, enable_sort: 'off' },
}

export interface BackupOptions {
  readonly path: string
  readonly programVersion: string
  readonly now: () => Date
}

/** The contents of a backup. */
export interface BackupSummary extends Pick<BackupHeader, 'madeAt' | 'programVersion' | 'serverVersion'> {
  readonly schemaVersion: number
  readonly tables: readonly TableSum[]
}

/**
 * Writes all tables into one file, as of one moment: a single REPEATABLE READ transaction reads them, beside
 * other work. Memory does not grow with the database. Throws a BackupError that says what to do.
 */
export async function createBackup(database: Database, options: BackupOptions): Promise<BackupSummary> {
  return await database.transaction(async (tx) => {
    // The first statement takes the snapshot, which includes everything committed before.
    const migrations = await readApplied(tx)
    const header = makeHeader({
      madeAt: options.now().toISOString(),
      programVersion: options.programVersion,
      serverVersion: (await tx.one<{ server_version: string }>(sql`show server_version`)).server_version,
      migrations,
      tables: [],
    })
    const tables = await readTables(tx)
    const sums: TableSum[] = []
    await writeArchive(options.path, new Date(header.madeAt), async (add) => {
      const head = encode({ ...header, tables: tables.map(({ name, columns }) => ({ name, columns })) })
      await add(headerName, head)
      for (const table of tables) sums.push(await copyTable(tx, table, add))
      await add(manifestName, encode({ headerSha256: sha256Of(head), tables: sums }))
    })
    return summaryOf(header, sums)
  }, bounds)
}

export function summaryOf(header: BackupHeader, tables: readonly TableSum[]): BackupSummary {
  const { madeAt, programVersion, serverVersion, migrations } = header
  return { madeAt, programVersion, serverVersion, schemaVersion: migrations.length, tables }
}

async function readApplied(tx: Tx): Promise<AppliedMigration[]> {
  return await tx.many<AppliedMigration>(
    sql`select version, name, checksum from schema_migrations order by version`,
  )
}

async function copyTable(tx: Copying, table: Table, add: AddFile): Promise<TableSum> {
  const sum = createSum(table.name)
  let [piece, held] = [0, 0]
  let parts: Uint8Array[] = []
  const flush = async () => {
    const bytes = Buffer.concat(parts)
    parts = []
    held = 0
    sum.add(bytes)
    piece += 1
    await add(pieceName(table.name, piece), bytes)
  }
  for await (const chunk of tx.copyOut(copyTo(table))) {
    // Chunks are cut at any byte; a piece ends at the end of a row.
    const rowEnd = held + chunk.length < pieceBytes ? -1 : chunk.lastIndexOf(lineFeed)
    const kept = rowEnd < 0 ? chunk : chunk.subarray(0, rowEnd + 1)
    parts.push(kept)
    held += kept.length
    if (rowEnd < 0) continue
    await flush()
    if (rowEnd + 1 < chunk.length) {
      parts = [chunk.subarray(rowEnd + 1)]
      held = chunk.length - rowEnd - 1
    }
  }
  if (held > 0) await flush()
  return sum.end()
}
