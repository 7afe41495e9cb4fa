import { readConfig } from '../config.ts'
import type { ServerCheck } from '../engines/index.ts'
import type { ModelSettings } from '../model-settings.ts'
import type { Answer } from './answer.ts'
import { CliError, UsageError } from './cli-error.ts'
import { answerWith, type Cli, examples } from './commands.ts'
import { exitCodes } from './exit-codes.ts'
import { listing } from './table.ts'

type Server = ModelSettings['server']
type Profile = ServerCheck['profile']

export function registerEngineCommands(cli: Cli): void {
  const engine = cli.program.command('engine').description('check the engine')
  engine
    .command('check')
    .description('test the model server of MODEL_BASE_URL and report what it supports')
    .addHelpText('after', explanation)
    .addHelpText('after', examples('engine check'))
    .action(() => check(cli))
}

const explanation = `
It sends a few questions about numbers and no personal data. The service runs the same test before it first
uses the model. Exit code: 0 the model can be used, 1 it can't, 2 no model is configured.`

const checkTimeoutMs = 300_000

async function check(cli: Cli): Promise<void> {
  const { model, engine } = readConfig()
  if (model === null)
    throw new UsageError('no model is configured: set MODEL_BASE_URL and MODEL_NAME (docs/models.md)')
  const { checkServer, ProbeFailed } = await import('../engines/index.ts')
  const { server } = model
  cli.terminal.progress('asking the model')
  try {
    const found = await checkServer(server, cli.clock, AbortSignal.timeout(checkTimeoutMs))
    cli.terminal.progress(null)
    await answerWith(cli, answerOf(server, found, engine === 'model'))
  } catch (error) {
    cli.terminal.progress(null)
    if (error instanceof ProbeFailed) throw new CliError(failureText(server, error))
    if (error instanceof Error && error.name === 'TimeoutError') {
      throw new CliError(`${server.baseUrl} took more than ${checkTimeoutMs / 1_000} s for the questions`)
    }
    throw error
  }
}

function answerOf(server: Server, found: ServerCheck, isUsed: boolean): Answer {
  const { profile, followsSchema, requests, seconds } = found
  const canBeUsed = isUsed
    ? 'The model can be used.'
    : 'The model can be used: ENGINE=model makes it the engine.'
  const verdict = followsSchema ? canBeUsed : "The model can't be used: no answer fitted the schema."
  return {
    text: `${listing([
      ['server', server.baseUrl],
      ['model', server.model],
      ['schema', schemaTexts[profile.schemaMode]],
      ['token cap', capText(profile)],
      ['usage', usageText(profile)],
      ['thinking', thinkingText(profile, server)],
      ['temperature', temperatureText(profile, server)],
      ['probe', `${requests} requests, ${(seconds / requests).toFixed(1)} s each`],
    ])}\n\n${verdict}`,
    json: {
      ...{ server: server.baseUrl, model: server.model, usable: followsSchema },
      ...{ schema_mode: profile.schemaMode, cap_name: profile.capName, cap_obeyed: profile.capObeyed },
      ...{ stream_options: profile.usageOption, usage_reported: profile.usageReported },
      ...{ thinking_switch: profile.thinkingSwitch, thinks: profile.thinks },
      ...{ temperature_taken: profile.temperatureTaken, requests, seconds },
    },
    exitCode: followsSchema ? exitCodes.done : exitCodes.failed,
  }
}

const schemaTexts: Readonly<Record<Profile['schemaMode'], string>> = {
  json_schema: 'json_schema: the server enforces it',
  json_object: 'json_object, with the schema in the prompt',
  none: 'none: the schema is in the prompt, and every answer is checked here',
}

function capText({ capName, capObeyed }: Profile): string {
  return capObeyed
    ? capName
    : `${capName}, but the server ignores it: the service closes the connection at the cap`
}

function usageText({ usageOption, usageReported }: Profile): string {
  if (!usageReported) return 'not reported: tokens are counted here, with the vocabulary o200k_base'
  return usageOption ? 'reported (stream_options.include_usage)' : 'reported without stream_options'
}

function thinkingText({ thinkingSwitch, thinks }: Profile, { thinkingTokensMax }: Server): string {
  const by = thinkingSwitch === 'none' ? '' : ` (${thinkingSwitch})`
  if (!thinks) return thinkingSwitch === 'none' ? 'none' : `switched off${by}`
  return `can't be switched off${by}: up to ${thinkingTokensMax} tokens beside each answer (MODEL_THINKING_TOKENS)`
}

function temperatureText({ temperatureTaken }: Profile, { temperature }: Server): string {
  if (temperature === null) return "the server's default (MODEL_TEMPERATURE)"
  return temperatureTaken ? String(temperature) : `${temperature} is refused by the server and omitted`
}

interface Failure {
  readonly kind: string
  readonly status: number | null
  readonly said: string
}

function failureText({ baseUrl, model }: Server, { kind, status, said }: Failure): string {
  const own = messageOf(said)
  return `${reasonOf(baseUrl, model, kind, status)}${own === '' ? '' : `; it says: ${own}`}`
}

function reasonOf(baseUrl: string, model: string, kind: string, status: number | null): string {
  if (status === null) return `${baseUrl} can't be reached: is MODEL_BASE_URL right, and the server running?`
  if (status === 401 || status === 403)
    return `${baseUrl} refuses the key (${status}): is MODEL_API_KEY right?`
  if (status === 404)
    return `${baseUrl} has no model ${model} (404): are MODEL_BASE_URL and MODEL_NAME right?`
  if (kind === 'denied') return `${baseUrl} refuses this account (${status}): does it have a balance?`
  if (kind === 'busy') return `${baseUrl} is busy (429): try again later`
  if (kind === 'down') return `${baseUrl} fails (${status}): try again later`
  return `${baseUrl} refuses every request format (${status})`
}

const messageCharactersMax = 300

/** The message of the model server's error. It answers the probe, so it can't contain resume text. */
function messageOf(said: string): string {
  try {
    const { error, message } = JSON.parse(said)
    const text: unknown = error?.message ?? message ?? error
    return typeof text === 'string' ? text.slice(0, messageCharactersMax) : ''
  } catch {
    return ''
  }
}
