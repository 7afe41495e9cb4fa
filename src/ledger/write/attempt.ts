import type { Clock, RecentMap, Sealer } from '../../kit/index.ts'
import type { Database } from '../../store/index.ts'
import type { Loaded, Wanted } from '../read/load.ts'
import type { Answer, Command } from '../rules/command.ts'
import type { DecisionContext } from '../rules/context.ts'
import { type Decision, decideAll } from '../rules/decide.ts'
import type { AccountState, RequestState } from '../rules/state.ts'
import type { AccountCalls } from './call.ts'

export interface RoundDeps {
  readonly database: Database
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly sealer: Sealer
  /** The context of a decision that is made now. */
  readonly context: () => DecisionContext
  /**
   * The states that this process wrote last. They may be stale; correctness does not depend on them, because
   * every write compares the version.
   */
  readonly cache: RecentMap<AccountState>
}

export interface Decided {
  readonly account: AccountCalls
  readonly decision: Decision
}

/**
 * Returns what to read before the commands can be decided: unknown accounts, requests that the commands name
 * and the state lacks, and the claims of their keys. `thorough` also reads the requests to be admitted: an
 * earlier attempt may have written them.
 */
export function wantedFor(
  accounts: readonly AccountCalls[],
  known: ReadonlyMap<string, AccountState>,
  thorough: boolean,
): Wanted {
  const wanted = {
    accounts: [] as string[],
    requests: [] as { accountId: string; requestId: string }[],
    claims: [] as Wanted['claims'][number][],
  }
  for (const { accountId, calls } of accounts) {
    const state = known.get(accountId)
    if (state === undefined) wanted.accounts.push(accountId)
    for (const { command } of calls) {
      if (!('requestId' in command)) continue
      const { requestId } = command
      const lookUp = command.kind === 'admit' ? thorough : state?.requests.get(requestId) === undefined
      if (lookUp) wanted.requests.push({ accountId, requestId })
      if (command.kind === 'admit' && command.claim !== null) {
        wanted.claims.push({ accountId, operation: command.operation, keyHash: command.claim.keyHash })
      }
    }
  }
  return wanted
}

export function wantsNothing(wanted: Wanted): boolean {
  return wanted.accounts.length + wanted.requests.length + wanted.claims.length === 0
}

/** The state, extended by the requests that were read. */
export function withRequests(
  state: AccountState,
  requests: readonly RequestState[] | undefined,
): AccountState {
  if (requests === undefined) return state
  const all = new Map(state.requests)
  for (const request of requests) if (!all.has(request.requestId)) all.set(request.requestId, request)
  return { ...state, requests: all }
}

export function decide(
  account: AccountCalls,
  state: AccountState,
  loaded: Loaded,
  context: DecisionContext,
): Decided {
  const whole = withRequests(state, loaded.requests.get(account.accountId))
  const commands: Command[] = account.calls.map((call) => call.command)
  const claims = loaded.claims.get(account.accountId) ?? []
  return { account, decision: decideAll(whole, claims, commands, context) }
}

/** Sends the answers. Call it only when their writes are durable, or when nothing had to be written. */
export function answerAll(decided: Decided): void {
  decided.account.calls.forEach((call, index) => {
    const answer = decided.decision.answers[index]
    if (answer !== undefined) call.answer(unlessAnsweredBefore(call.lastAnswer, answer))
  })
}

/** Stores the answers before a write: the connection may break although the write succeeds. */
export function rememberAnswers(decided: Decided): void {
  decided.account.calls.forEach((call, index) => {
    const answer = decided.decision.answers[index]
    if (answer !== undefined) call.lastAnswer = unlessAnsweredBefore(call.lastAnswer, answer)
  })
}

/** Clears the stored answers of an attempt that is known to have written nothing. */
export function forgetAnswers(decided: Decided): void {
  for (const call of decided.account.calls) call.lastAnswer = null
}

/**
 * If an earlier attempt was written after all, returns its answer, which is also the one in the stored reply.
 */
function unlessAnsweredBefore(last: Answer | null, answer: Answer): Answer {
  if (answer.kind !== 'captured' || !answer.again || last?.kind !== 'captured') return answer
  return last.billing.billedPointCents === answer.billing.billedPointCents ? last : answer
}
