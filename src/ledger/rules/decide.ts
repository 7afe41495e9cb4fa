import { unreachable } from '../../kit/index.ts'
import { decideAdmit } from './admit.ts'
import { decideSetBudget } from './budgets.ts'
import type { Answer, Command } from './command.ts'
import type { DecisionContext } from './context.ts'
import { closeDraft, type Draft, openDraft, settledMoney, takeOver } from './draft.ts'
import { decideGrant, decideSetQuota } from './grant.ts'
import { decideRelease } from './release.ts'
import { decideCapture, decideHandOver } from './settle.ts'
import type { AccountState, Claim } from './state.ts'
import { decideWithdraw } from './withdraw.ts'
import type { AccountWrites } from './writes.ts'

export interface Decision {
  /** In the order of the commands. */
  readonly answers: readonly Answer[]
  /** Null if nothing changes. The answers are valid only after these are written at the expected version. */
  readonly writes: AccountWrites | null
}

/**
 * Decides commands on an account, one after another: all rules about money, in one pure function. Deciding
 * commands together gives the same result as deciding them one by one. The state must contain the existing
 * requests that the commands name, and `claims` the existing claims of their keys.
 */
export function decideAll(
  state: AccountState,
  claims: readonly Claim[],
  commands: readonly Command[],
  context: DecisionContext,
): Decision {
  const draft = openDraft(state, claims, context)
  takeOver(draft, settledMoney(draft, draft.grants, draft.held))
  const answers = commands.map((command) => decideOne(draft, command))
  return { answers, writes: closeDraft(draft) }
}

/** A rule that throws has changed nothing: rules compute everything before they change the draft. */
function decideOne(draft: Draft, command: Command): Answer {
  try {
    return rule(draft, command)
  } catch (error) {
    return { kind: 'failed', error }
  }
}

function rule(draft: Draft, command: Command): Answer {
  switch (command.kind) {
    case 'admit':
      return decideAdmit(draft, command)
    case 'capture':
      return decideCapture(draft, command)
    case 'hand_over':
      return decideHandOver(draft, command)
    case 'release':
      return decideRelease(draft, command)
    case 'grant':
      return decideGrant(draft, command)
    case 'withdraw':
      return decideWithdraw(draft, command)
    case 'set_budget':
      return decideSetBudget(draft, command)
    case 'expire':
      // Written even if holds keep everything that expired; otherwise the sweeper would find the account
      // again and again.
      draft.changed = true
      return { kind: 'done', expiredGrants: draft.expiredGrants }
    case 'set_quota':
      return decideSetQuota(draft, command.quota)
    default:
      return unreachable(command)
  }
}
