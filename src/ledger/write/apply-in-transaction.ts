import { internalError, pointCents } from '../../contract/index.ts'
import type { Tx } from '../../store/index.ts'
import type { SeamAnswer, SeamCommand } from '../ledger.ts'
import { load, lockAccounts } from '../read/load.ts'
import type { Answer, Command } from '../rules/command.ts'
import { decide, type RoundDeps, wantedFor } from './attempt.ts'
import type { Call } from './call.ts'
import { writeLocked } from './locked.ts'

/**
 * Runs commands in the caller's transaction, under the account's lock. They are durable when it commits. A
 * command that fails throws, so the transaction rolls back.
 */
export async function applyCommands(
  deps: RoundDeps,
  tx: Tx,
  accountId: string,
  commands: readonly Command[],
): Promise<readonly Answer[]> {
  await lockAccounts(tx, [accountId])
  const account = { accountId, calls: commands.map((command) => silentCall(accountId, command)) }
  const loaded = await load(tx, wantedFor([account], new Map(), true))
  const state = loaded.accounts.get(accountId)
  if (state === undefined)
    throw internalError('internal', { internal: `account ${accountId} has no row in the ledger` })
  const context = deps.context()
  const decided = decide(account, state, loaded, context)
  for (const answer of decided.decision.answers) if (answer.kind === 'failed') throw answer.error
  await writeLocked(deps, tx, context.nowMs, [decided])
  deps.cache.forget(accountId)
  return decided.decision.answers
}

export function toCommand(command: SeamCommand): Command {
  switch (command.kind) {
    case 'hand_over':
      return command
    case 'capture':
      return {
        kind: 'capture',
        requestId: command.requestId,
        cost: pointCents(command.costPointCents),
        usage: command.usage,
        reply: null,
      }
    case 'release':
      return { ...command, leaseUntilMs: null }
  }
}

export function toSeamAnswer(answer: Answer): SeamAnswer {
  switch (answer.kind) {
    case 'handed_over':
    case 'released':
    case 'lost':
      return answer
    case 'captured':
      return { kind: 'captured', billing: answer.billing }
    default:
      throw internalError('internal', { internal: `no answer of a transaction: ${answer.kind}` })
  }
}

/** A call whose answer is the function's return value, so no promise is resolved. */
function silentCall(accountId: string, command: Command): Call {
  const ignore = () => {}
  return {
    accountId,
    command,
    deadlineMs: 0,
    lastAnswer: null,
    isOpen: () => true,
    answer: ignore,
    fail: ignore,
  }
}
