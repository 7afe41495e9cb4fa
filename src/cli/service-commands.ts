import { Option } from 'commander'
import { readConfig } from '../config.ts'
import { replaceDataKey } from '../data-key.ts'
import type { ToolFormat } from '../doors/index.ts'
import { randomIds } from '../kit/index.ts'
import { migrate } from '../store/index.ts'
import { CliError } from './cli-error.ts'
import { answerWith, type Cli, examples } from './commands.ts'
import { migrationsFolder, refuseMissing, sealerOf, withDatabase } from './context.ts'
import { writeAudit } from './write-audit.ts'

/** Heavy modules are loaded by the command that needs them, so that small commands start fast. */
export function registerServiceCommands(cli: Cli): void {
  cli.program
    .command('serve')
    .description('run the service (npm start does this)')
    .addOption(
      new Option('--role <role>', 'all: API and batches; api: only the API; worker: only batches')
        .choices(['all', 'api', 'worker'])
        .default('all'),
    )
    .addHelpText('after', examples('serve', 'serve --role api', 'serve --role worker'))
    .action(serve)

  cli.program
    .command('migrate')
    .description('apply new migrations to the database')
    .addHelpText('after', examples('migrate'))
    .action(() => migrateSchema(cli))

  cli.program
    .command('data-key')
    .description('the key that seals personal data at rest')
    .command('replace')
    .description(
      'adopt the current data key for this database; data sealed under another key stays unreadable. ' +
        'Stop all processes first',
    )
    .addHelpText('after', examples('data-key replace'))
    .action(() => replaceKey(cli))

  cli.program
    .command('openapi')
    .description("print the OpenAPI document, with this configuration's limits and prices")
    .addHelpText('after', examples('openapi > openapi.json'))
    .action(() => openApi(cli))

  cli.program
    .command('tools')
    .description(
      "print the operations as tools for function calling, with this configuration's limits and prices",
    )
    .addOption(
      new Option('--format <format>', meanings(toolFormats))
        .choices(Object.keys(toolFormats))
        .default('openai'),
    )
    .addHelpText('after', examples('tools --format openai > tools.json', 'tools --format mapping'))
    .action((options: { readonly format: ToolFormat }) => tools(cli, options.format))
}

const toolFormats: Readonly<Record<ToolFormat, string>> = {
  openai: 'Chat Completions and compatible APIs',
  'openai-responses': 'the Responses API',
  anthropic: 'the Messages API',
  mapping: 'method, path and location of each argument over REST',
}

function meanings(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([word, meaning]) => `${word}: ${meaning}`)
    .join('; ')
}

async function serve(options: { readonly role: 'all' | 'api' | 'worker' }): Promise<void> {
  const { startService } = await import('../main.ts')
  const service = await startService(readConfig(), options.role)
  await service.done
}

async function migrateSchema(cli: Cli): Promise<void> {
  const { applied, version } = await withDatabase(readConfig(), (database) =>
    migrate(database, migrationsFolder),
  )
  const text =
    applied.length === 0
      ? `The schema is up to date (version ${version}).`
      : `Applied ${applied.join(', ')}; the schema is at version ${version}.`
  await answerWith(cli, { text, json: { applied, version } })
}

async function replaceKey(cli: Cli): Promise<void> {
  const config = readConfig()
  refuseMissing(config)
  const ids = randomIds()
  const sealer = await sealerOf(config, ids)
  if (sealer === null) throw new CliError('there is no data key here: set DATA_KEY to the new one')
  await withDatabase(config, (database) =>
    database.transaction(async (tx) => {
      await replaceDataKey(tx, sealer)
      await writeAudit(tx, { clock: cli.clock, ids }, 'data-key.replace', null)
    }),
  )
  await answerWith(cli, {
    text: 'The database now uses this data key.',
    json: { ok: true },
  })
}

async function openApi(cli: Cli): Promise<void> {
  const [{ renderOpenApi }, { operationsUnder }] = await Promise.all([
    import('../doors/index.ts'),
    import('../contract/index.ts'),
  ])
  const { terms } = readConfig()
  const text = renderOpenApi(operationsUnder(terms), terms)
  await answerWith(cli, { text: text.trimEnd(), json: JSON.parse(text) })
}

async function tools(cli: Cli, format: ToolFormat): Promise<void> {
  const [{ renderTools }, { operationsUnder }] = await Promise.all([
    import('../doors/index.ts'),
    import('../contract/index.ts'),
  ])
  const definitions = renderTools(operationsUnder(readConfig().terms), format)
  await answerWith(cli, { text: JSON.stringify(definitions, null, 2), json: { format, tools: definitions } })
}
