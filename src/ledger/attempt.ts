import type { Terms } from '../contract/index.ts'
import type { Clock, Ids, RecentMap, Sealer } from '../kit/index.ts'
import type { Database } from '../store/index.ts'
import type { AccountCalls } from './call.ts'
import type { Answer, Command } from './command.ts'
import { type Decision, decideAll } from './decide.ts'
import type { Circumstances } from './draft.ts'
import type { Loaded, Wanted } from './load.ts'
import type { Calendar } from './quota.ts'
import type { AccountState, RequestState } from './state.ts'

/** What rounds work with. */
export interface RoundDeps {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly terms: Terms
  readonly sealer: Sealer
  readonly calendar: Calendar
  /**
   * The states this process wrote last. They may be stale: every write compares the version, so nothing rests
   * on it.
   */
  readonly cache: RecentMap<AccountState>
}

/** An account with its commands decided. */
export interface Decided {
  readonly account: AccountCalls
  readonly decision: Decision
}

export function circumstancesNow(deps: RoundDeps): Circumstances {
  const nowMs = deps.clock.now().getTime()
  return { nowMs, period: deps.calendar.at(nowMs), terms: deps.terms, newId: () => deps.ids.uuid() }
}

/**
 * What must be read before the commands can be decided: the accounts that are not known, the requests that
 * the commands name and the state does not, and the claims of their keys. `thorough`: also the requests
 * that are to be admitted, which exist already if an earlier attempt was written after all.
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

/** The state with the requests that were looked up. */
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
  circumstances: Circumstances,
): Decided {
  const whole = withRequests(state, loaded.requests.get(account.accountId))
  const commands: Command[] = account.calls.map((call) => call.command)
  const claims = loaded.claims.get(account.accountId) ?? []
  return { account, decision: decideAll(whole, claims, commands, circumstances) }
}

/** Hands the answers out: what they rest on is durable, or was never written at all. */
export function answerAll(decided: Decided): void {
  decided.account.calls.forEach((call, index) => {
    const answer = decided.decision.answers[index]
    if (answer !== undefined) call.answer(unlessAnsweredBefore(call.lastAnswer, answer))
  })
}

/** Remembered before a write: the connection may break, and the write be done all the same. */
export function rememberAnswers(decided: Decided): void {
  decided.account.calls.forEach((call, index) => {
    const answer = decided.decision.answers[index]
    if (answer !== undefined) call.lastAnswer = unlessAnsweredBefore(call.lastAnswer, answer)
  })
}

/** The attempt is known to have written nothing. */
export function forgetAnswers(decided: Decided): void {
  for (const call of decided.account.calls) call.lastAnswer = null
}

/** An earlier attempt was written after all: its answer is the one that the key's stored reply tells too. */
function unlessAnsweredBefore(last: Answer | null, answer: Answer): Answer {
  if (answer.kind !== 'captured' || !answer.again || last?.kind !== 'captured') return answer
  return last.billing.billedPointCents === answer.billing.billedPointCents ? last : answer
}
