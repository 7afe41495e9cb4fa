import type { Answer, Command } from './command.ts'

/** A command that waits for its answer. */
export interface Call {
  readonly accountId: string
  readonly command: Command
  /** On the monotonic clock. It is not sent, and not tried again, after this. */
  readonly deadlineMs: number
  /** What it would have been answered by an attempt whose fate is unknown: if that was written, so be it. */
  lastAnswer: Answer | null
  /** False once it has its answer. */
  isOpen(): boolean
  answer(answer: Answer): void
  fail(error: unknown): void
}

/** The calls of one account, in the order in which they came. */
export interface AccountCalls {
  readonly accountId: string
  readonly calls: readonly Call[]
}
