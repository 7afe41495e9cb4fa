import { internalError } from '../../contract/index.ts'
import { type Loaded, load } from '../read/load.ts'
import type { DecisionContext } from '../rules/context.ts'
import type { AccountState } from '../rules/state.ts'
import type { AccountWrites } from '../rules/writes.ts'
import {
  answerAll,
  type Decided,
  decide,
  forgetAnswers,
  type RoundDeps,
  rememberAnswers,
  wantedFor,
  wantsNothing,
} from './attempt.ts'
import type { AccountCalls } from './call.ts'
import { write } from './write.ts'

const nothing: Loaded = { accounts: new Map(), requests: new Map(), claims: new Map() }

/**
 * Runs one round without a lock: cached states, the decided commands, and one statement that writes every
 * account still at the expected version. It answers the calls of those and returns the others for the locked
 * path. Throws when the write failed or its outcome is unknown; then no call that depends on the write is
 * answered.
 */
export async function runRound(
  deps: RoundDeps,
  accounts: readonly AccountCalls[],
): Promise<readonly AccountCalls[]> {
  const context = deps.context()
  const decided = await decideFresh(deps, accounts, context)
  const unwritten = decided.filter(({ decision }) => decision.writes === null)
  const written = decided.filter(({ decision }) => decision.writes !== null).sort(byAccount)
  for (const each of unwritten) answerAll(each)
  if (written.length === 0) return []

  for (const each of written) {
    // The cached state must not be used until the write is known to have succeeded.
    deps.cache.forget(each.account.accountId)
    rememberAnswers(each)
  }
  const marks = await write(deps.database, deps.sealer, context.nowMs, writesOf(written))
  const lost: AccountCalls[] = []
  for (const [index, each] of written.entries()) {
    if (marks[index] === true) {
      if (each.decision.writes !== null)
        deps.cache.set(each.decision.writes.next.accountId, each.decision.writes.next)
      answerAll(each)
    } else {
      forgetAnswers(each)
      lost.push(each.account)
    }
  }
  return lost
}

export function writesOf(decided: readonly Decided[]): AccountWrites[] {
  return decided.flatMap(({ decision }) => (decision.writes === null ? [] : [decision.writes]))
}

export function byAccount(a: Decided, b: Decided): number {
  return a.account.accountId < b.account.accountId ? -1 : 1
}

/**
 * Decides on the cached states. If nothing changes for an account, its calls are refused, and a cache alone
 * must not cause a refusal: another process may have granted points since. Such accounts are read and decided
 * again.
 */
async function decideFresh(
  deps: RoundDeps,
  accounts: readonly AccountCalls[],
  context: DecisionContext,
): Promise<Decided[]> {
  const remembered = new Map<string, AccountState>()
  for (const { accountId } of accounts) {
    const state = deps.cache.get(accountId)
    if (state !== undefined) remembered.set(accountId, state)
  }
  const first = await decideFrom(deps, accounts, remembered, context)
  const doubtful = first.filter(
    ({ account, decision }) => decision.writes === null && remembered.has(account.accountId),
  )
  if (doubtful.length === 0) return first
  const certain = first.filter((each) => !doubtful.includes(each))
  const again = doubtful.map(({ account }) => account)
  return [...certain, ...(await decideFrom(deps, again, new Map(), context))]
}

async function decideFrom(
  deps: RoundDeps,
  accounts: readonly AccountCalls[],
  remembered: ReadonlyMap<string, AccountState>,
  context: DecisionContext,
): Promise<Decided[]> {
  const wanted = wantedFor(accounts, remembered, false)
  const loaded = wantsNothing(wanted) ? nothing : await load(deps.database, wanted)
  const decided: Decided[] = []
  for (const account of accounts) {
    const state = loaded.accounts.get(account.accountId) ?? remembered.get(account.accountId)
    if (state === undefined) refuseUnknown(account)
    else decided.push(decide(account, state, loaded, context))
  }
  return decided
}

export function refuseUnknown(account: AccountCalls): void {
  for (const call of account.calls) {
    call.fail(
      internalError('internal', { internal: `account ${account.accountId} has no row in the ledger` }),
    )
  }
}
