import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '../kit/index.ts'
import { type Client, driving, type Fate, fateAfter, queryableOver, sendOver } from './client.ts'
import { type Copying, copyingOver } from './copy.ts'
import { isRetryable, StoreError } from './errors.ts'
import type { Queryable, TransactionOptions } from './queryable.ts'

const statementTimeoutMs = 10_000
const lockTimeoutMs = 5_000
const idleTimeoutMs = 15_000
/** The server cancels first; this limit is for a server that no longer responds. */
const silenceMs = 5_000
const attemptsMost = 10

declare const handedOutByATransaction: unique symbol

/**
 * An open transaction. Only `Database.transaction` makes one, so a function that takes `tx: Tx` cannot be
 * called with the pool. It refuses to work once its transaction has ended. One statement at a time.
 */
export interface Tx extends Queryable, Copying {
  readonly [handedOutByATransaction]: true
}

/** Where a transaction gets its connection, and returns it (or closes it). */
export interface ClientSource {
  readonly prepare: boolean
  acquire(): Promise<Client>
  release(client: Client, fate: Fate): void
}

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws. Retried only on
 * deadlock or serialization failure, up to `attemptsMax` attempts.
 */
export async function runTransaction<T>(
  source: ClientSource,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const attemptsMax = options.attemptsMax ?? 1
  assert(attemptsMax >= 1 && attemptsMax <= attemptsMost, `attemptsMax is 1 to ${attemptsMost}`)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(source, work, options)
    } catch (error) {
      if (attempt >= attemptsMax || !isRetryable(error)) throw error
      await sleep(5 * 2 ** attempt)
    }
  }
}

async function attemptOnce<T>(
  source: ClientSource,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const client = await source.acquire()
  const timeoutMs = (options.statementTimeoutMs ?? statementTimeoutMs) + silenceMs
  const { tx, end, failure } = openTx(client, timeoutMs, source.prepare)
  let fate: Fate = 'close'
  try {
    await driving('begin', () => sendOver(client, timeoutMs, false)({ text: beginStatement(options) }))
    const result = await work(tx)
    end()
    await commit(client)
    fate = 'keep'
    return result
  } catch (error) {
    end()
    fate = fateAfter(failure() ?? error)
    if (fate === 'keep' && !(await rolledBack(client))) fate = 'close'
    throw error
  } finally {
    source.release(client, fate)
  }
}

function openTx(client: Client, timeoutMs: number, prepare: boolean) {
  const send = sendOver(client, timeoutMs, prepare)
  let ended = false
  let lastFailure: unknown
  const check = (doing: string) => {
    assert(!ended, `${doing}: its transaction has ended; a statement was not awaited or its tx was kept`)
  }
  const failed = (error: unknown) => {
    lastFailure = error
  }
  const queryable = queryableOver(async (query, doing) => {
    check(doing)
    try {
      return await driving(doing, () => send(query))
    } catch (error) {
      failed(error)
      throw error
    }
  })
  const end = () => {
    ended = true
  }
  const tx = { ...queryable, ...copyingOver(client, () => check('copy'), failed) }
  return { tx: tx as Tx, end, failure: () => lastFailure }
}

/** PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, without an error. */
async function commit(client: Client): Promise<void> {
  let command: string
  try {
    command = (await sendOver(client, statementTimeoutMs + silenceMs, false)({ text: 'commit' })).command
  } catch (error) {
    const known = error instanceof Error && 'severity' in error && error.severity === 'ERROR'
    if (known) return await driving('commit', () => Promise.reject(error))
    throw new StoreError('commit: the connection was lost before the answer came', { commitUnknown: true })
  }
  if (command !== 'COMMIT') {
    throw new StoreError('commit: a statement had failed and its error was swallowed; all was rolled back', {
      sqlState: '25P02',
    })
  }
}

async function rolledBack(client: Client): Promise<boolean> {
  try {
    await sendOver(client, silenceMs, false)({ text: 'rollback' })
    return true
  } catch {
    return false
  }
}

/**
 * One round trip: BEGIN and the limits of this transaction. SET LOCAL leaves nothing on the connection, so a
 * pooler in transaction mode may sit between us and the server.
 */
function beginStatement(options: TransactionOptions): string {
  const begin = `begin isolation level ${options.isolation ?? 'read committed'}${options.readOnly ? ' read only' : ''}`
  const settings = {
    statement_timeout: String(options.statementTimeoutMs ?? statementTimeoutMs),
    lock_timeout: String(options.lockTimeoutMs ?? lockTimeoutMs),
    idle_in_transaction_session_timeout: String(options.idleTimeoutMs ?? idleTimeoutMs),
    ...options.settings,
  }
  return [begin, ...Object.entries(settings).map(setLocal)].join('; ')
}

function setLocal([setting, value]: [string, string]): string {
  assert(/^[a-z_][a-z0-9_.]*$/.test(setting), `not the name of a setting: ${setting}`)
  assert(/^[A-Za-z0-9_ ,.-]*$/.test(value), `not a value for the setting ${setting}`)
  return `set local ${setting} = '${value}'`
}
