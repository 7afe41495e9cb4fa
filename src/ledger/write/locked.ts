import { setTimeout as sleep } from 'node:timers/promises'
import { internalError } from '../../contract/index.ts'
import { assert } from '../../kit/index.ts'
import { isTimeout, StoreError, type Tx } from '../../store/index.ts'
import { load, lockAccounts, lockFreeAccounts } from '../read/load.ts'
import { answerAll, type Decided, decide, type RoundDeps, rememberAnswers, wantedFor } from './attempt.ts'
import type { AccountCalls, Call } from './call.ts'
import { byAccount, refuseUnknown, writesOf } from './round.ts'
import { write } from './write.ts'

const attemptsMax = 20
const firstPauseMs = 25
const longestPauseMs = 1_000
/** A normal write locks an account for milliseconds; a host that lost power, until its session ends. */
const lockTimeoutMs = 1_000
/**
 * An account that is known to be locked is retried repeatedly, with a short lock wait so that connections
 * stay free.
 */
const lookTimeoutMs = 10

/**
 * Locks, reads, decides and writes accounts in one transaction. Used when another process wrote first, and
 * after any failure. Requests that an earlier attempt may have written are looked up and answered with what
 * they became. If the database refuses a row, calls are tried one by one, so only the faulty one fails. If
 * the database is unreachable, the transaction is retried while the calls may wait. Never throws: it answers
 * every call, except those of the accounts it returns, which another session has locked.
 */
export async function runLocked(
  deps: RoundDeps,
  accounts: readonly AccountCalls[],
): Promise<readonly AccountCalls[]> {
  return await run(deps, accounts, 'hand_back')
}

/** The same for an account that runLocked returned, retried until the deadline of its calls. */
export async function waitForLock(deps: RoundDeps, account: AccountCalls): Promise<void> {
  await run(deps, [account], 'try_again')
}

type WhereLocked = 'hand_back' | 'try_again'

async function run(
  deps: RoundDeps,
  accounts: readonly AccountCalls[],
  whereLocked: WhereLocked,
): Promise<readonly AccountCalls[]> {
  const bounds = { lockTimeoutMs: whereLocked === 'hand_back' ? lockTimeoutMs : lookTimeoutMs }
  let left = withOpenCalls(accounts)
  let skipLocked = false
  for (let attempt = 1; left.length > 0; attempt += 1) {
    try {
      const { decided, locked } = await deps.database.transaction(
        (tx) => decideLocked(deps, tx, left, skipLocked),
        bounds,
      )
      for (const each of decided) {
        if (each.decision.writes !== null)
          deps.cache.set(each.decision.writes.next.accountId, each.decision.writes.next)
        answerAll(each)
      }
      return locked
    } catch (error) {
      for (const { accountId } of left) deps.cache.forget(accountId)
      if (isRefusal(error)) return await oneByOne(deps, left, error, whereLocked)
      skipLocked = whereLocked === 'hand_back' && isTimeout(error)
      if (attempt === attemptsMax) failAll(left, error)
      else failLate(deps, left, error)
      left = withOpenCalls(left)
      if (left.length > 0) await sleep(Math.min(longestPauseMs, firstPauseMs * 4 ** (attempt - 1)))
    }
  }
  return []
}

interface DecidedLocked {
  readonly decided: readonly Decided[]
  /** Accounts locked by another session; nothing was done with them. */
  readonly locked: readonly AccountCalls[]
}

/** Decides and writes under lock. The result is durable only after the transaction has committed. */
async function decideLocked(
  deps: RoundDeps,
  tx: Tx,
  asked: readonly AccountCalls[],
  skipLocked: boolean,
): Promise<DecidedLocked> {
  const accountIds = asked.map(({ accountId }) => accountId)
  const free = skipLocked ? await lockFreeAccounts(tx, accountIds) : null
  if (free === null) await lockAccounts(tx, accountIds)
  const isFree = ({ accountId }: AccountCalls) => free === null || free.has(accountId)
  const accounts = asked.filter(isFree)
  const loaded = await load(tx, wantedFor(accounts, new Map(), true))
  const context = deps.context()
  const decided: Decided[] = []
  for (const account of accounts) {
    const state = loaded.accounts.get(account.accountId)
    if (state === undefined) refuseUnknown(account)
    else decided.push(decide(account, state, loaded, context))
  }
  await writeLocked(deps, tx, context.nowMs, decided)
  for (const each of decided) rememberAnswers(each)
  return { decided, locked: asked.filter((account) => !isFree(account)) }
}

export async function writeLocked(
  deps: RoundDeps,
  tx: Tx,
  nowMs: number,
  decided: readonly Decided[],
): Promise<void> {
  const writes = writesOf([...decided].sort(byAccount))
  if (writes.length === 0) return
  const marks = await write(tx, deps.sealer, nowMs, writes)
  assert(
    marks.every((mark) => mark),
    'a locked account was changed by somebody else',
  )
}

/** Whether the database rejected the rows (a constraint, a value), so that a retry would fail again. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof StoreError)) return true
  return /^(22|23|42|LG|P0)/.test(error.sqlState ?? '')
}

async function oneByOne(
  deps: RoundDeps,
  accounts: readonly AccountCalls[],
  error: unknown,
  whereLocked: WhereLocked,
): Promise<readonly AccountCalls[]> {
  const [first, ...others] = accounts
  if (first === undefined) return []
  if (others.length > 0) {
    const locked: AccountCalls[] = []
    for (const account of accounts) locked.push(...(await run(deps, [account], whereLocked)))
    return locked
  }
  if (first.calls.length === 1) failAll(accounts, error)
  else {
    for (const call of first.calls) {
      const locked = await run(deps, [{ ...first, calls: [call] }], whereLocked)
      if (locked.length > 0) return withOpenCalls([first])
    }
  }
  return []
}

function withOpenCalls(accounts: readonly AccountCalls[]): AccountCalls[] {
  return accounts
    .map(({ accountId, calls }) => ({ accountId, calls: calls.filter((call) => call.isOpen()) }))
    .filter(({ calls }) => calls.length > 0)
}

function failLate(deps: RoundDeps, accounts: readonly AccountCalls[], error: unknown): void {
  const nowMs = deps.clock.monotonicMs()
  for (const { calls } of accounts) {
    for (const call of calls) if (call.deadlineMs <= nowMs) fail(call, error)
  }
}

function failAll(accounts: readonly AccountCalls[], error: unknown): void {
  for (const { calls } of accounts) for (const call of calls) fail(call, error)
}

function fail(call: Call, cause: unknown): void {
  const internal = `the ledger could not be written: ${call.command.kind} on account ${call.accountId}`
  call.fail(internalError('internal', { internal, cause }))
}
