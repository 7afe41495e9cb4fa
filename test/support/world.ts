import { request } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import { createAccount, createKey, type Role, type Scope } from '../../src/accounts/index.ts'
import { createApi, openRooms, type Rooms } from '../../src/compose.ts'
import { type Config, readConfig } from '../../src/config.ts'
import {
  apiPrefix,
  type GrantKind,
  type JsonObject,
  type OperationName,
  operationsUnder,
  pointCents,
  type Terms,
} from '../../src/contract/index.ts'
import { createDocuments, type Documents } from '../../src/documents/index.ts'
import { createBuiltinEngine, type Engine } from '../../src/engines/index.ts'
import { type Clock, type Log, randomIds, silentLog, systemClock } from '../../src/kit/index.ts'
import { type Database, sql } from '../../src/store/index.ts'
import { startBatchKeeper, startBatchRunner } from '../../src/workers/index.ts'
import { createAnswerCheck } from './answer-check.ts'
import { createTestDatabase } from './database.ts'

/**
 * The whole service over its own database, with real HTTP. Every answer is checked against the OpenAPI
 * document.
 */
export interface World {
  readonly url: string
  readonly rooms: Rooms
  readonly database: Database
  readonly databaseUrl: string
  /** A separate account for one test. */
  account(options?: AccountOptions): Promise<TestAccount>
  send(request: SendOptions): Promise<Answer>
}

export interface AccountOptions {
  readonly role?: Role
  readonly pointCents?: number
  readonly kind?: GrantKind
  readonly scopes?: readonly Scope[]
  readonly expiresAt?: Date
}

export interface TestAccount {
  readonly accountId: string
  readonly key: string
  readonly keyId: string
  /** Calls an operation with this account's key. */
  call(operation: OperationName, body: JsonObject, options?: CallOptions): Promise<Answer>
  balance(): Promise<{ spendable: number; held: number }>
  /** Admitted calls of this account in the given state. */
  requests(state: 'held' | 'captured' | 'released'): Promise<number>
}

export interface CallOptions {
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface SendOptions extends CallOptions {
  readonly method?: string
  readonly path: string
  /** An object is sent as JSON. */
  readonly body?: JsonObject | string | Uint8Array
  readonly key?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The body; empty if there was none. The checks above ensure its shape, by its status. */
  readonly body: AnswerBody
}

export interface AnswerBody {
  readonly ok: boolean
  readonly request_id: string
  readonly error: string
  readonly message: string
  readonly detail: readonly { readonly path: string; readonly code: string; readonly message: string }[]
  readonly data: Readonly<Record<string, unknown>>
  readonly usage: Readonly<Record<string, unknown>>
  readonly billing: Readonly<Record<string, number>>
  readonly required_point_cents: number
  readonly balance_point_cents: number
  readonly resource_point_cents: number
}

export interface WorldOptions {
  readonly terms?: Partial<Terms>
  /** Settings that differ from the defaults. */
  readonly config?: Partial<Config>
  readonly corsOrigins?: readonly string[]
  readonly engine?: Engine
  readonly documents?: Documents
  readonly clock?: Clock
  readonly log?: Log
  readonly batchOptions?: { readonly leaseMs?: number; readonly staleAfterMs?: number }
  /** The number of batch candidates that run concurrently; without it no worker runs. */
  readonly batchConcurrency?: number
}

/** A world for all tests of a file: created before them, closed after them. */
export function useWorld(options: WorldOptions = {}): () => World {
  let world: World | undefined
  const stack = new AsyncDisposableStack()
  beforeAll(async () => {
    world = await openWorld(options, stack)
  })
  afterAll(() => stack.disposeAsync())
  return () => {
    if (world === undefined) throw new Error('the world is made before the tests, not before the file')
    return world
  }
}

export function testConfig(terms: Partial<Terms> = {}): Config {
  const config = readConfig({
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    PARSE_THREADS: '1',
    ENGINE_THREADS: '1',
    OCR_ENGINE: 'wasm',
  })
  return { ...config, terms: { ...config.terms, ...terms } }
}

export async function openWorld(options: WorldOptions, stack: AsyncDisposableStack): Promise<World> {
  const { database, url: databaseUrl, drop } = await createTestDatabase()
  stack.defer(drop)
  const config = {
    ...testConfig(options.terms),
    corsOrigins: options.corsOrigins ?? [],
    ...options.config,
  }
  const given = {
    config,
    store: database,
    clock: options.clock ?? systemClock(),
    ids: randomIds(),
    log: options.log ?? silentLog,
    ...engineFor(options, config),
    documents: options.documents ?? sharedDocuments(config),
    ...(options.batchOptions === undefined ? {} : { batchOptions: options.batchOptions }),
  }
  const rooms = await openRooms(given, stack)
  if (options.batchConcurrency !== undefined) startWork(rooms, options.batchConcurrency, stack)
  const api = createApi(config, rooms)
  const url = await api.listen({ host: '127.0.0.1', port: 0 })
  stack.defer(() => api.close())
  const description = JSON.parse((await exchange(url, { path: `${apiPrefix}/openapi.json` })).text)
  const check = createAnswerCheck(description)
  const send = async (what: SendOptions) => {
    const answer = await exchange(url, what)
    check(what.method ?? 'POST', what.path, answer)
    return answer
  }
  const account = (wanted: AccountOptions = {}) => newAccount(rooms, send, config.terms, wanted)
  return { url, rooms, database, databaseUrl, account, send }
}

let engine: Engine | undefined
let documents: Documents | undefined

/** None if the service is to create the model's engine. */
function engineFor({ engine }: WorldOptions, config: Config): { engine?: Engine } {
  if (engine !== undefined) return { engine }
  return config.engine === 'model' ? {} : { engine: sharedEngine(config) }
}

/**
 * Threads start slowly and have no state, so the threads of this process serve all its worlds in sequence.
 * They end with the process.
 */
function sharedEngine({ engineThreads: threads }: Config): Engine {
  engine ??= { ...createBuiltinEngine({ threads }), close: async () => {} }
  return engine
}

function sharedDocuments({ parseThreads: threads, ocr }: Config): Documents {
  documents ??= { ...createDocuments({ threads, ...(ocr === null ? {} : { ocr }) }), close: async () => {} }
  return documents
}

/** What a worker process does. */
function startWork(rooms: Rooms, concurrency: number, stack: AsyncDisposableStack): void {
  for (const loop of [startBatchRunner({ ...rooms, concurrency }), startBatchKeeper(rooms)]) {
    stack.defer(() => loop.stop())
  }
}

async function newAccount(
  rooms: Rooms,
  send: World['send'],
  terms: Terms,
  wanted: AccountOptions,
): Promise<TestAccount> {
  const { store, ledger, ids } = rooms
  const { accountId, key, keyId } = await store.transaction(async (tx) => {
    const email = `${ids.uuid()}@example.com`
    const made = await createAccount(tx, rooms, {
      email,
      role: wanted.role ?? 'recruiter',
      passwordHash: null,
    })
    await ledger.openAccount(tx, made.accountId)
    const { key, apiKey } = await createKey(tx, rooms, { accountId: made.accountId, scopes: wanted.scopes })
    return { accountId: made.accountId, key, keyId: apiKey.keyId }
  })
  const amount = wanted.pointCents ?? 10_000
  if (amount > 0) {
    const expiresAt = wanted.expiresAt ?? null
    await ledger.grant({
      accountId,
      kind: wanted.kind ?? 'paid',
      pointCents: pointCents(amount),
      expiresAt,
      note: null,
    })
  }
  const operations = operationsUnder(terms)
  return {
    accountId,
    key,
    keyId,
    async call(name, body, options = {}) {
      const operation = operations.find((each) => each.name === name)
      if (operation === undefined) throw new Error(`no operation ${name}`)
      return send({ ...options, method: operation.method, path: apiPrefix + operation.path, body, key })
    },
    async balance() {
      const { balancePointCents, heldPointCents } = await ledger.balance(accountId)
      return { spendable: balancePointCents, held: heldPointCents }
    },
    async requests(state) {
      const statement = sql`select count(*)::int as n from requests where account_id = ${accountId} and state = ${state}`
      return (await store.one<{ n: number }>(statement)).n
    },
  }
}

/** One exchange over real HTTP. It adds only the length of the body to the test's request. */
export function exchange(url: string, what: SendOptions): Promise<Answer> {
  const body = encodeBody(what.body)
  const headers: Record<string, string> = { ...what.headers }
  if (what.key !== undefined) headers.authorization ??= `Bearer ${what.key}`
  if (what.idempotencyKey !== undefined) headers['idempotency-key'] = what.idempotencyKey
  if (body !== undefined) {
    headers['content-type'] ??= 'application/json'
    headers['content-length'] ??= String(body.length)
  }
  const method = what.method ?? (body === undefined ? 'GET' : 'POST')
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(what.path, url), { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const isPlain = response.headers['content-encoding'] === undefined
        const isJson = isPlain && (response.headers['content-type']?.startsWith('application/json') ?? false)
        const answerHeaders = response.headers as Record<string, string>
        const parsed = isJson && text !== '' ? JSON.parse(text) : {}
        resolve({ status: response.statusCode ?? 0, headers: answerHeaders, text, body: parsed })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function encodeBody(body: SendOptions['body']): Uint8Array | undefined {
  if (body === undefined) return undefined
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}
