import type { Answer, Command } from '../rules/command.ts'

/** A command that waits for its answer. */
export interface Call {
  readonly accountId: string
  readonly command: Command
  /** On the monotonic clock. The command is not sent or retried after this. */
  readonly deadlineMs: number
  /** The answer of the last attempt. It is valid if that attempt was written, which may be unknown. */
  lastAnswer: Answer | null
  /** False once the call is answered. */
  isOpen(): boolean
  answer(answer: Answer): void
  fail(error: unknown): void
}

/** The calls of one account, in order of arrival. */
export interface AccountCalls {
  readonly accountId: string
  readonly calls: readonly Call[]
}

/** The calls without an answer. */
export function openCalls(accounts: readonly AccountCalls[]): AccountCalls[] {
  return accounts
    .map(({ accountId, calls }) => ({ accountId, calls: calls.filter((call) => call.isOpen()) }))
    .filter(({ calls }) => calls.length > 0)
}

/**
 * Keeps the answer of an attempt. If an earlier attempt was written after all, its answer stays, which is
 * also the one in the stored reply.
 */
export function rememberAnswer(call: Call, answer: Answer | undefined): void {
  const last = call.lastAnswer
  const writtenBefore =
    answer?.kind === 'captured' &&
    answer.again &&
    last?.kind === 'captured' &&
    last.billing.billedPointCents === answer.billing.billedPointCents
  if (answer !== undefined && !writtenBefore) call.lastAnswer = answer
}
