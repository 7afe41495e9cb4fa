import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Account, findAccountByEmail } from '../accounts/index.ts'
import { type Config, readConfig } from '../config.ts'
import { checkDataKey } from '../data-key.ts'
import {
  type Clock,
  createSealer,
  type Ids,
  randomIds,
  readOrMakeKeyFile,
  type Sealer,
  systemClock,
} from '../kit/index.ts'
import { createLedger, type Ledger } from '../ledger/index.ts'
import { type Database, migrate, openStore, sql } from '../store/index.ts'
import { CliError } from './cli-error.ts'

/** What a command works with: open while it runs. */
export interface CliContext {
  readonly config: Config
  readonly database: Database
  readonly ledger: Ledger
  /** Of the data key in force here; null where there is none. */
  readonly sealer: Sealer | null
  readonly clock: Clock
  readonly ids: Ids
}

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

/**
 * Opens the database, beside a running service or alone, and closes everything again. An embedded one that is
 * not there yet is made, and told of, only where `whenMade` is given: a command that is run in the wrong
 * folder must not answer from an empty database. One behind DATABASE_URL is never changed.
 */
export async function withContext<T>(
  work: (context: CliContext) => Promise<T>,
  whenMade?: (folder: string) => void,
): Promise<T> {
  const config = readConfig()
  if (whenMade === undefined) refuseMissing(config)
  else if (isMissing(config)) whenMade(config.dataDirectory)
  return withDatabase(config, async (database) => {
    await requireSchema(config, database)
    const [clock, ids] = [systemClock(), randomIds()]
    const sealer = await sealerOf(config, ids)
    if (sealer !== null) await checkDataKey(database, sealer)
    const ledger = createLedger({ database, clock, ids, terms: config.terms, sealer: sealer ?? idle(ids) })
    try {
      return await work({ config, database, ledger, sealer, clock, ids })
    } finally {
      await ledger.close()
    }
  })
}

/** The same without a schema: for the command that makes it. */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDirectory } = config
  const location = databaseUrl === null ? { dataDirectory, role: 'tool' as const } : { databaseUrl }
  const database = await openStore(location, { poolSize: 4 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The account of an address that was typed in. Throws with a sentence where there is none. */
export async function accountOf({ database }: CliContext, email: string): Promise<Account> {
  const account = await findAccountByEmail(database, email)
  if (account !== undefined) return account
  throw new CliError(`there is no account with the address ${email} (account list shows them all)`)
}

/** Throws where there is no embedded database in DATA_DIR, and none behind DATABASE_URL is meant. */
export function refuseMissing(config: Config): void {
  if (!isMissing(config)) return
  throw new CliError(
    `there is no database in ${config.dataDirectory}: run this where the service runs, or set DATA_DIR ` +
      'to its folder (npm start makes a new one, and so does account create)',
  )
}

function isMissing({ databaseUrl, dataDirectory }: Config): boolean {
  return databaseUrl === null && !existsSync(join(dataDirectory, 'postgres'))
}

async function requireSchema(config: Config, database: Database): Promise<void> {
  const { tables } = await database.one<{ tables: number }>(
    sql`select count(*)::int as tables from information_schema.tables where table_schema = current_schema()`,
  )
  if (tables > 0) return
  if (config.databaseUrl !== null)
    throw new CliError('the database is empty: run the command "migrate" first')
  await migrate(database, migrationsFolder)
}

/** The data key in force here; null where there is none: only the service makes the key file. */
export async function sealerOf(config: Config, ids: Ids): Promise<Sealer | null> {
  if (config.dataKey !== null) return createSealer(config.dataKey, ids)
  if (!existsSync(join(config.dataDirectory, 'data.key'))) return null
  return createSealer(await readOrMakeKeyFile(config.dataDirectory, ids), ids)
}

/** A sealer that opens nothing, for the commands that seal nothing. */
const idle = (ids: Ids) => createSealer(ids.bytes(32), ids)
