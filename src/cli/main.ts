import { Command, CommanderError } from 'commander'
import { AccountError } from '../accounts/index.ts'
import { ConfigError } from '../config.ts'
import { Fault } from '../contract/index.ts'
import { systemClock } from '../kit/index.ts'
import { StoreError } from '../store/index.ts'
import { registerAccountCommands } from './account-commands.ts'
import { registerAuditCommand } from './audit-command.ts'
import { registerBackupCommands } from './backup-commands.ts'
import { registerBatchCommands } from './batch-commands.ts'
import { registerCallCommands } from './call-command.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { Cli } from './commands.ts'
import { registerEngineCommands } from './engine-commands.ts'
import { registerEvaluateCommand } from './evaluate-command.ts'
import { type ExitCode, exitCodes, exitCodesHelp } from './exit-codes.ts'
import { registerKeyCommands } from './key-commands.ts'
import { registerMoneyCommands } from './money-commands.ts'
import { registerParseCommand } from './parse-command.ts'
import { registerPointCommands } from './point-commands.ts'
import { registerPriceCommands } from './price-commands.ts'
import { registerScreenCommand } from './screen-command.ts'
import { registerServiceCommands } from './service-commands.ts'
import { registerSignInCommands } from './sign-in-commands.ts'
import { createTerminal, type Streams, type Terminal, withoutControls } from './terminal.ts'
import { registerUsageCommand } from './usage-command.ts'
import { version } from './version.ts'

export { exitCodeMeanings, exitCodes } from './exit-codes.ts'

/** Runs one command, given the words after the program's name, and sets the process's exit code. */
export async function runCli(argv: string[]): Promise<void> {
  process.stdout.on('error', (error) => {
    if (!isBrokenPipe(error)) throw error
  })
  process.exitCode = await run(argv, process)
}

/** Runs one command and returns its exit code. */
export async function run(argv: readonly string[], streams: Streams): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done
  const { program, terminal } = createCli(streams, (code) => {
    exitCode = code
  })
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return exitCode
  } catch (error) {
    return explain(error, terminal)
  } finally {
    terminal.progress(null)
  }
}

/** All commands, none of them run. */
export function createCli(streams: Streams, setExitCode: Cli['setExitCode']): Cli {
  const cli: Cli = {
    program: createProgram(streams),
    terminal: createTerminal(streams),
    clock: systemClock(),
    setExitCode,
  }
  for (const register of groups) register(cli)
  return cli
}

const groups = [
  registerServiceCommands,
  registerAccountCommands,
  registerSignInCommands,
  registerKeyCommands,
  registerMoneyCommands,
  registerPointCommands,
  registerUsageCommand,
  registerCallCommands,
  registerBatchCommands,
  registerBackupCommands,
  registerScreenCommand,
  registerParseCommand,
  registerEvaluateCommand,
  registerAuditCommand,
  registerEngineCommands,
  registerPriceCommands,
]

function createProgram({ stdout, stderr }: Streams): Command {
  return new Command('recruiter-open-api')
    .description('Runs and administers the Recruiter Open API. Settings: docs/settings.md.')
    .version(version, '--version', 'print the version')
    .option('--json', 'one JSON object on the last line of stdout, instead of text for people')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(withoutControls(text)),
    })
    .addHelpText('after', exitCodesHelp())
    .showHelpAfterError('(--help shows what is possible)')
    .exitOverride()
}

function explain(error: unknown, terminal: Terminal): ExitCode {
  // Commander has already printed the error or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage
  // The reader of our output, such as head, has stopped reading.
  if (isBrokenPipe(error)) return exitCodes.done
  terminal.warn(`error: ${messageOf(error)}`)
  return error instanceof UsageError ? exitCodes.wrongUsage : exitCodes.failed
}

function messageOf(error: unknown): string {
  if (error instanceof CliError || error instanceof AccountError || error instanceof ConfigError) {
    return error.message
  }
  if (error instanceof Fault) return `${error.message} ${JSON.stringify(error.members)}`
  if (error instanceof StoreError) return isOldSchema(error) ? oldSchema : error.message
  return error instanceof Error ? error.message : String(error)
}

const oldSchema = 'the schema of the database is not that of this program: run the command "migrate"'

/** A table, column or function that does not exist. */
function isOldSchema(error: StoreError): boolean {
  return ['42P01', '42703', '42883'].includes(error.sqlState ?? '')
}

function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}
