import { internalError, pointCents } from '../../contract/index.ts'
import type { Tx } from '../../store/index.ts'
import type { SeamAnswer, SeamCommand } from '../ledger.ts'
import type { LedgerContext } from '../read/ledger-context.ts'
import { unknownAccount } from '../read/states.ts'
import type { Answer, Command } from '../rules/command.ts'
import { decideNow } from './decide-now.ts'
import { lockAccounts } from './lock-accounts.ts'
import { writeRows } from './rows.ts'

/**
 * Runs commands in the caller's transaction, under the account's lock. They are durable when it commits. A
 * command that fails throws, so the transaction rolls back.
 */
export async function applyCommands(
  context: LedgerContext,
  tx: Tx,
  accountId: string,
  commands: readonly Command[],
): Promise<readonly Answer[]> {
  await lockAccounts(tx, [accountId])
  const { decisions, nowMs } = await decideNow(context, tx, [{ accountId, commands }])
  const decision = decisions.get(accountId)
  if (decision === undefined) throw unknownAccount(accountId)
  const { answers, writes } = decision
  for (const answer of answers) if (answer.kind === 'failed') throw answer.error
  if (writes !== null) await writeRows(tx, context.sealer, nowMs, [writes])
  return answers
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
