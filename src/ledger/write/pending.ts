import type { Answer, Command } from '../rules/command.ts'
import type { Decided } from './decide-accounts.ts'

/** A command that waits for its answer. */
export interface PendingCommand {
  readonly accountId: string
  readonly command: Command
  /** On the monotonic clock. The command is not sent or retried after this. */
  readonly deadlineMs: number
  /** The answer of an attempt whose outcome is unknown. It is valid if that attempt was written. */
  lastAnswer: Answer | null
  /** False once the command is answered. */
  isOpen(): boolean
  answer(answer: Answer): void
  fail(error: unknown): void
}

/** The commands of one account, in order of arrival. */
export interface AccountCommands {
  readonly accountId: string
  readonly pending: readonly PendingCommand[]
}

type DecidedCommands = Decided<AccountCommands>

/** Sends the answers. Call it only when their writes are durable, or when nothing had to be written. */
export function sendAnswers({ account, decision }: DecidedCommands): void {
  account.pending.forEach((each, index) => {
    const answer = decision.answers[index]
    if (answer !== undefined) each.answer(unlessAnsweredBefore(each.lastAnswer, answer))
  })
}

/** Stores the answers before a write: the connection may break although the write succeeds. */
export function rememberAnswers({ account, decision }: DecidedCommands): void {
  account.pending.forEach((each, index) => {
    const answer = decision.answers[index]
    if (answer !== undefined) each.lastAnswer = unlessAnsweredBefore(each.lastAnswer, answer)
  })
}

/** Clears the stored answers of an attempt that is known to have written nothing. */
export function forgetAnswers({ account }: DecidedCommands): void {
  for (const each of account.pending) each.lastAnswer = null
}

/**
 * If an earlier attempt was written after all, returns its answer, which is also the one in the stored reply.
 */
function unlessAnsweredBefore(last: Answer | null, answer: Answer): Answer {
  if (answer.kind !== 'captured' || !answer.again || last?.kind !== 'captured') return answer
  return last.billing.billedPointCents === answer.billing.billedPointCents ? last : answer
}
