import { unreachable } from '../../kit/index.ts'
import type { Account, Outcome } from './account.ts'
import type { AccountWrites } from './account-writes.ts'
import { decideAdmit } from './admit.ts'
import { decideSetBudget } from './budgets.ts'
import type { Answer, Command } from './command.ts'
import type { DecisionContext } from './context.ts'
import { decideGrant, decideSetQuota, decideWithdraw } from './grant.ts'
import { decideCapture, decideHandOver, decideRelease } from './settle.ts'
import type { AccountState } from './state.ts'
import { applyChange, type Known, openCopy, writesOf } from './working-copy.ts'

export interface Decision {
  /** In the order of the commands. */
  readonly answers: readonly Answer[]
  /** Null if nothing changes. The answers are valid only after these are written at the expected version. */
  readonly writes: AccountWrites | null
}

/**
 * Decides commands on an account, one after another: all rules about money, in one pure function. Deciding
 * commands together gives the same result as deciding them one by one. A command whose rule
 * throws changes nothing, because a rule only returns its change.
 */
export function decideAll(
  state: AccountState,
  known: Known,
  commands: readonly Command[],
  context: DecisionContext,
): Decision {
  const copy = openCopy(state, known, context)
  const answers = commands.map((command): Answer => {
    try {
      const { answer, change } = decideOne(copy.account, command)
      if (change !== null) applyChange(copy, change)
      return answer
    } catch (error) {
      return { kind: 'failed', error }
    }
  })
  return { answers, writes: writesOf(copy) }
}

function decideOne(account: Account, command: Command): Outcome {
  switch (command.kind) {
    case 'admit':
      return decideAdmit(account, command)
    case 'capture':
      return decideCapture(account, command)
    case 'hand_over':
      return decideHandOver(account, command)
    case 'release':
      return decideRelease(account, command)
    case 'grant':
      return decideGrant(account, command)
    case 'withdraw':
      return decideWithdraw(account, command)
    case 'set_budget':
      return decideSetBudget(account, command)
    case 'expire':
      // Written even if holds keep everything that expired; otherwise the sweeper would find the account
      // again and again.
      return { answer: { kind: 'done', expiredGrants: account.expiredGrants }, change: {} }
    case 'set_quota':
      return decideSetQuota(command.quota)
    default:
      return unreachable(command)
  }
}
