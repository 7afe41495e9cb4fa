import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, driving, type Fate, fateAfter, queryableOver, sendOver } from './client.ts'
import { connectionFailure, errorCode, readConnectionUrl } from './connection-url.ts'
import { StoreError } from './errors.ts'
import type { Queryable, TransactionOptions } from './queryable.ts'
import { Servers } from './servers.ts'
import { type ClientSource, runTransaction, type Tx } from './transaction.ts'

export const oldestServerMajor = 14
const poolSizeDefault = 10
/** The time limit of a statement outside a transaction, after which its connection is closed. */
const loneStatementMs = 30_000
const acquireTimeoutMs = 10_000
const closeTimeoutMs = 10_000

/** A pool of connections to one PostgreSQL database. Statements run alone, or in a transaction. */
export interface Database extends Queryable {
  /** Runs `work` in a transaction: committed when it returns, rolled back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** The URL it was opened with. It may contain a password: do not log it. */
  readonly url: string
  /** Waits up to 10 s for running statements, then closes in any case. It may be called twice. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** The maximum number of connections to one server; default 10. */
  readonly poolSize?: number
  /** False sends named statements without their name: for PgBouncer before 1.21. Default true. */
  readonly prepareStatements?: boolean
  /** The longest wait for a free connection; default 10 s. */
  readonly acquireTimeoutMs?: number
}

/**
 * Connects and checks that a supported PostgreSQL answers. `url` is `postgres://user@host/database`, or for a
 * Unix socket `postgres://user@/database?host=/folder`; of several hosts, the one that takes writes is used.
 * Throws a StoreError that says what to do.
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const address = readConnectionUrl(url)
  const servers = new Servers(address, {
    poolSize: options.poolSize ?? poolSizeDefault,
    acquireTimeoutMs: options.acquireTimeoutMs ?? acquireTimeoutMs,
  })
  const database = databaseOver(servers, url, options.prepareStatements ?? true)
  try {
    await refuseOldServer(servers)
    return database
  } catch (error) {
    await database.close()
    throw connectionFailure(error, address)
  }
}

function databaseOver(servers: Servers, url: string, prepare: boolean): Database {
  const source = clientSource(servers, prepare)
  const lone = queryableOver(async (query, doing) => {
    const client = await source.acquire()
    let fate: Fate = 'keep'
    try {
      return await driving(doing, () => sendOver(client, loneStatementMs, prepare)(query))
    } catch (error) {
      fate = fateAfter(error)
      throw error
    } finally {
      source.release(client, fate)
    }
  })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= Promise.race([servers.end(), sleep(closeTimeoutMs, undefined, { ref: false })])
    return closing
  }
  return { ...lone, url, transaction: (work, options) => runTransaction(source, work, options), close }
}

function clientSource(servers: Servers, prepare: boolean): ClientSource {
  return {
    prepare,
    async acquire(): Promise<Client> {
      try {
        return await servers.connect()
      } catch (error) {
        const reason = error instanceof Error ? error.message || errorCode(error) : 'unknown failure'
        throw new StoreError(`no connection to the database: ${reason} (${servers.waitingCount} others wait)`)
      }
    },
    release: (client, fate) => servers.release(client, fate),
  }
}

async function refuseOldServer(servers: Servers): Promise<void> {
  const client = await servers.connect()
  try {
    const answer = await client.query<{ server_version_num: string }>('show server_version_num')
    const major = Math.floor(Number(answer.rows[0]?.server_version_num) / 10_000)
    if (major >= oldestServerMajor) return
    throw new StoreError(
      `the server is PostgreSQL ${major}; ${oldestServerMajor} to 18 are supported: upgrade it`,
    )
  } finally {
    servers.release(client, 'keep')
  }
}
