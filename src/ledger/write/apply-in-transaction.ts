import { internalError, pointCents } from '../../contract/index.ts'
import type { Tx } from '../../store/index.ts'
import type { TransactionAnswer, TransactionCommand } from '../ledger.ts'
import { lockAccounts } from '../read/load.ts'
import type { Answer, Command } from '../rules/command.ts'
import { decideAccounts } from './decide-accounts.ts'
import type { CommitDeps } from './locked-commit.ts'
import { writeLockedAccounts } from './write-accounts.ts'

export type ApplyDeps = Pick<CommitDeps, 'sealer' | 'cache' | 'context'>

/**
 * Runs commands in the caller's transaction, under the account's lock. They are durable when it commits. A
 * command that fails throws, so the transaction rolls back.
 */
export async function applyCommands(
  { sealer, cache, context }: ApplyDeps,
  tx: Tx,
  accountId: string,
  commands: readonly Command[],
): Promise<readonly Answer[]> {
  await lockAccounts(tx, [accountId])
  const now = context()
  const account = { accountId, pending: commands.map((command) => ({ command })) }
  const decided = await decideAccounts(tx, now, [account], new Map(), true)
  const answers = decided.flatMap(({ decision }) => decision.answers)
  for (const answer of answers) if (answer.kind === 'failed') throw answer.error
  const writes = decided.flatMap(({ decision }) => decision.writes ?? [])
  await writeLockedAccounts(tx, sealer, now.nowMs, writes)
  cache.forget(accountId)
  return answers
}

export function toCommand(command: TransactionCommand): Command {
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

export function toTransactionAnswer(answer: Answer): TransactionAnswer {
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
