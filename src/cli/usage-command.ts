import type { UsageQuery, UsageRow } from '../ledger/index.ts'
import type { Answer } from './answer.ts'
import { pageRowsMax, readMoment, readRowLimit, readUuid } from './arguments.ts'
import { UsageError } from './cli-error.ts'
import { answerWith, type Cli, examples, wantsJson } from './commands.ts'
import { accountOf, type CliContext, withContext } from './context.ts'
import { csvHeading, csvLine } from './csv.ts'
import { iso, moment } from './show.ts'
import { table } from './table.ts'

interface UsageOptions {
  readonly email: string
  readonly from?: Date
  readonly to?: Date
  readonly limit: number
  readonly after?: string
  readonly csv?: boolean
}

export function registerUsageCommand(cli: Cli): void {
  cli.program
    .command('usage')
    .description("list an account's calls with their charges, oldest first")
    .requiredOption('--email <address>', 'the account')
    .option('--from <date>', 'admitted at or after, as an ISO date', readMoment)
    .option('--to <date>', 'admitted before, as an ISO date', readMoment)
    .option('--csv', 'all of them, as CSV')
    .option('--limit <rows>', `the most rows (1 to ${pageRowsMax}); not for --csv`, readRowLimit, 100)
    .option('--after <request_id>', 'continue after this call', readUuid)
    .addHelpText(
      'after',
      examples(
        'usage --email hr@example.com --from 2026-11-01 --to 2026-12-01',
        'usage --email hr@example.com --csv > usage.csv',
      ),
    )
    .action(async (options: UsageOptions) => {
      if (options.csv && wantsJson(cli))
        throw new UsageError('--csv and --json exclude each other: choose one')
      if (options.csv) await withContext((context) => writeCsv(cli, context, options))
      else await answerWith(cli, await withContext((context) => usage(context, options)))
    })
}

async function usage(context: CliContext, options: UsageOptions): Promise<Answer> {
  const { accountId, email } = await accountOf(context, options.email)
  const calls = await context.ledger.usage(queryOf(accountId, options, options.after, options.limit))
  const last = calls.at(-1)
  const nextAfter = last !== undefined && calls.length === options.limit ? last.requestId : null
  const right = (amount: number) => ({ right: String(amount) })
  const heading = ['TIME', 'OPERATION', 'DOOR', 'STATE', { right: 'POINT_CENTS' }, 'REQUEST ID', 'NOTE']
  const rows = calls.map((call) => [
    moment(call.createdAt, ''),
    call.operation,
    call.door,
    call.state,
    right(call.chargedPointCents),
    call.requestId,
    call.note ?? '',
  ])
  const charged = calls.reduce((sum, call) => sum + call.chargedPointCents, 0)
  const from = options.from === undefined ? '' : ` --from ${options.from.toISOString()}`
  const to = options.to === undefined ? '' : ` --to ${options.to.toISOString()}`
  const more = nextAfter === null ? '' : `\nMore: usage --email ${email}${from}${to} --after ${nextAfter}`
  const shown = table(heading, rows)
  return {
    text: `${shown}\n${calls.length} shown, ${charged} point_cents charged.${more}`,
    json: { account_id: accountId, email, calls: calls.map(callJson), next_after: nextAfter },
  }
}

/** Page by page, so that memory and statement time don't grow with the number of calls. */
async function writeCsv(cli: Cli, context: CliContext, options: UsageOptions): Promise<void> {
  const { accountId } = await accountOf(context, options.email)
  await cli.terminal.write(csvHeading(columns))
  for (let after = options.after, full = true; full; ) {
    const calls = await context.ledger.usage(queryOf(accountId, options, after, pageRowsMax))
    await cli.terminal.write(calls.map(callCsv).join(''))
    after = calls.at(-1)?.requestId
    full = calls.length === pageRowsMax
  }
}

function queryOf(
  accountId: string,
  { from, to }: UsageOptions,
  after: string | undefined,
  limit: number,
): UsageQuery {
  return {
    accountId,
    limit,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(after === undefined ? {} : { afterRequestId: after }),
  }
}

const columns = [
  'request_id',
  'created_at',
  'settled_at',
  'operation',
  'door',
  'key_id',
  'state',
  'held_point_cents',
  'charged_point_cents',
  'resource_point_cents',
  'usage',
  'note',
] as const

function callJson(call: UsageRow) {
  return {
    request_id: call.requestId,
    created_at: call.createdAt.toISOString(),
    settled_at: iso(call.settledAt),
    operation: call.operation,
    door: call.door,
    key_id: call.keyId,
    state: call.state,
    held_point_cents: call.heldPointCents,
    charged_point_cents: call.chargedPointCents,
    resource_point_cents: call.resourcePointCents,
    usage: call.usage,
    note: call.note,
  } satisfies Record<(typeof columns)[number], unknown>
}

function callCsv(call: UsageRow): string {
  const cells = callJson(call)
  const usageText = cells.usage === null ? null : JSON.stringify(cells.usage)
  return csvLine(columns.map((column) => (column === 'usage' ? usageText : cells[column])))
}
