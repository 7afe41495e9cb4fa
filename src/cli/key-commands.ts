import {
  type ApiKey,
  createKey,
  findKey,
  keyPrefix,
  keyState,
  listKeys,
  revokeKey,
  rotatedKeyLifetimeMs,
  rotateKey,
} from '../accounts/index.ts'
import { operationNames } from '../contract/index.ts'
import type { Answer } from './answer.ts'
import { pageRowsMax, readFuture, readHours, readRowLimit, readUuid } from './arguments.ts'
import { CliError } from './cli-error.ts'
import { answering, type Cli, exampleDate, examples } from './commands.ts'
import { accountOf, type CliContext } from './context.ts'
import { iso, moment } from './show.ts'
import { table } from './table.ts'
import { writeAudit } from './write-audit.ts'

const hourMs = 3_600_000
const anId = '0198c0de-0000-7000-8000-000000000000'

export function registerKeyCommands(cli: Cli): void {
  const key = cli.program.command('key').description('create, list, revoke and rotate API keys')

  key
    .command('create')
    .description('create a key; it is shown only once')
    .requiredOption('--email <address>', 'the account that pays')
    .option('--name <name>', 'a name for the key')
    .option(
      '--scopes <operations>',
      `the operations it may call, separated by commas: ${operationNames.join(',')}`,
      splitScopes,
    )
    .option('--expires <date>', 'its expiry, as an ISO date (default: never)', readFuture(cli.clock.now()))
    .addHelpText(
      'after',
      examples(
        'key create --email hr@example.com --name "applicant tracking"',
        `key create --email hr@example.com --scopes parseResume,matchResumeToJd --expires ${exampleDate(cli.clock)}`,
      ),
    )
    .action(answering(cli, create))

  key
    .command('list')
    .description('list keys, newest first, of one account or of all')
    .option('--email <address>', 'the account (default: all)')
    .option('--limit <rows>', `the most rows (1 to ${pageRowsMax})`, readRowLimit, 100)
    .option('--after <key_id>', 'continue after this key', readUuid)
    .addHelpText('after', examples('key list --email hr@example.com', 'key list --limit 1000 --json'))
    .action(answering(cli, list))

  key
    .command('revoke')
    .description('revoke a key; running services refuse it within a second')
    .requiredOption('--id <key_id>', 'the key, as key list shows it', readUuid)
    .addHelpText('after', examples(`key revoke --id ${anId}`))
    .action(answering(cli, revoke))

  key
    .command('rotate')
    .description('replace a key by a new one with the same name, scopes and expiry; it is shown only once')
    .requiredOption('--id <key_id>', 'the key, as key list shows it', readUuid)
    .option(
      '--keep-hours <hours>',
      'how long the old key still works; 0: not at all',
      readHours,
      rotatedKeyLifetimeMs / hourMs,
    )
    .addHelpText('after', examples(`key rotate --id ${anId}`, `key rotate --id ${anId} --keep-hours 0`))
    .action(answering(cli, rotate))
}

interface CreateOptions {
  readonly email: string
  readonly name?: string
  readonly scopes?: readonly string[]
  readonly expires?: Date
}

async function create(context: CliContext, options: CreateOptions): Promise<Answer> {
  const { accountId, email, role } = await accountOf(context, options.email)
  const { name, scopes, expires } = options
  const wanted = { accountId, name, scopes, expiresAt: expires }
  const { key, apiKey } = await context.database.transaction(async (tx) => {
    const made = await createKey(tx, context, wanted)
    await writeAudit(tx, context, 'key.create', email, keyDetail(made.apiKey))
    return made
  })
  const roleNote =
    role === 'recruiter'
      ? ''
      : `\nNote: ${email} is a ${role}; only recruiters may call the API (see account role).`
  return {
    text: `${keyText(key, `Key "${apiKey.name}" of ${email}`)}\nkey id: ${apiKey.keyId}${roleNote}`,
    json: { key, ...keyJson(apiKey, context.clock.now()) },
  }
}

async function list(
  context: CliContext,
  options: { readonly email?: string; readonly limit: number; readonly after?: string },
): Promise<Answer> {
  const account = options.email === undefined ? null : await accountOf(context, options.email)
  const page = { limit: options.limit, after: options.after ?? null }
  const keys = await listKeys(context.database, account?.accountId ?? null, page)
  const last = keys.at(-1)
  const nextAfter = last !== undefined && keys.length === options.limit ? last.keyId : null
  const now = context.clock.now()
  const heading = ['KEY ID', 'EMAIL', 'NAME', 'KEY', 'STATE', 'EXPIRES', 'LAST USED', 'SCOPES']
  const rows = keys.map((key) => [
    key.keyId,
    key.email,
    key.name,
    `${keyPrefix}…${key.lastFour}`,
    keyState(key, now),
    moment(key.expiresAt, 'never'),
    moment(key.lastUsedAt, 'never'),
    key.scopes.length === operationNames.length ? 'all' : key.scopes.join(','),
  ])
  const shown = table(heading, rows)
  const filter = account === null ? '' : ` --email ${account.email}`
  return {
    text: nextAfter === null ? shown : `${shown}\nMore: key list${filter} --after ${nextAfter}`,
    json: { keys: keys.map((key) => keyJson(key, now)), next_after: nextAfter },
  }
}

async function revoke(context: CliContext, options: { readonly id: string }): Promise<Answer> {
  const before = await keyOf(context, options.id)
  const after = await context.database.transaction(async (tx) => {
    const revoked = await revokeKey(tx, context, before.accountId, before.keyId)
    await writeAudit(tx, context, 'key.revoke', before.email, keyDetail(before))
    return revoked
  })
  const done =
    before.revokedAt === null
      ? 'is revoked; running services refuse it within a second.'
      : `was revoked already, at ${moment(before.revokedAt, '')}.`
  return {
    text: `Key "${after.name}" (…${after.lastFour}) of ${after.email} ${done}`,
    json: keyJson(after, context.clock.now()),
  }
}

async function rotate(
  context: CliContext,
  options: { readonly id: string; readonly keepHours: number },
): Promise<Answer> {
  const before = await keyOf(context, options.id)
  const { key, apiKey, old } = await context.database.transaction(async (tx) => {
    const keepMs = options.keepHours * hourMs
    const rotated = await rotateKey(tx, context, before.accountId, before.keyId, keepMs)
    await writeAudit(tx, context, 'key.rotate', before.email, keyDetail(before))
    return rotated
  })
  const lines = [
    keyText(key, `The new key "${apiKey.name}" of ${apiKey.email}`),
    `key id: ${apiKey.keyId}`,
    `The old key (…${old.lastFour}) works until ${moment(old.expiresAt, '')}.`,
  ]
  const replaced = { replaces: old.keyId, old_expires_at: iso(old.expiresAt) }
  return { text: lines.join('\n'), json: { key, ...keyJson(apiKey, context.clock.now()), ...replaced } }
}

async function keyOf({ database }: CliContext, keyId: string): Promise<ApiKey> {
  const key = await findKey(database, keyId)
  if (key !== undefined) return key
  throw new CliError(`there is no key with the id ${keyId} (key list shows them all)`)
}

function keyDetail({ keyId, lastFour, name }: ApiKey) {
  return { key_id: keyId, last_four: lastFour, name }
}

function keyText(key: string, what: string): string {
  return `${what}. Keep it safe: it is not stored and can't be shown again.\n\n  ${key}\n`
}

function splitScopes(text: string): string[] {
  return text
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '')
}

function keyJson(key: ApiKey, now: Date) {
  return {
    key_id: key.keyId,
    account_id: key.accountId,
    email: key.email,
    name: key.name,
    last_four: key.lastFour,
    scopes: key.scopes,
    state: keyState(key, now),
    created_at: key.createdAt.toISOString(),
    expires_at: iso(key.expiresAt),
    revoked_at: iso(key.revokedAt),
    last_used_at: iso(key.lastUsedAt),
    replaced_by: key.replacedBy,
  }
}
