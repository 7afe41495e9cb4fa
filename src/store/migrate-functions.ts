import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { StoreError } from './errors.ts'
import { raw, sql } from './sql.ts'
import type { Tx } from './transaction.ts'

/** The current definition of one SQL function. */
export interface SqlFunction {
  readonly name: string
  readonly checksum: string
  readonly script: string
}

/** A longer history would only matter to a program that is this many definitions older. */
const historyMax = 50
const checksumDigits = 16
/** Begins the comment of a function. Checksums follow, separated by spaces. */
const label = 'Definitions:'

/**
 * Reads `functions/` in the folder of the migrations: one file for each function, with its current
 * definition. Throws a StoreError if a file does not define the function it is named after.
 */
export async function readFunctions(folder: string): Promise<SqlFunction[]> {
  const functions = joinPath(folder, 'functions')
  const names = await readdir(functions).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = names.filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(files.map((file) => readFunction(functions, file)))
}

async function readFunction(folder: string, file: string): Promise<SqlFunction> {
  const name = file.slice(0, -'.sql'.length)
  const script = (await readFile(joinPath(folder, file), 'utf8')).replaceAll('\r\n', '\n')
  const openings = ['create function ', 'create or replace function ']
  const made = script.split('\n').filter((line) => openings.some((opening) => line.startsWith(opening)))
  if (made.length !== 1 || !made[0]?.startsWith(`create or replace function ${name}(`)) {
    throw new StoreError(`functions/${file} must contain "create or replace function ${name}(" and no other`)
  }
  const checksum = createHash('sha256').update(script).digest('hex').slice(0, checksumDigits)
  return { name, checksum, script }
}

/**
 * Applies the definitions that this database has never had, and returns their names. The caller holds the
 * lock of the schema. The checksums of a function's definitions, newest first, are its comment in the
 * database. So a dump, a restore or a drop includes them. An older program finds its definition further
 * down the list, so it does not undo the newer one when it restarts.
 */
export async function applyFunctions(tx: Tx, functions: readonly SqlFunction[]): Promise<string[]> {
  if (functions.length === 0) return []
  const histories = await readHistories(tx)
  const applied: string[] = []
  for (const each of functions) {
    const history = histories.get(each.name) ?? []
    if (history.includes(each.checksum)) continue
    await applyFunction(tx, each, [each.checksum, ...history].slice(0, historyMax))
    applied.push(each.name)
  }
  return applied
}

/** The checksums of the applied definitions by the function's name, newest first. */
async function readHistories(tx: Tx): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tx.many<{ name: string; comment: string | null }>(sql`
    select proname as name, obj_description(oid, 'pg_proc') as comment from pg_proc
    where pronamespace = current_schema()::regnamespace`)
  return new Map(
    rows.map(({ name, comment }) => [name, comment?.startsWith(label) ? comment.split(' ').slice(1) : []]),
  )
}

async function applyFunction(
  tx: Tx,
  { name, script }: SqlFunction,
  history: readonly string[],
): Promise<void> {
  try {
    await tx.run(raw(script))
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown failure'
    throw new StoreError(`functions/${name}.sql failed, and nothing of it was kept: ${reason}`)
  }
  const signatures = await tx.many<{ signature: string }>(sql`
    select oid::regprocedure::text as signature from pg_proc
    where pronamespace = current_schema()::regnamespace and proname = ${name}`)
  const [made] = signatures
  if (made === undefined || signatures.length > 1) {
    throw new StoreError(
      `functions/${name}.sql adds a second function of this name: give a new signature a new name, ` +
        'so that processes of the version before still find theirs',
    )
  }
  await tx.run(raw(`comment on function ${made.signature} is '${label} ${history.join(' ')}'`))
}
