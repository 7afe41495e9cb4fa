import { fileURLToPath } from 'node:url'
import { type Authenticator, createAuthenticator } from './accounts/index.ts'
import { type Batches, createBatches } from './batches/index.ts'
import type { Config } from './config.ts'
import {
  type CallLog,
  createCallLog,
  createConsole,
  createMailer,
  createStripeCheckout,
  type DrawPdfPage,
} from './console/index.ts'
import { operationsUnder } from './contract/index.ts'
import { agreeOnDataKey } from './data-key.ts'
import { createDocuments, type Documents } from './documents/index.ts'
import {
  addMcpDoor,
  addPlainRoutes,
  addReferenceDoor,
  addRestDoor,
  createHttp,
  type Http,
  openApiDocument,
  renderOpenApi,
} from './doors/index.ts'
import { createBuiltinEngine, createChatModel, createModelEngine, type Engine } from './engines/index.ts'
import {
  type Clock,
  createMemoryBudget,
  createMetrics,
  createSealer,
  type Ids,
  type Log,
  type MemoryBudget,
  type Metrics,
  readOrMakeKeyFile,
} from './kit/index.ts'
import { createLedger, type Ledger } from './ledger/index.ts'
import { createHandlers } from './operations/index.ts'
import { createConnectionSlots, createDecoder, createRateLimit, type PipelineDeps } from './pipeline/index.ts'
import type { Database } from './store/index.ts'

/** Passes each room what it needs. The service, the tests and the benchmarks compose the product here. */

export interface Given {
  readonly config: Config
  /** Open and migrated. */
  readonly store: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** An engine other than the builtin one. */
  readonly engine?: Engine
  /** Document threads to share, instead of new ones. */
  readonly documents?: Documents
  /** False for a process that only works on batches. */
  readonly takesCalls?: boolean
  /** Time limits of batches other than the default, for tests. */
  readonly batchOptions?: { readonly leaseMs?: number; readonly staleAfterMs?: number }
}

export interface Rooms {
  readonly store: Database
  readonly ledger: Ledger
  readonly authenticator: Authenticator
  readonly batches: Batches
  readonly pipeline: PipelineDeps
  readonly calls: CallLog
  readonly drawPdfPage: DrawPdfPage
  readonly engine: Pick<Engine, 'name' | 'version'>
  readonly metrics: Metrics
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** The budget that threads and bodies share. */
  readonly memory: MemoryBudget
}

/**
 * The memory of the process besides threads and bodies, under load: with the embedded PostgreSQL (50 MB),
 * the threads that parse large JSON (50), and freed memory that the C library keeps (bench/README.md,
 * memory). A worker takes no calls.
 */
const processMb = { withCalls: 380, worker: 180 }
/** The memory that new threads leave to bodies: one of the largest, or three uploads. */
const bodiesMb = 80

/** Opens every room over an open store; resources to close are added to the stack. */
export async function openRooms(given: Given, stack: AsyncDisposableStack): Promise<Rooms> {
  const { config, store, clock, ids, log } = given
  const { terms } = config
  const metrics = await createMetrics()
  const sealer = createSealer(config.dataKey ?? (await readOrMakeKeyFile(config.dataDirectory, ids)), ids)
  await agreeOnDataKey(store, sealer)
  const ledger = closeLater(stack, createLedger({ database: store, clock, ids, terms, sealer }))
  const authenticator = closeLater(stack, createAuthenticator({ database: store, clock, log }))
  const memory =
    given.takesCalls === false
      ? createMemoryBudget(config.memoryMb - processMb.worker)
      : createMemoryBudget(config.memoryMb - processMb.withCalls, bodiesMb)
  const ocr = config.ocr === null ? {} : { ocr: config.ocr }
  const documents = closeLater(
    stack,
    given.documents ??
      createDocuments({ threads: config.parseThreads, ...ocr, telemetry: { log, metrics }, budget: memory }),
  )
  const engine = closeLater(stack, given.engine ?? createEngine(given, metrics, memory))
  const decoder = closeLater(stack, createDecoder(terms, clock))
  const batchOptions = {
    accountRunningMax: config.batchAccountRunningMax,
    connectionsMax: config.databaseConnectionsMax,
    retentionDays: terms.batchRetentionDays,
    ...given.batchOptions,
  }
  const batches = createBatches({
    ...{ store, ledger, engine, sealer, clock, ids, log, metrics },
    options: batchOptions,
  })
  const handlers = createHandlers({ documents, engine, batches, terms, clock })
  const connectionSlots = createConnectionSlots(config.databaseConnectionsMax)
  const drawPdfPage: DrawPdfPage = async (body, page, signal, owner) => {
    const received = await documents.receive(body, signal, owner)
    return documents.show(received, page, signal, owner)
  }
  const { usageRetentionDays: retentionDays } = config
  const calls = closeLater(
    stack,
    createCallLog({ store, clock, log, timeZone: terms.quotaTimeZone, retentionDays }),
  )
  const pipeline = {
    ...{ authenticator, decoder, ledger, store, connectionSlots, handlers, sealer, clock, log, metrics },
    ...{ rateLimit: createRateLimit(terms, clock), observer: calls },
  }
  return {
    store,
    ledger,
    authenticator,
    batches,
    pipeline,
    calls,
    drawPdfPage,
    engine,
    metrics,
    clock,
    ids,
    log,
    memory,
  }
}

function createEngine({ config, clock, ids, log }: Given, metrics: Metrics, budget: MemoryBudget): Engine {
  const { engine, model, engineThreads: threads, vocabularyDirectory } = config
  if (engine === 'builtin' || model === null)
    return createBuiltinEngine({ threads, vocabularyDirectory, budget })
  const { server, fallback, maySee } = model
  const chat = createChatModel({ ...server, probesAtStart: true, clock, ids, observer: { log, metrics } })
  return createModelEngine({ chat, fallback, maySee, clock, ids, threads, vocabularyDirectory, budget })
}

/** The API over open rooms: the operations that every door offers and every document describes. */
export function createApi(config: Config, rooms: Rooms): Http['app'] {
  const { pipeline, ids, clock, memory } = rooms
  const { terms, uploadsMax, corsOrigins } = config
  const http = createHttp({ ids, clock, uploadsMax, corsOrigins, budget: memory })
  const operations = operationsUnder(terms)
  const openApi = openApiDocument(renderOpenApi(operations, terms))
  addRestDoor(http, { pipeline, operations, openApi, ids, terms })
  const { host, mcpToolPrefix: toolPrefix, mcpAllowedHosts: allowedHosts } = config
  addMcpDoor(http, { pipeline, operations, toolPrefix, reach: { host, allowedHosts, corsOrigins } })
  addReferenceDoor(http)
  const mailer = config.mail === null ? null : createMailer(config.mail.smtpUrl, config.mail.from)
  const pagesFolder = fileURLToPath(new URL('../web/dist', import.meta.url))
  const payments = config.payments === null ? {} : { payments: createStripeCheckout(config.payments, clock) }
  const given = { ...rooms, ...payments, operations, terms, settings: config, mailer, pagesFolder }
  addPlainRoutes(http, createConsole(given))
  return http.app
}

export function closeLater<T extends { close(): Promise<void> }>(stack: AsyncDisposableStack, room: T): T {
  stack.defer(() => room.close())
  return room
}
