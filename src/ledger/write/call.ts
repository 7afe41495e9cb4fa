import type { Answer, Command } from '../rules/command.ts'

/** A command that waits for its answer. */
export interface Call {
  readonly accountId: string
  readonly command: Command
  /** On the monotonic clock. The command is not sent or retried after this. */
  readonly deadlineMs: number
  /** The answer of an attempt whose outcome is unknown. It is valid if that attempt was written. */
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
