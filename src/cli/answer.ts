import type { JsonValue } from '../contract/index.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/** A command's output in two forms, for people and for programs, built from the same values. */
export interface Answer {
  readonly text: string
  readonly json: { readonly [member: string]: JsonValue }
  /** Default 0. */
  readonly exitCode?: ExitCode
}

/** Writes one of the two; `--json` writes a single line, the last one on stdout. */
export async function giveAnswer(terminal: Terminal, answer: Answer, asJson: boolean): Promise<void> {
  await terminal.write(`${asJson ? JSON.stringify(answer.json) : answer.text}\n`)
}
