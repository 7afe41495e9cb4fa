import { Option } from 'commander'
import { createInvite, makeResetToken, type Role, resetLinkLifetimeMs, roles } from '../accounts/index.ts'
import type { Config } from '../config.ts'
import { inviteLink, resetPasswordLink } from '../contract/index.ts'
import type { Answer } from './answer.ts'
import { readDays } from './arguments.ts'
import { CliError } from './cli-error.ts'
import { answering, type Cli, examples } from './commands.ts'
import { accountOf, type CliContext } from './context.ts'
import { moment } from './show.ts'
import { writeAudit } from './write-audit.ts'

const dayMs = 86_400_000

/** One-time links into the user center, for services without mail. */
export function registerSignInCommands(cli: Cli): void {
  cli.program
    .command('password')
    .description('passwords for the user center')
    .command('reset-link')
    .description('print a one-time link that sets a password within 30 minutes and ends all sessions')
    .requiredOption('--email <address>', 'the account')
    .addHelpText('after', examples('password reset-link --email hr@example.com'))
    .action(answering(cli, resetLink))

  cli.program
    .command('invite')
    .description('invitations to the user center')
    .command('create')
    .description('print a one-time code and link for sign-up; needed with SIGN_UP=invite')
    .addOption(
      new Option('--role <role>', 'the role of the new account').choices(roles).makeOptionMandatory(),
    )
    .option('--email <address>', 'only for this address (default: anybody with the code)')
    .option('--days <days>', 'days until it expires (1 to 90)', readDays, 7)
    .addHelpText('after', examples('invite create --role recruiter --email hr@example.com --days 14'))
    .action(answering(cli, invite))
}

async function resetLink(context: CliContext, options: { readonly email: string }): Promise<Answer> {
  const { accountId, email, disabledAt } = await accountOf(context, options.email)
  if (disabledAt !== null) throw new CliError(`account ${email} is disabled (see account enable)`)
  const token = await context.database.transaction(async (tx) => {
    const made = await makeResetToken(tx, context, accountId)
    await writeAudit(tx, context, 'password.reset-link', email)
    return made
  })
  const link = resetPasswordLink(addressOf(context.config), token)
  const expiresAt = new Date(context.clock.now().getTime() + resetLinkLifetimeMs)
  return {
    text: `This link sets the password of ${email}. It works once, until ${moment(expiresAt, '')}:\n\n  ${link}\n`,
    json: { account_id: accountId, email, link, expires_at: expiresAt.toISOString() },
  }
}

interface InviteOptions {
  readonly role: Role
  readonly email?: string
  readonly days: number
}

async function invite(context: CliContext, { role, email, days }: InviteOptions): Promise<Answer> {
  const { database, clock, config } = context
  const expiresAt = new Date(clock.now().getTime() + days * dayMs)
  const { inviteId, code } = await database.transaction(async (tx) => {
    const made = await createInvite(tx, context, { role, email: email ?? null, expiresAt })
    const detail = { role, email: email ?? null, expires_at: expiresAt.toISOString() }
    await writeAudit(tx, context, 'invite.create', made.inviteId, detail)
    return made
  })
  const link = inviteLink(addressOf(config), code)
  const closed = config.signUp === 'closed' ? "\nNote: SIGN_UP is closed, so the code can't be used yet." : ''
  return {
    text: `An invitation as ${role}, until ${moment(expiresAt, '')}; shown only once:\n\n  ${link}\n${closed}`,
    json: {
      invite_id: inviteId,
      code,
      link,
      role,
      email: email ?? null,
      expires_at: expiresAt.toISOString(),
    },
  }
}

/** The service's address for browsers, as far as the settings say. */
function addressOf({ publicUrl, host, port }: Config): string {
  if (publicUrl !== null) return publicUrl
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}
