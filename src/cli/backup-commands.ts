import { resolve } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { type DataKeyState, dataKeyState } from '../data-key.ts'
import { createSealer, randomIds } from '../kit/index.ts'
import { createLedger, type VerifyReport } from '../ledger/index.ts'
import { type BackupSummary, createBackup, type Database, readBackup, restoreStore } from '../store/index.ts'
import type { Answer } from './answer.ts'
import { answerWith, type Cli, examples } from './commands.ts'
import { migrationsFolder, refuseMissing, sealerOf, withDatabase } from './context.ts'
import { exitCodes } from './exit-codes.ts'
import { moment } from './show.ts'
import { listing } from './table.ts'
import { version } from './version.ts'

/**
 * One file with everything that the database holds. Neither command needs the service stopped or the data
 * key.
 */
export function registerBackupCommands(cli: Cli): void {
  const group = cli.program.command('backup').description('one file with the whole database')
  const add = (name: string, description: string, work: (file: string) => Promise<Answer>) =>
    group
      .command(`${name} <file>`)
      .description(description)
      .addHelpText('after', examples(`backup ${name} recruiter-2027-01-31.tar.gz`))
      .action(async (file: string) => answerWith(cli, await work(resolve(file))))
  add('create', 'write a consistent file while the service runs; it does not contain the data key', (file) =>
    create(cli, file),
  )
  add('verify', 'check the file against its own checksums and counts', verify)
  add(
    'restore',
    'load the file into an empty DATA_DIR, or an empty DATABASE_URL, and verify the ledger',
    (file) => restore(cli, file),
  )
}

async function create(cli: Cli, file: string): Promise<Answer> {
  const config = readConfig()
  refuseMissing(config)
  const summary = await withDatabase(config, (database) =>
    createBackup(database, { path: file, programVersion: version, now: () => cli.clock.now() }),
  )
  const key = config.dataKey === null ? `${config.dataDirectory}/data.key` : 'DATA_KEY'
  return {
    text:
      `${summaryText(summary)}\nWritten to ${file}. It does not contain the data key: keep ${key} too, in another place. ` +
      'E-mail addresses and points are readable in it.',
    json: { file, ...summaryJson(summary) },
  }
}

async function verify(file: string): Promise<Answer> {
  const summary = await readBackup(file)
  return {
    text: `${summaryText(summary)}\nThe file is intact: every checksum and count is correct.`,
    json: { ok: true, file, ...summaryJson(summary) },
  }
}

/** What verification of the restored database found. */
interface Proof {
  readonly books: VerifyReport
  readonly key: DataKeyState
}

async function restore(cli: Cli, file: string): Promise<Answer> {
  const config = readConfig()
  const { databaseUrl, dataDirectory, preparedStatements: prepareStatements } = config
  const location = databaseUrl === null ? { dataDirectory } : { databaseUrl, prepareStatements }
  const { summary, proof } = await restoreStore(location, { path: file, migrationsFolder }, (database) =>
    prove(cli, config, database),
  )
  const { ok, accounts, differences } = proof.books
  const place = databaseUrl === null ? dataDirectory : 'the database of DATABASE_URL'
  const books = ok
    ? 'ledger verify: no differences.'
    : `ledger verify: ${differences.length} differences. The rows are those of the backup: the ledger had these differences before ` +
      'it was written. The command "ledger verify" lists them.'
  return {
    text: `${summaryText(summary)}\nRestored into ${place}. ${books}\n${keyAdvice[proof.key]}`,
    json: {
      ok,
      file,
      ...summaryJson(summary),
      accounts,
      differences: differences.length,
      data_key: proof.key,
    },
    exitCode: ok ? exitCodes.done : exitCodes.failed,
  }
}

const keyAdvice: Readonly<Record<DataKeyState, string>> = {
  right: 'The data key here matches the backup.',
  unused: 'The backup was written before there was a data key: the first start creates one.',
  missing:
    "There is no data key here: put the backup's data key into DATA_DIR/data.key or DATA_KEY, then start.",
  other:
    "The data key here does NOT match the backup: the service will refuse to start. Replace it with the backup's.",
}

async function prove(cli: Cli, config: Config, database: Database): Promise<Proof> {
  const ids = randomIds()
  // Verification opens nothing that is sealed.
  const sealer = createSealer(ids.bytes(32), ids)
  const ledger = createLedger({ database, clock: cli.clock, ids, terms: config.terms, sealer })
  try {
    return { books: await ledger.verify(), key: await dataKeyState(database, await sealerOf(config, ids)) }
  } finally {
    await ledger.close()
  }
}

function summaryText(summary: BackupSummary): string {
  const { rows, bytes } = totals(summary)
  return listing([
    ['snapshot of', moment(new Date(summary.madeAt), '')],
    ['made by', `version ${summary.programVersion}, PostgreSQL ${summary.serverVersion}`],
    ['schema', `migration ${summary.schemaVersion}`],
    ['tables', String(summary.tables.length)],
    ['rows', String(rows)],
    ['bytes of rows', String(bytes)],
  ])
}

function summaryJson(summary: BackupSummary) {
  return {
    made_at: summary.madeAt,
    program_version: summary.programVersion,
    server_version: summary.serverVersion,
    schema_version: summary.schemaVersion,
    rows: totals(summary).rows,
    tables: Object.fromEntries(summary.tables.map(({ name, rows, sha256 }) => [name, { rows, sha256 }])),
  }
}

function totals({ tables }: BackupSummary): { readonly rows: number; readonly bytes: number } {
  const add = (of: 'rows' | 'bytes') => tables.reduce((sum, table) => sum + table[of], 0)
  return { rows: add('rows'), bytes: add('bytes') }
}
