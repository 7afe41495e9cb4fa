import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Client, connectionIsBroken, driving, queryableOver, sendOver } from './client.ts'
import { connectionFailure, errorCode, readConnectionUrl } from './connection-url.ts'
import { StoreError } from './errors.ts'
import type { Queryable, TransactionOptions } from './queryable.ts'
import { type ClientSource, runTransaction, type Tx } from './transaction.ts'
import { columnTypes } from './types.ts'

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
  /** The maximum number of connections; default 10. */
  readonly poolSize?: number
  /** False sends named statements without their name: for PgBouncer before 1.21. Default true. */
  readonly prepareStatements?: boolean
  /** The longest wait for a free connection; default 10 s. */
  readonly acquireTimeoutMs?: number
}

/**
 * Connects and checks that a supported PostgreSQL answers. `url` is `postgres://user@host/database`, or for a
 * Unix socket `postgres://user@/database?host=/folder`. Throws a StoreError that says what to do.
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const address = readConnectionUrl(url)
  const pool = new pg.Pool({
    ...address,
    max: options.poolSize ?? poolSizeDefault,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? acquireTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: columnTypes,
  })
  // The pool replaces a connection that dies while idle; without a listener the process would end.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const database = databaseOver(pool, url, options.prepareStatements ?? true)
  try {
    await refuseOldServer(pool)
    return database
  } catch (error) {
    await database.close()
    throw connectionFailure(error, address)
  }
}

function databaseOver(pool: pg.Pool, url: string, prepare: boolean): Database {
  const source = clientSource(pool, prepare)
  const lone = queryableOver(async (query, doing) => {
    const client = await source.acquire()
    let broken = false
    try {
      return await driving(doing, () => sendOver(client, loneStatementMs, prepare)(query))
    } catch (error) {
      broken = connectionIsBroken(error)
      throw error
    } finally {
      source.release(client, broken)
    }
  })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= Promise.race([pool.end(), sleep(closeTimeoutMs, undefined, { ref: false })])
    return closing
  }
  return { ...lone, url, transaction: (work, options) => runTransaction(source, work, options), close }
}

function clientSource(pool: pg.Pool, prepare: boolean): ClientSource {
  return {
    prepare,
    async acquire(): Promise<Client> {
      try {
        return await pool.connect()
      } catch (error) {
        const reason = error instanceof Error ? error.message || errorCode(error) : 'unknown failure'
        throw new StoreError(`no connection to the database: ${reason} (${pool.waitingCount} others wait)`)
      }
    },
    release: (client, broken) => client.release(broken),
  }
}

async function refuseOldServer(pool: pg.Pool): Promise<void> {
  const answer = await pool.query<{ server_version_num: string }>('show server_version_num')
  const major = Math.floor(Number(answer.rows[0]?.server_version_num) / 10_000)
  if (major >= oldestServerMajor) return
  throw new StoreError(
    `the server is PostgreSQL ${major}; ${oldestServerMajor} to 18 are supported: upgrade it`,
  )
}
