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
  readonly clock: Clock
  readonly ids: Ids
}

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

/**
 * Opens the database, beside a running service or alone, and closes everything again. An empty embedded
 * database is migrated first, so that the very first command may be any; somebody else's database never is.
 */
export async function withContext<T>(work: (context: CliContext) => Promise<T>): Promise<T> {
  const config = readConfig()
  return withDatabase(config, async (database) => {
    await requireSchema(config, database)
    const [clock, ids] = [systemClock(), randomIds()]
    const sealer = await sealerOf(config, ids)
    if (sealer !== null) await checkDataKey(database, sealer)
    const ledger = createLedger({ database, clock, ids, terms: config.terms, sealer: sealer ?? idle(ids) })
    try {
      return await work({ config, database, ledger, clock, ids })
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

/** A sealer that opens nothing. Commands seal nothing. */
const idle = (ids: Ids) => createSealer(ids.bytes(32), ids)
