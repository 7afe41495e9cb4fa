import type { Command } from 'commander'
import type { Clock } from '../kit/index.ts'
import { type Answer, giveAnswer } from './answer.ts'
import { type CliContext, withContext } from './context.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/** What the groups of commands are registered with. */
export interface Cli {
  readonly program: Command
  readonly terminal: Terminal
  readonly clock: Clock
  /** How the command ended, where it wasn't thrown out of it. */
  setExitCode(code: ExitCode): void
}

/** The action of a command that opens the database (see withContext), does its work and says one thing. */
export function answering<Options>(
  cli: Cli,
  work: (context: CliContext, options: Options) => Promise<Answer>,
  whenMade?: (folder: string) => void,
): (options: Options) => Promise<void> {
  return async (options) => {
    const answer = await withContext((context) => work(context, options), whenMade)
    await answerWith(cli, answer)
  }
}

export async function answerWith(cli: Cli, answer: Answer): Promise<void> {
  await giveAnswer(cli.terminal, answer, wantsJson(cli))
  cli.setExitCode(answer.exitCode ?? exitCodes.done)
}

export function wantsJson(cli: Cli): boolean {
  return cli.program.opts<{ json?: boolean }>().json === true
}

/** Examples under the options of a command, ready to be pasted. */
export function examples(...lines: readonly string[]): string {
  const title = lines.length === 1 ? 'Example:' : 'Examples:'
  return `\n${title}\n${lines.map((line) => `  npm run -s cli -- ${line}`).join('\n')}`
}

/** A date for the examples that is always still to come. */
export function exampleDate(clock: Clock): string {
  return `${clock.now().getUTCFullYear() + 1}-12-31`
}
