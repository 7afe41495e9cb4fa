import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { buildPages } from './build-pages.ts'
import { closeLater, createApi, openRooms, type Rooms } from './compose.ts'
import type { Config } from './config.ts'
import { createOpsDoor } from './doors/index.ts'
import { announcement, hasDemoAccount, makeDemoAccount } from './first-run.ts'
import { type Clock, createLog, errorFields, type Log, randomIds, systemClock } from './kit/index.ts'
import { canWrite, type Database, migrate, openStore } from './store/index.ts'
import { startBatchKeeper, startBatchRunner, startSweeper } from './workers/index.ts'

/** The service process: opens the store and the rooms, listens, and stops in reverse order. */

/** `all`: calls and batches; `api`: only calls; `worker`: only batches. */
export type ProcessRole = 'all' | 'api' | 'worker'

export interface RunningService {
  /** Empty for a worker, which takes no calls. */
  readonly url: string
  readonly opsUrl: string
  /** Finishes running calls, then closes everything. Safe to call twice. */
  stop(): Promise<void>
  /** Resolves when the service has stopped, for any reason. */
  readonly done: Promise<void>
}

export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

/** Starts the service; when this resolves, it answers calls. Rejects with a message that says what to do. */
export async function startService(config: Config, role: ProcessRole = 'all'): Promise<RunningService> {
  const clock = systemClock()
  const log = createLog(config.logLevel, clock)
  const stack = new AsyncDisposableStack()
  // In parallel with the start of the database, which takes longer.
  const pagesBuilt = role === 'worker' ? undefined : buildPages(log)
  try {
    const location =
      config.databaseUrl === null
        ? {
            dataDirectory: config.dataDirectory,
            // A worker joins the server that it or the service started.
            role: role === 'worker' ? ('tool' as const) : ('service' as const),
            server: { notice: (text: string) => log.warn({}, text) },
          }
        : { databaseUrl: config.databaseUrl }
    const { databaseConnectionsMax: poolSize, preparedStatements: prepareStatements } = config
    const store = closeLater(stack, await openStore(location, { poolSize, prepareStatements }))
    await migrate(store, migrationsFolder)
    const takesCalls = role !== 'worker'
    const rooms = await openRooms({ config, store, clock, ids: randomIds(), log, takesCalls }, stack)
    // No other process admits calls on the embedded database, so existing holds belong to a dead process.
    // died.
    if (config.databaseUrl === null && role !== 'worker') await rooms.ledger.releaseOrphanedHolds(clock.now())
    await pagesBuilt
    return await openDoors(config, role, rooms, stack)
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function openDoors(
  config: Config,
  role: ProcessRole,
  rooms: Rooms,
  stack: AsyncDisposableStack,
): Promise<RunningService> {
  const { store, log } = rooms
  let stopping: Promise<void> | undefined
  const databaseWrites = createProbe(store)
  const ready = async () => stopping === undefined && (await databaseWrites())
  const ops = createOpsDoor({ metrics: rooms.metrics, ready })
  const opsUrl = await listenForOperator(ops, config, role)
  stack.defer(() => {
    ops.close()
    ops.closeAllConnections()
  })
  const url = role === 'worker' ? '' : await openApi(config, rooms, stack)
  // Only now: the key is shown once, so a start that fails because the port is taken must not show it.
  const demo = config.demoAccount && role !== 'worker' ? await makeDemoAccount(rooms) : null
  // Stops first: running candidates are released immediately, while the last calls are answered.
  stack.adopt(startWork(config, role, rooms), (stopWork) => stopWork())

  const demoAccountExists = await hasDemoAccount(store)

  const done = Promise.withResolvers<void>()
  const stop = () => {
    stopping ??= (async () => {
      log.info({}, 'stopping: finishing the calls in flight')
      await stack.disposeAsync()
      // Not earlier: without a listener, a signal would end the process in the middle of stopping.
      forgetSignals()
      log.info({}, 'stopped')
      done.resolve()
    })()
    return stopping
  }
  const forgetSignals = stopOnSignals(stop, log, rooms.clock)
  // Also in a database shared with others: the key is shown only this once.
  if (role !== 'worker' && (config.databaseUrl === null || demo !== null)) {
    process.stdout.write(announcement({ url, opsUrl, demo, demoAccountExists }))
  }
  log.info({ url, opsUrl, role, node: process.version }, 'listening')
  return { url, opsUrl, stop, done: done.promise }
}

async function openApi(config: Config, rooms: Rooms, stack: AsyncDisposableStack): Promise<string> {
  const api = createApi(config, rooms)
  const url = await api
    .listen({ host: config.host, port: config.port })
    .catch(cannotListen('', config.host, config.port))
  stack.defer(async () => {
    await within(config.shutdownTimeoutMs, api.close())
    // Node no longer times out a stalled request after this, so it would keep the process alive forever.
    api.server.closeAllConnections()
  })
  return url
}

/** Starts the background loops. Returns a function that stops them. */
function startWork(config: Config, role: ProcessRole, rooms: Rooms): () => Promise<void> {
  const loops = [startSweeper(rooms), startBatchKeeper(rooms)]
  if (role !== 'api') loops.push(startBatchRunner({ ...rooms, concurrency: config.batchConcurrency }))
  return async () => {
    await Promise.all(loops.map((loop) => loop.stop()))
  }
}

/** A probe must be answered before its sender times out. */
const probeMs = 2_000

/** Tries one write at a time, however often it is probed while the database doesn't answer. */
function createProbe(store: Database): () => Promise<boolean> {
  let trying: Promise<boolean> | undefined
  return async () => {
    trying ??= canWrite(store).finally(() => {
      trying = undefined
    })
    return (await within(probeMs, trying)) ?? false
  }
}

/** A worker beside a service on the same machine needs no setting: it takes a free port. */
async function listenForOperator(ops: Server, config: Config, role: ProcessRole): Promise<string> {
  const { opsHost, opsPort } = config
  if (role !== 'worker') return listen(ops, opsHost, opsPort)
  return listen(ops, opsHost, opsPort).catch(() => listen(ops, opsHost, 0))
}

async function listen(server: Server, host: string, port: number): Promise<string> {
  const failed = once(server, 'error').then(([error]) => Promise.reject(error))
  server.listen(port, host)
  await Promise.race([once(server, 'listening'), failed]).catch(cannotListen('OPS_', host, port))
  failed.catch(() => {})
  const { address, port: bound, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`
}

/** Names the setting to change; `prefix` is that of its name. */
function cannotListen(prefix: '' | 'OPS_', host: string, port: number) {
  const noSuchHost = `${prefix}HOST is ${host}, which is not an address of this machine; use 127.0.0.1, or 0.0.0.0 for all interfaces`
  const problems: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is in use: stop what listens there, or set ${prefix}PORT to another port (0: any)`,
    EACCES: `port ${port} needs root: set ${prefix}PORT to a port above 1023`,
    EADDRNOTAVAIL: noSuchHost,
    ENOTFOUND: noSuchHost,
    EAI_AGAIN: noSuchHost,
  }
  return (error: NodeJS.ErrnoException): never => {
    throw new Error(problems[error.code ?? ''] ?? error.message, { cause: error })
  }
}

/** Waits for work, but at most this long: hanging work must not delay a probe or the stop of a service. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, milliseconds, undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** npm forwards an interrupt that the terminal has already delivered: two close together count as one. */
const secondSignalAfterMs = 1_000

/**
 * The first signal stops gracefully, a second one immediately. An uncaught error ends the process, because
 * its state is unknown.
 */
function stopOnSignals(stop: () => Promise<void>, log: Log, clock: Clock): () => void {
  let askedAtMs: number | null = null
  const onSignal = () => {
    const nowMs = clock.monotonicMs()
    if (askedAtMs !== null && nowMs - askedAtMs > secondSignalAfterMs) process.exit(130)
    askedAtMs ??= nowMs
    void stop()
  }
  const onCrash = (error: unknown) => {
    log.error(errorFields(error), 'uncaught error: the process ends')
    process.exit(1)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, onSignal)
  process.on('uncaughtException', onCrash)
  process.on('unhandledRejection', onCrash)
  return () => {
    for (const signal of signals) process.off(signal, onSignal)
    process.off('uncaughtException', onCrash)
    process.off('unhandledRejection', onCrash)
  }
}
