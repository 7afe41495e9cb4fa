import type { JsonValue } from '../contract/index.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/** What a command has to say, for a person and for a program; the two are made from the same values. */
export interface Answer {
  readonly text: string
  readonly json: { readonly [member: string]: JsonValue }
  /** Default 0. */
  readonly exitCode?: ExitCode
}

/** Writes one or the other: with `--json` a single line, which is the last one on stdout. */
export async function giveAnswer(terminal: Terminal, answer: Answer, asJson: boolean): Promise<void> {
  await terminal.write(`${asJson ? JSON.stringify(answer.json) : answer.text}\n`)
}
