import type pg from 'pg'
import { assert } from '../kit/index.ts'
import { StoreError, toStoreError } from './errors.ts'
import type { Queryable } from './queryable.ts'
import { Sql, type Statement } from './sql.ts'

/** The part of the driver's client that this folder uses. */
export type Client = pg.PoolClient

/** What to do with a returned connection. */
export type Fate = 'keep' | 'close' | 'close all'

/** How to send a statement: over a client and with a time limit, after which the connection is closed. */
export type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult>

/** A Queryable over anything that can send one query. Shared by the pool and by transactions. */
export function queryableOver(
  send: (query: pg.QueryConfig, doing: string) => Promise<pg.QueryResult>,
): Queryable {
  const ask = (statement: Statement) => send(toQuery(statement), describe(statement))
  return {
    async many<Row>(statement: Statement): Promise<Row[]> {
      return (await ask(statement)).rows as Row[]
    },
    async maybe<Row>(statement: Statement): Promise<Row | undefined> {
      const { rows } = await ask(statement)
      assert(rows.length <= 1, `${describe(statement)}: at most one row was expected, ${rows.length} came`)
      return rows[0] as Row | undefined
    },
    async one<Row>(statement: Statement): Promise<Row> {
      const { rows } = await ask(statement)
      assert(rows.length === 1, `${describe(statement)}: one row was expected, ${rows.length} came`)
      return rows[0] as Row
    },
    async run(statement: Statement): Promise<number> {
      return (await ask(statement)).rowCount ?? 0
    },
  }
}

/** Sends over one client; without `prepare`, names are omitted, so nothing stays on the connection. */
export function sendOver(client: Client, timeoutMs: number, prepare: boolean): Send {
  return ({ name, ...query }) => {
    const bounded = { ...query, query_timeout: timeoutMs } as pg.QueryConfig
    return client.query(prepare && name !== undefined ? { ...bounded, name } : bounded)
  }
}

/** The server has become a standby or read-only; this connection leads to it. */
const readOnlyTransaction = '25006'

/** Whether the connection can be used after this error: it may be broken, or its answer still pending. */
export function fateAfter(error: unknown): Fate {
  if (!(error instanceof StoreError)) return 'keep'
  const state = error.sqlState
  if (state === readOnlyTransaction) return 'close all'
  return state === undefined || state.startsWith('08') || state.startsWith('57P') ? 'close' : 'keep'
}

/** Calls the driver, and adds the current action to its errors. */
export async function driving<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStoreError(error, doing)
  }
}

function toQuery(statement: Statement): pg.QueryConfig {
  const { sql, name } = statement instanceof Sql ? { sql: statement, name: undefined } : statement
  const values = sql.values
  assert(
    !values.includes(undefined),
    'a statement was given undefined as a value: say null where null is meant',
  )
  return name === undefined ? { text: sql.text, values } : { name, text: sql.text, values }
}

/** The statement's name or its first words, which are ours and contain no value. */
function describe(statement: Statement): string {
  if (!(statement instanceof Sql)) return `statement ${statement.name}`
  return `"${(statement.strings[0] ?? '').trim().replace(/\s+/g, ' ').slice(0, 60)}"`
}
