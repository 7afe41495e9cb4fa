import { Option } from 'commander'
import { type GrantKind, grantKinds, type PointCents } from '../contract/index.ts'
import type { Balance, QuotaWindow } from '../ledger/index.ts'
import type { Answer } from './answer.ts'
import { readFuture, readNote, readPointCents, readQuota, readReason, readUuid } from './arguments.ts'
import { CliError } from './cli-error.ts'
import { answering, type Cli, exampleDate, examples } from './commands.ts'
import { accountOf, type CliContext } from './context.ts'
import { exitCodes } from './exit-codes.ts'
import { durationText, iso, limitText, moment, pointCentsAndPoints, pointsText } from './show.ts'
import { listing, table } from './table.ts'
import { writeAudit } from './write-audit.ts'

export function registerMoneyCommands(cli: Cli): void {
  const { program, clock } = cli
  program
    .command('grant')
    .description('give an account points')
    .requiredOption('--email <address>', 'the account')
    .addOption(new Option('--kind <kind>', 'the kind of points').choices(grantKinds).makeOptionMandatory())
    .requiredOption('--point-cents <amount>', 'the amount; 100 point_cents are one point', readPointCents)
    .option('--expires <date>', 'their expiry, as an ISO date', readFuture(clock.now()))
    .option('--note <text>', 'a note for the ledger', readNote)
    .addHelpText(
      'after',
      examples(
        'grant --email hr@example.com --kind paid --point-cents 50000 --note "invoice 4711"',
        `grant --email hr@example.com --kind promotion --point-cents 1000 --expires ${exampleDate(clock)}`,
      ),
    )
    .action(answering(cli, grant))

  program
    .command('withdraw')
    .description('take points back that were granted by mistake')
    .requiredOption('--email <address>', 'the account')
    .requiredOption('--grant <id>', 'the grant; balance lists them', readUuid)
    .requiredOption(
      '--point-cents <amount>',
      'the amount; refused if less is left of the grant',
      readPointCents,
    )
    .requiredOption('--note <text>', 'a note that is kept in the ledger', readReason)
    .addHelpText(
      'after',
      examples(
        'withdraw --email hr@example.com --grant 0198c0de-0000-7000-8000-000000000000 --point-cents 4500 --note "typed 5000 for 500"',
      ),
    )
    .action(answering(cli, withdraw))

  program
    .command('quota')
    .description('quotas of requests')
    .command('set')
    .description("set an account's own quotas")
    .requiredOption('--email <address>', 'the account')
    .requiredOption(
      '--daily <requests>',
      'per calendar day; 0: no limit, default: the configured one',
      readQuota,
    )
    .requiredOption('--monthly <requests>', 'per calendar month; likewise', readQuota)
    .addHelpText(
      'after',
      examples(
        'quota set --email hr@example.com --daily 5000 --monthly 0',
        'quota set --email hr@example.com --daily default --monthly default',
      ),
    )
    .action(answering(cli, setQuota))

  program
    .command('balance')
    .description("show an account's balance, holds and quota")
    .requiredOption('--email <address>', 'the account')
    .addHelpText('after', examples('balance --email hr@example.com', 'balance --email hr@example.com --json'))
    .action(answering(cli, balance))

  program
    .command('ledger')
    .description('the books')
    .command('verify')
    .description('recompute every balance from its entries; exit code 1 on a difference')
    .addHelpText('after', examples('ledger verify'))
    .action(answering(cli, verify))
}

interface GrantOptions {
  readonly email: string
  readonly kind: GrantKind
  readonly pointCents: PointCents
  readonly expires?: Date
  readonly note?: string
}

async function grant(context: CliContext, options: GrantOptions): Promise<Answer> {
  const { accountId, email } = await accountOf(context, options.email)
  const { kind, pointCents } = options
  const [expiresAt, note] = [options.expires ?? null, options.note ?? null]
  const granted = await context.database.transaction(async (tx) => {
    const made = await context.ledger.grantIn(tx, { accountId, kind, pointCents, expiresAt, note })
    const detail = { grant_id: made.grantId, kind, point_cents: pointCents, expires_at: iso(expiresAt), note }
    await writeAudit(tx, context, 'points.grant', email, detail)
    return made
  })
  const { balancePointCents } = granted.balance
  const until = expiresAt === null ? '' : `, until ${moment(expiresAt, '')}`
  const unspendable = context.config.terms.balanceOrder.includes(kind)
    ? ''
    : `\nNote: ${kind} is not in BALANCE_ORDER, so these points can't be spent.`
  return {
    text:
      `${email} was granted ${pointCentsAndPoints(pointCents)} of kind ${kind}${until}. ` +
      `Balance: ${pointCentsAndPoints(balancePointCents)}.${unspendable}`,
    json: {
      grant_id: granted.grantId,
      account_id: accountId,
      email,
      kind,
      point_cents: pointCents,
      expires_at: iso(expiresAt),
      note,
      balance_point_cents: balancePointCents,
    },
  }
}

interface WithdrawOptions {
  readonly email: string
  readonly grant: string
  readonly pointCents: PointCents
  readonly note: string
}

async function withdraw(context: CliContext, options: WithdrawOptions): Promise<Answer> {
  const { accountId, email } = await accountOf(context, options.email)
  const { grant: grantId, pointCents, note } = options
  const taken = await context.database.transaction(async (tx) => {
    const withdrawn = await context.ledger.withdrawIn(tx, { accountId, grantId, pointCents, note })
    if (withdrawn.kind === 'withdrawn') {
      const detail = { grant_id: grantId, point_cents: pointCents, note }
      await writeAudit(tx, context, 'points.withdraw', email, detail)
    }
    return withdrawn
  })
  if (taken.kind === 'not_free') {
    throw new CliError(
      taken.freePointCents === 0
        ? `${email} has no unheld points left of a grant ${grantId}. Nothing was taken.`
        : `No more than ${pointCentsAndPoints(taken.freePointCents)} can be taken of grant ${grantId}: the rest ` +
            'is spent, or held by calls. Nothing was taken.',
    )
  }
  const { balancePointCents } = taken.balance
  return {
    text:
      `${pointCentsAndPoints(pointCents)} were taken back from ${email}. ` +
      `Balance: ${pointCentsAndPoints(balancePointCents)}.`,
    json: {
      withdrawal_id: taken.withdrawalId,
      grant_id: grantId,
      account_id: accountId,
      email,
      point_cents: pointCents,
      note,
      balance_point_cents: balancePointCents,
    },
  }
}

interface QuotaOptions {
  readonly email: string
  readonly daily: number | 'default'
  readonly monthly: number | 'default'
}

async function setQuota(context: CliContext, options: QuotaOptions): Promise<Answer> {
  const { accountId, email } = await accountOf(context, options.email)
  const daily = options.daily === 'default' ? null : options.daily
  const monthly = options.monthly === 'default' ? null : options.monthly
  await context.database.transaction(async (tx) => {
    await context.ledger.setQuotaIn(tx, accountId, { daily, monthly })
    await writeAudit(tx, context, 'account.quota', email, { daily, monthly })
  })
  const { quotaDaily, quotaMonthly } = context.config.terms
  return {
    text: `${email}: ${limitText(daily, quotaDaily)} a day, ${limitText(monthly, quotaMonthly)} a month.`,
    json: { account_id: accountId, email, daily, monthly },
  }
}

async function balance(context: CliContext, options: { readonly email: string }): Promise<Answer> {
  const { accountId, email } = await accountOf(context, options.email)
  const found = await context.ledger.balance(accountId)
  const kinds = grantKinds.map((kind) => [`  ${kind}`, pointCentsAndPoints(found.byKind[kind])] as const)
  const summary = listing([
    ['account', email],
    ['balance', pointCentsAndPoints(found.balancePointCents)],
    ['held by calls', pointCentsAndPoints(found.heldPointCents)],
    ['left of each kind', ''],
    ...kinds,
    ['today', windowText(found.quota.daily)],
    ['this month', windowText(found.quota.monthly)],
  ])
  const grants = found.grants.map((each) => [
    each.grantId,
    each.kind,
    { right: String(each.remainingPointCents) },
    { right: pointsText(each.remainingPointCents) },
    moment(each.expiresAt, 'never'),
  ])
  const heading = ['GRANT ID', 'KIND', { right: 'POINT_CENTS LEFT' }, { right: 'POINTS' }, 'EXPIRES']
  return {
    text: `${summary}\n\n${table(heading, grants)}`,
    json: { account_id: accountId, email, ...balanceJson(found) },
  }
}

async function verify({ ledger }: CliContext): Promise<Answer> {
  const report = await ledger.verify()
  const differences = report.differences.map(({ accountId, what, expected, found }) => ({
    account_id: accountId,
    what,
    expected,
    found,
  }))
  const rows = report.differences.map(({ accountId, what, expected, found }) => [
    accountId,
    what,
    { right: String(expected) },
    { right: String(found) },
  ])
  const accounts = report.accounts === 1 ? '1 account' : `${report.accounts} accounts`
  const heading = ['ACCOUNT ID', 'WHAT', { right: 'EXPECTED' }, { right: 'FOUND' }]
  return {
    text: report.ok
      ? `The ledger of ${accounts} is correct.`
      : `The ledger of ${accounts} has differences:\n${table(heading, rows)}`,
    json: { ok: report.ok, accounts: report.accounts, differences },
    exitCode: report.ok ? exitCodes.done : exitCodes.failed,
  }
}

function windowText(window: QuotaWindow | null): string {
  if (window === null) return 'no limit of requests'
  const { limit, remaining, resetSeconds } = window
  const resetsIn = durationText(resetSeconds)
  return `${limit - remaining} of ${limit} requests used, ${remaining} left; resets in ${resetsIn}`
}

function balanceJson(found: Balance) {
  const window = (of: QuotaWindow | null) =>
    of === null ? null : { limit: of.limit, remaining: of.remaining, reset_seconds: of.resetSeconds }
  return {
    balance_point_cents: found.balancePointCents,
    balance_points: found.balancePointCents / 100,
    held_point_cents: found.heldPointCents,
    held_points: found.heldPointCents / 100,
    by_kind: found.byKind,
    quota: { daily: window(found.quota.daily), monthly: window(found.quota.monthly) },
    own_quota: { daily: found.ownQuota.daily, monthly: found.ownQuota.monthly },
    grants: found.grants.map((each) => ({
      grant_id: each.grantId,
      kind: each.kind,
      remaining_point_cents: each.remainingPointCents,
      expires_at: iso(each.expiresAt),
    })),
  }
}
