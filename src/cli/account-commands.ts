import { Option } from 'commander'
import {
  type Account,
  createAccount,
  hashPassword,
  listAccounts,
  type Role,
  roles,
  setDisabled,
  setRole,
} from '../accounts/index.ts'
import type { Answer } from './answer.ts'
import { pageRowsMax, readRowLimit, readUuid } from './arguments.ts'
import { answering, type Cli, examples } from './commands.ts'
import { accountOf, type CliContext } from './context.ts'
import { iso, moment } from './show.ts'
import { listing, table } from './table.ts'
import { writeAudit } from './write-audit.ts'

interface OfEmail {
  readonly email: string
}

export function registerAccountCommands(cli: Cli): void {
  const account = cli.program.command('account').description('create and change accounts')
  const roleOption = () =>
    new Option('--role <role>', 'the role of the account').choices(roles).makeOptionMandatory()

  account
    .command('create')
    .description('create an account (without the sign-up bonus, which is for people who sign up themselves)')
    .requiredOption('--email <address>', 'the e-mail address; each has at most one account')
    .addOption(roleOption())
    .option(
      '--password <password>',
      'for the user center; "-" reads it from stdin, which hides it from other users',
    )
    .addHelpText(
      'after',
      examples(
        'account create --email hr@example.com --role recruiter',
        'account create --email hr@example.com --role recruiter --password - < password.txt',
      ),
    )
    .action(
      answering(
        cli,
        (context, options: CreateOptions) => create(cli, context, options),
        (folder) => cli.terminal.warn(`Creating a new database in ${folder}.`),
      ),
    )

  account
    .command('role')
    .description('change the role of an account; its keys change within a second')
    .requiredOption('--email <address>', 'the account')
    .addOption(roleOption())
    .addHelpText('after', examples('account role --email hr@example.com --role job_seeker'))
    .action(answering(cli, changeRole))

  for (const verb of ['disable', 'enable'] as const) {
    account
      .command(verb)
      .description(
        verb === 'disable' ? 'refuse all keys of an account; its points stay' : 'undo account disable',
      )
      .requiredOption('--email <address>', 'the account')
      .addHelpText('after', examples(`account ${verb} --email hr@example.com`))
      .action(answering(cli, (context, options: OfEmail) => switchAccount(context, options, verb)))
  }

  account
    .command('list')
    .description('list accounts, newest first')
    .option('--limit <rows>', `the most rows (1 to ${pageRowsMax})`, readRowLimit, 100)
    .option('--after <account_id>', 'continue after this account', readUuid)
    .addHelpText('after', examples('account list', 'account list --limit 1000 --json'))
    .action(answering(cli, list))

  account
    .command('show')
    .description('show an account')
    .requiredOption('--email <address>', 'the account')
    .addHelpText('after', examples('account show --email hr@example.com'))
    .action(answering(cli, show))
}

interface CreateOptions {
  readonly email: string
  readonly role: Role
  readonly password?: string
}

async function create(cli: Cli, context: CliContext, options: CreateOptions): Promise<Answer> {
  const { database, ledger, clock, ids } = context
  if (options.password !== undefined && options.password !== '-') {
    cli.terminal.warn(
      'warning: a password on the command line can be seen by others; "--password -" reads stdin',
    )
  }
  const password = options.password === '-' ? await cli.terminal.readLine('password') : options.password
  const passwordHash = password === undefined ? null : await hashPassword(ids, password)
  const { accountId, email, role } = await database.transaction(async (tx) => {
    const made = await createAccount(tx, { clock, ids }, { ...options, passwordHash })
    await ledger.openAccount(tx, made.accountId)
    const detail = { role: made.role, password: made.hasPassword }
    await writeAudit(tx, context, 'account.create', made.email, detail)
    return made
  })
  return {
    text: `Account ${email} (${role}) was created: ${accountId}`,
    json: { account_id: accountId, email, role },
  }
}

async function changeRole(context: CliContext, options: OfEmail & { readonly role: Role }): Promise<Answer> {
  const { accountId, role: before } = await accountOf(context, options.email)
  const { email, role } = await context.database.transaction(async (tx) => {
    const changed = await setRole(tx, accountId, options.role)
    await writeAudit(tx, context, 'account.role', changed.email, { before, role: changed.role })
    return changed
  })
  return {
    text: `Account ${email} is now a ${role}; running services apply it within a second.`,
    json: { account_id: accountId, email, role },
  }
}

async function switchAccount(
  context: CliContext,
  options: OfEmail,
  verb: 'disable' | 'enable',
): Promise<Answer> {
  const { accountId } = await accountOf(context, options.email)
  const disabledAt = verb === 'disable' ? context.clock.now() : null
  const account = await context.database.transaction(async (tx) => {
    const changed = await setDisabled(tx, accountId, disabledAt)
    await writeAudit(tx, context, `account.${verb}`, changed.email)
    return changed
  })
  return {
    text: `Account ${account.email} is ${verb}d; running services apply it within a second.`,
    json: accountJson(account),
  }
}

async function list(
  { database }: CliContext,
  options: { readonly limit: number; readonly after?: string },
): Promise<Answer> {
  const accounts = await listAccounts(database, { limit: options.limit, after: options.after ?? null })
  const last = accounts.at(-1)
  const nextAfter = last !== undefined && accounts.length === options.limit ? last.accountId : null
  const rows = accounts.map((account) => [
    account.email,
    account.role,
    account.disabledAt === null ? 'enabled' : 'disabled',
    moment(account.createdAt, ''),
    account.accountId,
  ])
  const shown = table(['EMAIL', 'ROLE', 'STATE', 'CREATED', 'ACCOUNT ID'], rows)
  return {
    text: nextAfter === null ? shown : `${shown}\nMore: account list --after ${nextAfter}`,
    json: { accounts: accounts.map(accountJson), next_after: nextAfter },
  }
}

async function show(context: CliContext, options: OfEmail): Promise<Answer> {
  const account = await accountOf(context, options.email)
  const text = listing([
    ['email', account.email],
    ['account id', account.accountId],
    ['role', account.role],
    ['created', moment(account.createdAt, '')],
    ['disabled', moment(account.disabledAt, 'no')],
    ['password', account.hasPassword ? 'set' : "none: can't sign in to the user center"],
  ])
  return { text, json: accountJson(account) }
}

function accountJson(account: Account) {
  return {
    account_id: account.accountId,
    email: account.email,
    role: account.role,
    has_password: account.hasPassword,
    created_at: account.createdAt.toISOString(),
    disabled_at: iso(account.disabledAt),
  }
}
