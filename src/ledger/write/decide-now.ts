import type { Queryable } from '../../store/index.ts'
import { circumstancesNow, type LedgerContext } from '../read/ledger-context.ts'
import { readStates, type Wanted } from '../read/states.ts'
import type { Command } from '../rules/command.ts'
import { type Decision, decideAll } from '../rules/decide.ts'

export interface AccountCommands {
  readonly accountId: string
  readonly commands: readonly Command[]
}

export interface DecidedNow {
  /** By account. An account without a row is missing. */
  readonly decisions: ReadonlyMap<string, Decision>
  readonly nowMs: number
}

/** Reads the accounts with everything that their commands name, and decides the commands. */
export async function decideNow(
  context: LedgerContext,
  queryable: Queryable,
  accounts: readonly AccountCommands[],
): Promise<DecidedNow> {
  const states = await readStates(queryable, wantedBy(accounts))
  const circumstances = circumstancesNow(context)
  const decisions = new Map<string, Decision>()
  for (const { accountId, commands } of accounts) {
    const state = states.accounts.get(accountId)
    if (state === undefined) continue
    const claims = states.claims.get(accountId) ?? []
    decisions.set(accountId, decideAll(state, claims, commands, circumstances))
  }
  return { decisions, nowMs: circumstances.nowMs }
}

/** The accounts, the requests that the commands name, and the claims of their keys. */
function wantedBy(accounts: readonly AccountCommands[]): Wanted {
  const named = accounts.flatMap(({ accountId, commands }) =>
    commands.flatMap((command) => ('requestId' in command ? [{ accountId, command }] : [])),
  )
  return {
    accounts: accounts.map(({ accountId }) => accountId),
    requests: named.map(({ accountId, command: { requestId } }) => ({ accountId, requestId })),
    claims: named.flatMap(({ accountId, command }) =>
      command.kind === 'admit' && command.claim !== null
        ? [{ accountId, operation: command.operation, keyHash: command.claim.keyHash }]
        : [],
    ),
  }
}
