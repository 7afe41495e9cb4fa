import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { defaultTerms, type GrantKind, grantKinds, limits, type Terms } from './contract/index.ts'

/**
 * The only reader of the environment. Every setting is declared once here; `.env.example` and the operating
 * guide are generated from the same declarations.
 */

export interface Config {
  readonly host: string
  readonly port: number
  readonly opsHost: string
  readonly opsPort: number
  readonly dataDirectory: string
  readonly databaseUrl: string | null
  readonly databaseConnectionsMax: number
  /** 32 bytes that seal personal data at rest; null: a key file in the data directory. */
  readonly dataKey: Uint8Array | null
  readonly terms: Terms
  readonly demoAccount: boolean
  readonly parseThreads: number
  readonly engineThreads: number
  /** A folder with tables that add to the builtin vocabulary; null: none. */
  readonly vocabularyDirectory: string | null
  readonly uploadsMax: number
  /** Candidates that one process works on at a time. */
  readonly batchConcurrency: number
  /** Candidates of one account at work, over all processes, while others wait. */
  readonly batchAccountRunningMax: number
  readonly shutdownTimeoutMs: number
  readonly logLevel: string
}

interface Setting<T> {
  readonly name: string
  /** As it would be written; what is shown in `.env.example`. */
  readonly fallback: string
  readonly description: string
  readonly secret?: boolean
  readonly read: (text: string) => T
}

/** Something that a person wrote in a setting can't be right; the message says what would be. */
class SettingMistake extends Error {}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const threadsFallback = String(Math.max(1, Math.min(4, availableParallelism() - 1)))

const settings = {
  host: text('HOST', '127.0.0.1', 'Address that the API listens on. 0.0.0.0 for every interface.'),
  port: integer('PORT', 3000, 0, 65_535, 'Port of the API. 0 takes a free one.'),
  opsHost: text('OPS_HOST', '127.0.0.1', 'Address of /livez, /readyz and /metrics. Keep it private.'),
  opsPort: integer('OPS_PORT', 3001, 0, 65_535, 'Port of /livez, /readyz and /metrics. 0 takes a free one.'),
  dataDirectory: {
    ...text('DATA_DIR', './data', 'Folder of the embedded PostgreSQL and of the data key.'),
    read: (value: string) => resolve(value),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: '',
    secret: true,
    description:
      'PostgreSQL 14 to 18 to use instead of the embedded one: postgres://user:password@host:5432/name.',
    read: readDatabaseUrl,
  },
  databaseConnectionsMax: integer('DATABASE_CONNECTIONS_MAX', 10, 4, 200, 'Most connections of one process.'),
  dataKey: {
    name: 'DATA_KEY',
    fallback: '',
    secret: true,
    description:
      'Key that seals personal data at rest: 32 bytes as base64 or hex (openssl rand -base64 32). The same on all nodes. Empty: a file in DATA_DIR, made on the first start.',
    read: readDataKey,
  },
  balanceOrder: {
    name: 'BALANCE_ORDER',
    fallback: defaultTerms.balanceOrder.join(','),
    description:
      'Kinds of points that can be spent, first to last. The other published order: signup_bonus,paid.',
    read: readBalanceOrder,
  },
  quotaDaily: integer(
    'QUOTA_DAILY',
    defaultTerms.quotaDaily,
    0,
    1e9,
    'Requests per account and day. 0: no limit.',
  ),
  quotaMonthly: integer(
    'QUOTA_MONTHLY',
    defaultTerms.quotaMonthly,
    0,
    1e9,
    'Requests per account and month. 0: no limit.',
  ),
  quotaTimeZone: {
    ...text('QUOTA_TIME_ZONE', defaultTerms.quotaTimeZone, 'Time zone whose calendar the quotas follow.'),
    read: readTimeZone,
  },
  promptPointCentsPer1000: integer(
    'OPTIMIZE_PROMPT_POINT_CENTS',
    defaultTerms.promptPointCentsPer1000,
    0,
    1e6,
    'Price of optimizeJd: point_cents per 1000 prompt tokens.',
  ),
  completionPointCentsPer1000: integer(
    'OPTIMIZE_COMPLETION_POINT_CENTS',
    defaultTerms.completionPointCentsPer1000,
    0,
    1e6,
    'Price of optimizeJd: point_cents per 1000 completion tokens.',
  ),
  batchResumesMax: integer(
    'BATCH_RESUMES_MAX',
    defaultTerms.batchResumesMax,
    1,
    limits.batchResumesCeiling,
    'Most resumes in one batch.',
  ),
  demoAccount: {
    name: 'DEMO_ACCOUNT',
    fallback: 'auto',
    description:
      'Make a demo recruiter on the first start: true, false, or auto (only on the embedded database).',
    read: readDemo,
  },
  parseThreads: integer(
    'PARSE_THREADS',
    // Two at least: a document that takes long must not be everybody's wait.
    String(Math.max(2, Number(threadsFallback))),
    1,
    64,
    'Threads that read PDFs. Empty: one less than the cores, 2 to 4.',
  ),
  vocabularyDirectory: {
    name: 'VOCABULARY_DIR',
    fallback: '',
    description:
      'Folder with tables of skills, titles and roles of your own; they add to the builtin ones (src/engines/builtin/vocabulary/README.md).',
    read: (value: string) => (value === '' ? null : resolve(value)),
  },
  engineThreads: integer(
    'ENGINE_THREADS',
    threadsFallback,
    1,
    64,
    'Threads that match and optimise. Empty: one less than the cores, 4 at most.',
  ),
  uploadsMax: integer('UPLOADS_MAX', 8, 1, 256, 'Bodies over 1 MB that are worked on at once; others wait.'),
  batchConcurrency: integer(
    'BATCH_CONCURRENCY',
    4,
    1,
    256,
    'Candidates of batches that one process works on at a time. What really works is ENGINE_THREADS.',
  ),
  batchAccountRunningMax: integer(
    'BATCH_ACCOUNT_RUNNING_MAX',
    16,
    1,
    10_000,
    'Most candidates of one account that all processes together work on at a time.',
  ),
  shutdownTimeoutMs: integer(
    'SHUTDOWN_TIMEOUT_MS',
    30_000,
    0,
    700_000,
    'How long a stopping service waits for calls in flight, in milliseconds.',
  ),
  logLevel: { ...text('LOG_LEVEL', 'info', `One of ${logLevels.join(', ')}.`), read: readLogLevel },
} as const satisfies Record<string, Setting<unknown>>

type Values = { [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['read']> }

/**
 * Reads all settings. Throws one ConfigError that names every mistake. `.env` in the working folder adds to
 * the environment, which wins.
 */
export function readConfig(environment: NodeJS.ProcessEnv = environmentAndFile()): Config {
  const mistakes: string[] = []
  const values: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries(settings)) {
    const given = environment[setting.name]?.trim()
    try {
      values[key] = setting.read(given === undefined || given === '' ? setting.fallback : given)
    } catch (error) {
      if (!(error instanceof SettingMistake)) throw error
      mistakes.push(`${setting.name}: ${error.message}`)
    }
  }
  if (mistakes.length > 0) {
    throw new ConfigError(`The configuration has ${mistakes.length} mistake(s):\n  ${mistakes.join('\n  ')}`)
  }
  return assemble(values as Values)
}

function assemble(values: Values): Config {
  const { balanceOrder, quotaDaily, quotaMonthly, quotaTimeZone, batchResumesMax, demoAccount, ...rest } =
    values
  const { promptPointCentsPer1000, completionPointCentsPer1000, ...plain } = rest
  return {
    ...plain,
    demoAccount: demoAccount === 'auto' ? values.databaseUrl === null : demoAccount,
    terms: {
      balanceOrder,
      quotaDaily,
      quotaMonthly,
      quotaTimeZone,
      promptPointCentsPer1000,
      completionPointCentsPer1000,
      batchResumesMax,
    },
  }
}

/** The declarations without their readers: what the generated guides are made of. */
export function describeSettings(): readonly Omit<Setting<unknown>, 'read'>[] {
  return Object.values(settings).map(({ read: _, ...rest }) =>
    rest.name.endsWith('_THREADS') ? { ...rest, fallback: '' } : rest,
  )
}

function environmentAndFile(): NodeJS.ProcessEnv {
  if (!existsSync('.env')) return process.env
  const file = parseEnv(readFileSync('.env', 'utf8'))
  return { ...file, ...process.env }
}

function text(name: string, fallback: string, description: string): Setting<string> {
  return { name, fallback, description, read: (value) => value }
}

function integer(
  name: string,
  fallback: number | string,
  min: number,
  max: number,
  description: string,
): Setting<number> {
  const read = (value: string): number => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    throw new SettingMistake(`a whole number from ${min} to ${max} is needed`)
  }
  return { name, fallback: String(fallback), description, read }
}

function readDatabaseUrl(value: string): string | null {
  if (value === '') return null
  if (!/^postgres(ql)?:\/\//.test(value)) throw new SettingMistake('it must begin with postgres://')
  return value
}

function readDataKey(value: string): Uint8Array | null {
  if (value === '') return null
  const bytes = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64')
  if (bytes.length !== 32) throw new SettingMistake('32 bytes are needed, as base64 or as 64 hex digits')
  return new Uint8Array(bytes)
}

function readBalanceOrder(value: string): readonly GrantKind[] {
  const kinds = value.split(',').map((kind) => kind.trim())
  const known = kinds.filter((kind): kind is GrantKind => (grantKinds as readonly string[]).includes(kind))
  if (known.length !== kinds.length || new Set(kinds).size !== kinds.length) {
    throw new SettingMistake(`a list of different kinds is needed, of ${grantKinds.join(', ')}`)
  }
  return known
}

function readTimeZone(value: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    throw new SettingMistake('an IANA time zone is needed, such as Asia/Shanghai')
  }
}

function readDemo(value: string): boolean | 'auto' {
  if (value === 'auto') return 'auto'
  if (value === 'true' || value === 'false') return value === 'true'
  throw new SettingMistake('true, false or auto is needed')
}

function readLogLevel(value: string): string {
  if (logLevels.includes(value)) return value
  throw new SettingMistake(`one of ${logLevels.join(', ')} is needed`)
}
