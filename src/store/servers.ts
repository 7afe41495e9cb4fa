import pg from 'pg'
import type { Client, Fate } from './client.ts'
import { type Address, reasonOf, type ServerAddress } from './connection-url.ts'
import { StoreError } from './errors.ts'
import { columnTypes } from './types.ts'

export interface ServersOptions {
  /** The maximum number of connections to one server. */
  readonly poolSize: number
  /** The longest wait for a connection, over all servers. */
  readonly acquireTimeoutMs: number
}

interface Server {
  readonly address: ServerAddress
  readonly pool: pg.Pool
}

/**
 * The connections to the servers of one address, one of which accepts writes. The driver knows one host, so
 * there is a pool for each server. The server that worked last is tried first. All waits are bounded: each
 * server gets its share of `acquireTimeoutMs` and is tried once.
 */
export class Servers {
  readonly #address: Address
  readonly #servers: readonly Server[]
  /** The index of the server that worked last. */
  #current = 0
  /** A connection of an earlier generation leads to a server that has become read-only. */
  #generation = 0
  readonly #generations = new WeakMap<object, number>()

  constructor(address: Address, options: ServersOptions) {
    this.#address = address
    this.#servers = address.servers.map((each) => ({ address: each, pool: this.#openPool(each, options) }))
  }

  #openPool({ connectionString }: ServerAddress, { poolSize, acquireTimeoutMs }: ServersOptions): pg.Pool {
    const pool = new pg.Pool({
      connectionString,
      max: poolSize,
      connectionTimeoutMillis: Math.ceil(acquireTimeoutMs / this.#address.servers.length),
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      types: columnTypes,
      ...(this.#address.refuseReadOnly ? { onConnect: refuseReadOnly } : {}),
    })
    // The pool replaces a connection that dies while idle; without a listener the process would end.
    pool.on('error', () => {})
    pool.on('connect', (client) => {
      client.on('error', () => {})
      this.#generations.set(client, this.#generation)
    })
    return pool
  }

  /** The number of callers that wait for a connection. */
  get waitingCount(): number {
    return this.#servers.reduce((sum, { pool }) => sum + pool.waitingCount, 0)
  }

  /** A connection to the first usable server. If there is none, throws the error of each of them. */
  async connect(): Promise<Client> {
    const first = this.#current
    const failures: unknown[] = []
    for (let offset = 0; offset < this.#servers.length; offset++) {
      const index = (first + offset) % this.#servers.length
      try {
        const client = await this.#connectTo(index)
        this.#current = index
        return client
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length === 1 && !(failures[0] instanceof StoreError)) throw failures[0]
    const reasons = failures.map((error, offset) => {
      const server = this.#servers[(first + offset) % this.#servers.length]
      return `${server?.address.shown}: ${reasonOf(error)}`
    })
    throw new StoreError(`no server of the database takes writes: ${reasons.join('; ')}`)
  }

  /**
   * Terminates because each iteration but the last closes a connection, and new ones are of this
   * generation.
   */
  async #connectTo(index: number): Promise<Client> {
    const server = this.#servers[index]
    if (server === undefined) throw new StoreError('the address names no server')
    for (;;) {
      const client = await server.pool.connect()
      if (this.#generations.get(client) === this.#generation) return client
      client.release(true)
    }
  }

  release(client: Client, fate: Fate): void {
    const isCurrent = this.#generations.get(client) === this.#generation
    if (fate === 'close all' && isCurrent) this.#generation += 1
    client.release(fate !== 'keep')
  }

  /** Waits for running statements. */
  async end(): Promise<void> {
    await Promise.all(this.#servers.map(({ pool }) => pool.end()))
  }
}

/** True on a standby, and where the database or the role is read-only. */
async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ readOnly: string }>(
    `select current_setting('transaction_read_only') as "readOnly"`,
  )
  if (rows[0]?.readOnly === 'off') return
  throw new StoreError('it is a standby, or read-only', { sqlState: '25006' })
}
