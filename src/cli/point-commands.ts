import { InvalidArgumentError, Option } from 'commander'
import { type GrantKind, grantKinds, type PointCents } from '../contract/index.ts'
import { createVouchers } from '../ledger/index.ts'
import type { Answer } from './answer.ts'
import { readFuture, readNote, readPointCents, readReason, readUuid } from './arguments.ts'
import { CliError } from './cli-error.ts'
import { answering, type Cli, exampleDate, examples } from './commands.ts'
import type { CliContext } from './context.ts'
import { iso, moment, pointCentsAndPoints } from './show.ts'
import { writeAudit } from './write-audit.ts'

const vouchersMax = 500

export function registerPointCommands(cli: Cli): void {
  const { program, clock } = cli
  program
    .command('voucher')
    .description('redemption codes')
    .command('create')
    .description('create voucher codes; they are shown only once')
    .addOption(new Option('--count <codes>', 'how many').argParser(readCount).default(1))
    .addOption(new Option('--kind <kind>', 'the kind of points').choices(grantKinds).makeOptionMandatory())
    .requiredOption('--point-cents <amount>', 'the amount of one code', readPointCents)
    .option('--expires <date>', 'the last moment to redeem a code, as an ISO date', readFuture(clock.now()))
    .option('--grant-expires <date>', 'the expiry of its points', readFuture(clock.now()))
    .option('--note <text>', 'a note for other operators', readNote)
    .addHelpText(
      'after',
      examples(
        `voucher create --count 20 --kind promotion --point-cents 5000 --expires ${exampleDate(clock)}`,
        'voucher create --kind paid --point-cents 100000 --note "invoice 4711"',
      ),
    )
    .action(answering(cli, create))

  program
    .command('refund')
    .description('refund the charge of a call, once')
    .argument('<request-id>', 'the request_id of the call', readUuid)
    .requiredOption('--reason <text>', 'the reason; the account sees it in its statement', readReason)
    .addHelpText(
      'after',
      examples('refund 0198c0de-0000-7000-8000-000000000000 --reason "the PDF was read as empty"'),
    )
    .action((requestId: string, options: RefundOptions) =>
      answering<RefundOptions>(cli, (context) => refund(context, requestId, options))(options),
    )
}

interface VoucherOptions {
  readonly count: number
  readonly kind: GrantKind
  readonly pointCents: PointCents
  readonly expires?: Date
  readonly grantExpires?: Date
  readonly note?: string
}

async function create(context: CliContext, options: VoucherOptions): Promise<Answer> {
  const { count, kind, pointCents, expires: expiresAt = null, grantExpires: grantExpiresAt = null } = options
  const note = options.note ?? null
  const codes = await context.database.transaction(async (tx) => {
    const wanted = { count, kind, pointCents, expiresAt, grantExpiresAt, note }
    const made = await createVouchers(tx, context, wanted)
    const detail = { count, kind, point_cents: pointCents, expires_at: iso(expiresAt), note }
    await writeAudit(tx, context, 'voucher.create', null, detail)
    return made
  })
  const each = `${pointCentsAndPoints(pointCents)} of kind ${kind}`
  const until = expiresAt === null ? '' : `, redeemable until ${moment(expiresAt, '')}`
  return {
    text: `${codes.join('\n')}\n${each} each${until}. Keep the codes: they can't be shown again.`,
    json: {
      codes,
      kind,
      point_cents: pointCents,
      expires_at: iso(expiresAt),
      grant_expires_at: iso(grantExpiresAt),
      note,
    },
  }
}

interface RefundOptions {
  readonly reason: string
}

async function refund(context: CliContext, requestId: string, { reason }: RefundOptions): Promise<Answer> {
  const refunded = await context.database.transaction(async (tx) => {
    const outcome = await context.ledger.refundIn(tx, { requestId, reason })
    if (outcome.kind !== 'refunded') return outcome
    const detail = { reason, point_cents: outcome.grant.grantedPointCents, account_id: outcome.accountId }
    await writeAudit(tx, context, 'call.refund', requestId, detail)
    return outcome
  })
  if (refunded.kind === 'unknown') throw new CliError(`there is no call ${requestId}`)
  if (refunded.kind === 'not_charged') throw new CliError(`call ${requestId} was not charged`)
  if (refunded.kind === 'already_refunded') throw new CliError(`call ${requestId} was refunded before`)
  const { accountId, grant } = refunded
  const amount = grant.grantedPointCents
  return {
    text: `${pointCentsAndPoints(amount)} of kind ${grant.kind} were refunded to account ${accountId}.`,
    json: {
      request_id: requestId,
      account_id: accountId,
      grant_id: grant.grantId,
      kind: grant.kind,
      point_cents: amount,
      reason,
    },
  }
}

function readCount(text: string): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= vouchersMax) return count
  throw new InvalidArgumentError(`A whole number from 1 to ${vouchersMax} is needed.`)
}
