import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { StripeSettings } from './console/index.ts'
import { type PointCents, pointCents, type Terms } from './contract/index.ts'
import type { OcrOptions } from './documents/index.ts'
import { type ModelSettings, modelMistakes, modelOf, modelSettings, withoutModel } from './model-settings.ts'
import { paymentMistakes, paymentSettings, paymentsIn } from './payment-settings.ts'
import {
  type ClientSettings,
  choice,
  flag,
  integer,
  mailMistakes,
  ocrOptions,
  oneOf,
  portClash,
  readDatabaseUrl,
  readDataKey,
  readDemo,
  readHostNames,
  readHttpUrl,
  readOrigins,
  readPublicUrl,
  readSmtpUrl,
  readToolPrefix,
  type Setting,
  SettingMistake,
  text,
} from './setting.ts'
import { termsSettings } from './terms-settings.ts'

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
  readonly signUp: 'open' | 'invite' | 'closed'
  readonly signupBonusPointCents: PointCents
  /** Without a trailing slash; null: taken from each request. */
  readonly publicUrl: string | null
  readonly trustProxy: boolean
  readonly preparedStatements: boolean
  readonly usageRetentionDays: number
  /** Null: no mail is sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null
  /** Null: no points are sold. */
  readonly payments: StripeSettings | null
  readonly parseThreads: number
  /** Null: pages that are pictures have no text. */
  readonly ocr: OcrOptions | null
  readonly engine: 'builtin' | 'model'
  /** Null if none is named; never null with the engine `model`. */
  readonly model: ModelSettings | null
  readonly engineThreads: number
  /** A folder with tables that add to the builtin vocabulary; null: none. */
  readonly vocabularyDirectory: string | null
  readonly uploadsMax: number
  /** The memory that the whole service should stay under. */
  readonly memoryMb: number
  /** Origins whose pages may call the API from a browser. */
  readonly corsOrigins: readonly string[]
  /** The prefix of the names of MCP tools. */
  readonly mcpToolPrefix: string
  /** Host names of the MCP endpoint besides this machine's own names; empty: see doors/mcp/host-check.ts. */
  readonly mcpAllowedHosts: readonly string[]
  /** Candidates that one process runs in parallel. */
  readonly batchConcurrency: number
  /** Running candidates of one account over all processes, while others wait. */
  readonly batchAccountRunningMax: number
  readonly shutdownTimeoutMs: number
  readonly logLevel: string
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const signUps = ['open', 'invite', 'closed'] as const
const ocrEngines = ['auto', 'wasm', 'system', 'vision', 'off'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const threadsFallback = String(Math.max(1, Math.min(4, availableParallelism() - 1)))

const settings = {
  host: text('HOST', '127.0.0.1', 'Address that the API listens on. 0.0.0.0 for every interface.'),
  port: integer('PORT', 3000, 0, 65_535, 'Port of the API. 0: any free port.'),
  opsHost: text('OPS_HOST', '127.0.0.1', 'Address of /livez, /readyz and /metrics. Keep it private.'),
  opsPort: integer('OPS_PORT', 3001, 0, 65_535, 'Port of /livez, /readyz and /metrics. 0: any free port.'),
  dataDirectory: {
    ...text('DATA_DIR', './data', 'Folder of the embedded PostgreSQL and of the data key.'),
    read: (value: string) => resolve(value),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: '',
    secret: true,
    description:
      'PostgreSQL 14 to 18 to use instead of the embedded one: postgres://user:password@host:5432/name. ' +
      'Several hosts (host1:5432,host2:5432): the one that takes writes is used.',
    read: readDatabaseUrl,
  },
  databaseConnectionsMax: integer('DATABASE_CONNECTIONS_MAX', 10, 4, 200, 'Most connections of one process.'),
  preparedStatements: {
    ...flag(
      'DATABASE_PREPARED_STATEMENTS',
      'Whether connections keep prepared statements: true or false. Set false behind PgBouncer before 1.21.',
    ),
    fallback: 'true',
  },
  dataKey: {
    name: 'DATA_KEY',
    fallback: '',
    secret: true,
    description:
      'Key that seals personal data at rest: 32 bytes as base64 or hex (openssl rand -base64 32). The same on all nodes. Empty: a file in DATA_DIR, made on the first start.',
    read: readDataKey,
  },
  ...termsSettings,
  usageRetentionDays: integer('USAGE_RETENTION_DAYS', 400, 0, 36_500, 'Days that calls are listed. 0: all.'),
  signUp: choice(
    'SIGN_UP',
    signUps,
    'Who may create an account in the user center: open (anybody), invite (with a code), closed.',
  ),
  signupBonusPointCents: integer(
    'SIGNUP_BONUS_POINT_CENTS',
    500,
    0,
    1e9,
    'Points that an account gets when it is created in the user center. 0: none.',
  ),
  publicUrl: {
    name: 'PUBLIC_URL',
    fallback: '',
    description:
      'Address of the service as browsers see it, such as https://api.example.com. Used for links in mails; with https, cookies are sent over https only. Empty: taken from each request.',
    read: readPublicUrl,
  },
  trustProxy: flag(
    'TRUST_PROXY',
    'Whether a proxy in front of the service sets X-Forwarded-For and X-Forwarded-Proto: true or false. With true and no proxy, callers can fake their address.',
  ),
  smtpUrl: {
    name: 'SMTP_URL',
    fallback: '',
    secret: true,
    description:
      'Mail server that sends password links: smtp://user:password@host:587 or smtps://…:465. Empty: no mail; the command password reset-link prints a link.',
    read: readSmtpUrl,
  },
  mailFrom: text('MAIL_FROM', '', 'With SMTP_URL: the sender of mails, such as hr@example.com.'),
  ...paymentSettings,
  demoAccount: {
    name: 'DEMO_ACCOUNT',
    fallback: 'auto',
    description:
      'Create a demo recruiter on the first start: true, false, or auto (only on the embedded database).',
    read: readDemo,
  },
  parseThreads: integer(
    'PARSE_THREADS',
    // At least two, so that one slow document doesn't block all others.
    String(Math.max(2, Number(threadsFallback))),
    1,
    64,
    'Threads that read PDFs. Empty: one less than the cores, 2 to 4.',
  ),
  ocrEngine: {
    name: 'OCR_ENGINE',
    fallback: 'auto',
    description:
      'OCR for scanned pages: wasm (included), system (tesseract 4 or 5 with eng and chi_sim), auto (system if installed, else wasm), vision (a model; see OCR_BASE_URL), off.',
    read: oneOf(ocrEngines),
  },
  ocrThreads: integer(
    'OCR_THREADS',
    threadsFallback,
    1,
    64,
    'Scanned pages read in parallel. Empty: one less than the cores, 4 at most.',
  ),
  ocrBaseUrl: {
    name: 'OCR_BASE_URL',
    fallback: '',
    description: 'With OCR_ENGINE=vision: an OpenAI-compatible server, such as https://api.openai.com/v1.',
    read: readHttpUrl,
  },
  ocrModel: text('OCR_MODEL', '', 'With OCR_ENGINE=vision: the name of a vision model.'),
  ocrApiKey: { ...text('OCR_API_KEY', '', 'With OCR_ENGINE=vision: its key. Empty: none.'), secret: true },
  ...modelSettings,
  vocabularyDirectory: {
    name: 'VOCABULARY_DIR',
    fallback: '',
    description:
      'Folder with your own tables of skills, titles and roles, in addition to the builtin ones (src/engines/builtin/vocabulary/README.md).',
    read: (value: string) => (value === '' ? null : resolve(value)),
  },
  engineThreads: integer(
    'ENGINE_THREADS',
    threadsFallback,
    1,
    64,
    'Threads of the builtin engine. Empty: one less than the cores, 4 at most.',
  ),
  uploadsMax: integer(
    'UPLOADS_MAX',
    8,
    1,
    256,
    'Bodies over 1 MB (of unknown length: over 64 KB) processed at once, at most half of them for one account; others wait.',
  ),
  memoryMb: integer(
    'MEMORY_MB',
    1_000,
    800,
    1_000_000,
    'Memory target of the service with its database, in MB. Each kind of work has one thread; more start, up to *_THREADS, only while they fit, and idle ones end to make room for others.',
  ),
  corsOrigins: {
    name: 'CORS_ORIGINS',
    fallback: '',
    description:
      'Origins whose pages may call the API from a browser, such as https://hr.example.com,https://other.example.com. Empty: none. Users of such a page can read the key in it.',
    read: readOrigins,
  },
  mcpToolPrefix: {
    ...text(
      'MCP_TOOL_PREFIX',
      'service',
      'Prefix of the names of MCP tools, such as service in service_resume_parse.',
    ),
    read: readToolPrefix,
  },
  mcpAllowedHosts: {
    name: 'MCP_ALLOWED_HOSTS',
    fallback: '',
    description:
      'Host names under which agents reach the service through a proxy, such as api.example.com. Empty: only this machine where HOST is 127.0.0.1, any name otherwise.',
    read: readHostNames,
  },
  batchConcurrency: integer(
    'BATCH_CONCURRENCY',
    4,
    1,
    256,
    'Candidates of batches that one process claims at a time, plus one of another account when they all take long. ENGINE_THREADS of them run in parallel.',
  ),
  batchAccountRunningMax: integer(
    'BATCH_ACCOUNT_RUNNING_MAX',
    16,
    1,
    10_000,
    'The most candidates of one account that all processes together work on at a time.',
  ),
  shutdownTimeoutMs: integer(
    'SHUTDOWN_TIMEOUT_MS',
    30_000,
    0,
    700_000,
    'How long a stopping service waits for calls in flight, in milliseconds.',
  ),
  logLevel: { ...text('LOG_LEVEL', 'info', `One of ${logLevels.join(', ')}.`), read: oneOf(logLevels) },
} as const satisfies Record<string, Setting<unknown>>

type Values = { [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['read']> }

/**
 * Reads all settings. Throws one ConfigError that names every mistake. A file `.env` in the working folder
 * adds settings; the environment has precedence.
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
  if (values.ocrEngine === 'vision' && (values.ocrBaseUrl === '' || values.ocrModel === '')) {
    mistakes.push('OCR_ENGINE: vision needs OCR_BASE_URL and OCR_MODEL')
  }
  const read = values as Partial<Values>
  mistakes.push(...mailMistakes(read), ...modelMistakes(read), ...paymentMistakes(read), ...portClash(read))
  if (mistakes.length > 0) {
    throw new ConfigError(`The configuration has ${mistakes.length} mistake(s):\n  ${mistakes.join('\n  ')}`)
  }
  return assemble(values as Values)
}

/**
 * `API_KEY`, and `BASE_URL` or else this machine at `PORT`: the same names as in the examples and the
 * service.
 */
export function readClientSettings(environment: NodeJS.ProcessEnv = environmentAndFile()): ClientSettings {
  const given = (name: string) => environment[name]?.trim() || null
  const baseUrl = given('BASE_URL') ?? `http://127.0.0.1:${given('PORT') ?? settings.port.fallback}`
  return { apiKey: given('API_KEY'), baseUrl }
}

function assemble(values: Values): Config {
  const { balanceOrder, quotaDaily, quotaMonthly, quotaTimeZone, demoAccount, ...rest } = withoutModel(values)
  const { batchResumesMax, batchRetentionDays, ratePerSecond, rateBurst, ...prices } = rest
  const { promptPointCentsPer1000, completionPointCentsPer1000, ...others } = prices
  const { ocrEngine, ocrThreads, ocrBaseUrl, ocrModel, ocrApiKey, ...ofAccounts } = others
  const { signupBonusPointCents, smtpUrl, mailFrom, ...ofPayments } = ofAccounts
  const { paymentProvider, paymentOffers, stripeApiKey, stripeWebhookSecret, ...sold } = ofPayments
  const { stripeApiUrl, ...plain } = sold
  return {
    ...plain,
    payments: paymentsIn(values),
    signupBonusPointCents: pointCents(signupBonusPointCents),
    mail: smtpUrl === '' ? null : { smtpUrl, from: mailFrom },
    ocr: ocrOptions(values),
    model: modelOf(values),
    demoAccount: demoAccount === 'auto' ? values.databaseUrl === null : demoAccount,
    terms: {
      balanceOrder,
      quotaDaily,
      quotaMonthly,
      quotaTimeZone,
      ratePerSecond,
      rateBurst,
      promptPointCentsPer1000,
      completionPointCentsPer1000,
      batchResumesMax,
      batchRetentionDays,
    },
  }
}

/** The declarations without their readers, for the generated documents. */
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
