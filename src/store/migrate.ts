import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import type { Database } from './database.ts'
import { StoreError } from './errors.ts'
import { applyFunctions, readFunctions, type SqlFunction } from './migrate-functions.ts'
import { raw, sql } from './sql.ts'
import type { Tx } from './transaction.ts'

/** An arbitrary number, the same in every version of this program; its holder may change the schema. */
const migrationLock = 8_263_771_204
/** Another process may be running a long migration. */
const bounds = { lockTimeoutMs: 60_000, statementTimeoutMs: 600_000 }

interface Migration {
  readonly version: number
  readonly name: string
  readonly checksum: string
  readonly script: string
}

export interface Migrated {
  /**
   * The migrations that this call applied, oldest first, then the functions whose definitions it changed;
   * empty if the schema was up to date.
   */
  readonly applied: readonly string[]
  /** The current version of the schema; 0 without migrations. */
  readonly version: number
}

/**
 * Migrates the schema to the newest migration in `folder` (`000001_name.sql` …, without gaps) and to the
 * current definitions in `folder/functions`. Each migration commits together with its row in
 * schema_migrations, the last one together with the functions, under a database lock, so processes may start
 * concurrently. Refuses a database newer than these files, and migrations edited after being applied.
 */
export async function migrate(database: Database, folder: string): Promise<Migrated> {
  const [migrations, functions] = await Promise.all([readMigrations(folder), readFunctions(folder)])
  const applied: string[] = []
  const start = await database.transaction((tx) => prepare(tx, migrations, functions), bounds)
  for (const migration of migrations.slice(start.version)) {
    const ours = migration.version === migrations.length ? functions : []
    applied.push(...(await database.transaction((tx) => applyNext(tx, migrations, migration, ours), bounds)))
  }
  return { applied: [...start.applied, ...applied], version: migrations.length }
}

/**
 * Applies exactly these migrations to an empty database, in the caller's transaction. Throws a StoreError if
 * our files differ or some are missing.
 */
export async function migrateWithin(
  tx: Tx,
  folder: string,
  wanted: readonly Omit<Migration, 'script'>[],
): Promise<void> {
  const migrations = await readMigrations(folder)
  for (const [index, { name, checksum }] of wanted.entries()) {
    const ours = migrations[index]
    if (ours === undefined) throw tooOld(wanted.length, migrations.length)
    if (ours.checksum !== checksum) throw changed(index + 1, name)
  }
  await prepare(tx, migrations, [])
  for (const migration of migrations.slice(0, wanted.length)) await applyNext(tx, migrations, migration, [])
}

/** Reads and numbers the files. Throws a StoreError for a gap, a duplicate or an invalid name. */
async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(isMigration).sort()
  return Promise.all(names.map((name, index) => readMigration(folder, name, index + 1)))
}

/** `schema.generated.sql`, in the same folder, shows the resulting schema. */
function isMigration(name: string): boolean {
  return name.endsWith('.sql') && !name.endsWith('.generated.sql')
}

async function readMigration(folder: string, fileName: string, expected: number): Promise<Migration> {
  const match = /^(\d{6})_([a-z0-9_]+)\.sql$/.exec(fileName)
  if (match === null) throw new StoreError(`${fileName} is not named like 000001_name.sql`)
  if (Number(match[1]) !== expected) {
    throw new StoreError(`${fileName}: number ${String(expected).padStart(6, '0')} was expected here`)
  }
  const script = (await readFile(joinPath(folder, fileName), 'utf8')).replaceAll('\r\n', '\n')
  if (/^[ \t]*(begin|commit|rollback)\s*;/im.test(script)) {
    throw new StoreError(`${fileName} begins or ends a transaction: a migration is one transaction already`)
  }
  const checksum = createHash('sha256').update(script).digest('hex')
  return { version: expected, name: match[2] ?? '', checksum, script }
}

/**
 * Creates the table of migrations if needed, and brings the functions up to date if no migration is missing.
 */
async function prepare(
  tx: Tx,
  migrations: readonly Migration[],
  functions: readonly SqlFunction[],
): Promise<Migrated> {
  await lockSchema(tx)
  await tx.run(sql`
    create table if not exists schema_migrations (
      version integer primary key check (version > 0),
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  const version = await readApplied(tx, migrations)
  return { version, applied: version === migrations.length ? await applyFunctions(tx, functions) : [] }
}

/**
 * Applies one migration unless another process has already applied it, then the functions. Applied
 * migrations must match our files. Returns what it applied.
 */
async function applyNext(
  tx: Tx,
  migrations: readonly Migration[],
  migration: Migration,
  functions: readonly SqlFunction[],
): Promise<string[]> {
  await lockSchema(tx)
  const appliedVersion = await readApplied(tx, migrations)
  if (appliedVersion >= migration.version) return await applyFunctions(tx, functions)
  try {
    await tx.run(raw(migration.script))
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown failure'
    throw new StoreError(`migration ${fullName(migration)} failed, and nothing of it was kept: ${reason}`)
  }
  await tx.run(sql`insert into schema_migrations (version, name, checksum)
                   values (${migration.version}, ${migration.name}, ${migration.checksum})`)
  return [fullName(migration), ...(await applyFunctions(tx, functions))]
}

function fullName(migration: Migration): string {
  return `${String(migration.version).padStart(6, '0')}_${migration.name}`
}

/** Held to the end of the transaction, so it works through a pooler too. */
async function lockSchema(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${migrationLock})`)
}

/** The version of the database. Throws if its migrations differ from our files. */
async function readApplied(tx: Tx, migrations: readonly Migration[]): Promise<number> {
  const rows = await tx.many<{ version: number; name: string; checksum: string }>(
    sql`select version, name, checksum from schema_migrations order by version`,
  )
  for (const row of rows) {
    const ours = migrations[row.version - 1]
    if (ours === undefined) throw tooOld(rows.length, migrations.length)
    if (ours.checksum !== row.checksum) throw changed(row.version, row.name)
  }
  return rows.length
}

function tooOld(applied: number, known: number): StoreError {
  return new StoreError(
    `the database is at migration ${applied}, this program knows ${known}: start a newer version of it`,
  )
}

function changed(version: number, name: string): StoreError {
  return new StoreError(
    `migration ${version} was applied as "${name}" and its file has changed since: restore the file ` +
      'and put the change into a new migration',
  )
}
