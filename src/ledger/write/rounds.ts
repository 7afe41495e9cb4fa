import { setTimeout as sleep } from 'node:timers/promises'
import { internalError } from '../../contract/index.ts'
import { isTimeout, type Queryable, StoreError } from '../../store/index.ts'
import type { LedgerContext } from '../read/ledger-context.ts'
import { unknownAccount } from '../read/states.ts'
import { type AccountCalls, type Call, openCalls, rememberAnswer } from './call.ts'
import type { CoalescerOptions } from './coalescer.ts'
import { decideNow } from './decide-now.ts'
import { lockAccounts } from './lock-accounts.ts'
import { isConflict, writeRows } from './rows.ts'

const attemptsMax = 20
const firstPauseMs = 25
const longestPauseMs = 1_000
/** A normal write locks an account for milliseconds; a host that lost power, until its session ends. */
const lockTimeoutMs = 1_000
/** After a conflict with another process, rounds lock their accounts before they read them for this long. */
const lockFirstMs = 250

interface Attempt {
  /** Lock the accounts before they are read. */
  locking: boolean
  /** Leave out the accounts that another session has locked, instead of waiting for them. */
  skipLocked: boolean
  /** Whether to retry accounts that another session has locked, or to return them. */
  readonly whenLocked: 'retry' | 'return'
}

/**
 * Runs rounds: read the accounts, decide their commands, write all rows in one statement, answer the calls.
 * If another process wrote an account in between, or anything failed, the round is repeated with the accounts
 * locked first. Requests that a failed write may have written are read too, and get the answer of what they
 * became. A round never throws: it answers every call, except those of the accounts it returns, which another
 * session has locked; they are left to `wait`.
 */
export function createRounds(context: LedgerContext): Pick<CoalescerOptions, 'run' | 'wait'> {
  let lockFirstUntilMs = 0
  const onConflict = () => {
    lockFirstUntilMs = context.clock.monotonicMs() + lockFirstMs
  }
  return {
    run(accounts) {
      const locking = context.clock.monotonicMs() < lockFirstUntilMs
      return run(context, accounts, { locking, skipLocked: false, whenLocked: 'return' }, onConflict)
    },
    async wait(account) {
      await run(context, [account], { locking: true, skipLocked: true, whenLocked: 'retry' })
    },
  }
}

async function run(
  context: LedgerContext,
  accounts: readonly AccountCalls[],
  attempt: Attempt,
  onConflict = () => {},
): Promise<readonly AccountCalls[]> {
  let left: readonly AccountCalls[] = openCalls(accounts)
  for (let count = 1; left.length > 0; count += 1) {
    let failure: unknown
    try {
      const locked = await runOnce(context, left, attempt)
      if (locked.length === 0 || attempt.whenLocked === 'return') return locked
      failure = new Error('another session has locked the account')
      left = locked
    } catch (error) {
      if (isConflict(error)) {
        onConflict()
        // Nothing was written, so the answers are void.
        for (const call of left.flatMap(({ calls }) => calls)) call.lastAnswer = null
      } else if (attempt.locking && isRefusal(error))
        return await runSeparately(context, left, attempt, error)
      failure = error
    }
    attempt.skipLocked ||= isTimeout(failure)
    if (attempt.locking) await failLate(context, left, failure, count)
    attempt.locking = true
    left = openCalls(left)
  }
  return []
}

/** Runs the round once and answers its calls. Returns the accounts that another session has locked. */
async function runOnce(
  context: LedgerContext,
  accounts: readonly AccountCalls[],
  { locking, skipLocked }: Attempt,
): Promise<readonly AccountCalls[]> {
  if (!locking) {
    answerAll(await decideAndWrite(context, context.database, accounts))
    return []
  }
  const ids = accounts.map(({ accountId }) => accountId)
  const done = await context.database.transaction(
    async (tx) => {
      const free = skipLocked ? await lockAccounts(tx, ids, { skipLocked }) : await lockAccounts(tx, ids)
      const ours = skipLocked ? accounts.filter(({ accountId }) => free.has(accountId)) : accounts
      return { ours, decided: await decideAndWrite(context, tx, ours) }
    },
    { lockTimeoutMs },
  )
  answerAll(done.decided)
  return accounts.filter((account) => !done.ours.includes(account))
}

async function decideAndWrite(
  context: LedgerContext,
  queryable: Queryable,
  accounts: readonly AccountCalls[],
): Promise<readonly AccountCalls[]> {
  if (accounts.length === 0) return []
  const asked = accounts.map(({ accountId, calls }) => {
    return { accountId, commands: calls.map(({ command }) => command) }
  })
  const { decisions, nowMs } = await decideNow(context, queryable, asked)
  const known = accounts.filter(({ accountId }) => decisions.has(accountId))
  for (const { accountId, calls } of accounts) {
    const answers = decisions.get(accountId)?.answers
    // Kept before the write: the connection may break although the write succeeds.
    for (const [index, call] of calls.entries()) {
      if (answers === undefined) call.fail(unknownAccount(accountId))
      else rememberAnswer(call, answers[index])
    }
  }
  const writes = [...decisions.values()].flatMap((decision) => decision.writes ?? [])
  await writeRows(queryable, context.sealer, nowMs, writes)
  return known
}

/** Call it only when the writes are durable, or when nothing had to be written. */
function answerAll(accounts: readonly AccountCalls[]): void {
  for (const { calls } of accounts) {
    for (const call of calls) if (call.lastAnswer !== null) call.answer(call.lastAnswer)
  }
}

/** Whether the database rejected the rows (a constraint, a value), so that a retry would fail again. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof StoreError)) return true
  return /^(22|23|42|LG|P0)/.test(error.sqlState ?? '')
}

/** Runs the accounts of a refused round separately, then the calls of one: only the faulty call fails. */
async function runSeparately(
  context: LedgerContext,
  accounts: readonly AccountCalls[],
  attempt: Attempt,
  error: unknown,
): Promise<readonly AccountCalls[]> {
  const [first] = accounts
  const parts =
    accounts.length > 1 ? accounts : (first?.calls ?? []).map((call) => ({ ...call, calls: [call] }))
  if (parts.length <= 1) {
    fail(parts, error)
    return []
  }
  const locked = new Set<string>()
  for (const part of parts) {
    if (locked.has(part.accountId)) continue
    for (const { accountId } of await run(context, [part], { ...attempt })) locked.add(accountId)
  }
  return openCalls(accounts.filter(({ accountId }) => locked.has(accountId)))
}

/** Fails the calls that have waited long enough, and all of them after the last attempt; else pauses. */
async function failLate(
  { clock }: LedgerContext,
  accounts: readonly AccountCalls[],
  cause: unknown,
  count: number,
): Promise<void> {
  const nowMs = clock.monotonicMs()
  fail(accounts, cause, (call) => count === attemptsMax || call.deadlineMs <= nowMs)
  if (openCalls(accounts).length === 0) return
  await sleep(Math.min(longestPauseMs, firstPauseMs * 4 ** (count - 1)))
}

function fail(accounts: readonly AccountCalls[], cause: unknown, which = (_: Call) => true): void {
  for (const call of accounts.flatMap(({ calls }) => calls).filter(which)) {
    const internal = `the ledger could not be written: ${call.command.kind} on account ${call.accountId}`
    call.fail(internalError('internal', { internal, cause }))
  }
}
