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

/** What a command works with while it runs. */
export interface CliContext {
  readonly config: Config
  readonly database: Database
  readonly ledger: Ledger
  /** The identifier of the data key in force; null if there is none. */
  readonly sealer: Sealer | null
  readonly clock: Clock
  readonly ids: Ids
}

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

/**
 * Opens the database, with or without a running service, and closes everything afterwards. A missing
 * embedded database is created, with a notice, only if `whenMade` is given: a command run in the wrong
 * folder must not answer from an empty database. A database behind DATABASE_URL is never changed.
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

/** The same without a schema, for the command that creates it. */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDirectory, preparedStatements: prepareStatements } = config
  const location = databaseUrl === null ? { dataDirectory, role: 'tool' as const } : { databaseUrl }
  const database = await openStore(location, { poolSize: 4, prepareStatements })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The account with this e-mail address. Throws if there is none. */
export async function accountOf({ database }: CliContext, email: string): Promise<Account> {
  const account = await findAccountByEmail(database, email)
  if (account !== undefined) return account
  throw new CliError(`there is no account with the address ${email} (account list shows them all)`)
}

/** Throws if DATA_DIR holds no embedded database and DATABASE_URL is not set. */
export function refuseMissing(config: Config): void {
  if (!isMissing(config)) return
  throw new CliError(
    `there is no database in ${config.dataDirectory}: run this where the service runs, or set DATA_DIR ` +
      'to its folder (npm start and account create create a new one)',
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

/** The data key in force; null if there is none, because only the service creates the key file. */
export async function sealerOf(config: Config, ids: Ids): Promise<Sealer | null> {
  if (config.dataKey !== null) return createSealer(config.dataKey, ids)
  if (!existsSync(join(config.dataDirectory, 'data.key'))) return null
  return createSealer(await readOrMakeKeyFile(config.dataDirectory, ids), ids)
}

/** A sealer that opens nothing, for commands that don't seal. */
const idle = (ids: Ids) => createSealer(ids.bytes(32), ids)
