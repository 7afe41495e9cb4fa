import { internalError } from '../../contract/index.ts'
import type { Queryable } from '../../store/index.ts'
import { type LoadQuery, load } from '../read/load.ts'
import type { Command } from '../rules/command.ts'
import type { DecisionContext } from '../rules/context.ts'
import { type Decision, decideAll } from '../rules/decide.ts'
import type { AccountState } from '../rules/state.ts'

/** An account and the commands to decide. */
interface Undecided {
  readonly accountId: string
  readonly pending: readonly { readonly command: Command }[]
}

export interface Decided<Account extends Undecided> {
  readonly account: Account
  readonly decision: Decision
}

/**
 * Decides the commands of some accounts on the given states. Reads in one statement what is missing: unknown
 * states, requests that the commands name and the state lacks, and the claims of their keys. `lookUpAdmitted`
 * also reads the requests to be admitted: an earlier attempt may have written them.
 */
export async function decideAccounts<Account extends Undecided>(
  from: Queryable,
  context: DecisionContext,
  accounts: readonly Account[],
  known: ReadonlyMap<string, AccountState>,
  lookUpAdmitted: boolean,
): Promise<Decided<Account>[]> {
  const loaded = await load(from, queryFor(accounts, known, lookUpAdmitted))
  return accounts.map((account) => {
    const { accountId, pending } = account
    const commands = pending.map(({ command }) => command)
    const state = loaded.accounts.get(accountId) ?? known.get(accountId)
    if (state === undefined) return { account, decision: unknownAccount(accountId, commands) }
    const requests = loaded.requests.get(accountId) ?? []
    const claims = loaded.claims.get(accountId) ?? []
    return { account, decision: decideAll(state, { requests, claims }, commands, context) }
  })
}

function queryFor(
  accounts: readonly Undecided[],
  known: ReadonlyMap<string, AccountState>,
  lookUpAdmitted: boolean,
): LoadQuery {
  const query = {
    accounts: [] as string[],
    requests: [] as LoadQuery['requests'][number][],
    claims: [] as LoadQuery['claims'][number][],
  }
  for (const { accountId, pending } of accounts) {
    const state = known.get(accountId)
    if (state === undefined) query.accounts.push(accountId)
    for (const { command } of pending) {
      if (!('requestId' in command)) continue
      const { requestId } = command
      const lookUp = command.kind === 'admit' ? lookUpAdmitted : !state?.requests.has(requestId)
      if (lookUp) query.requests.push({ accountId, requestId })
      if (command.kind === 'admit' && command.claim !== null) {
        query.claims.push({ accountId, operation: command.operation, keyHash: command.claim.keyHash })
      }
    }
  }
  return query
}

function unknownAccount(accountId: string, commands: readonly Command[]): Decision {
  const error = internalError('internal', { internal: `account ${accountId} has no row in the ledger` })
  return { answers: commands.map(() => ({ kind: 'failed', error })), writes: null }
}
