import type { Command } from 'commander'
import type { Clock } from '../kit/index.ts'
import { type Answer, giveAnswer } from './answer.ts'
import { type CliContext, withContext } from './context.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/** Dependencies for registering groups of commands. */
export interface Cli {
  readonly program: Command
  readonly terminal: Terminal
  readonly clock: Clock
  /** The exit code of a command that didn't throw. */
  setExitCode(code: ExitCode): void
}

/** The action of a command that opens the database (see withContext), works, and returns one answer. */
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

/** Examples shown under a command's options, ready to paste. */
export function examples(...lines: readonly string[]): string {
  const title = lines.length === 1 ? 'Example:' : 'Examples:'
  return `\n${title}\n${lines.map((line) => `  npm run -s cli -- ${line}`).join('\n')}`
}

/** A future date for examples. */
export function exampleDate(clock: Clock): string {
  return `${clock.now().getUTCFullYear() + 1}-12-31`
}
