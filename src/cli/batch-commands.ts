import { Option } from 'commander'
import type { BatchView, Cancelled, ItemView } from '../batches/index.ts'
import { type BatchStatus, batchStatuses } from '../contract/index.ts'
import type { Answer } from './answer.ts'
import { pageRowsMax, readRowLimit, readUuid } from './arguments.ts'
import { CliError, UsageError } from './cli-error.ts'
import { answering, type Cli, examples } from './commands.ts'
import { accountOf, type CliContext } from './context.ts'
import { iso, moment } from './show.ts'
import { listing, table } from './table.ts'
import { writeAudit } from './write-audit.ts'

/** The state of batches, for operators; their content stays sealed. */
export function registerBatchCommands(cli: Cli): void {
  const batch = cli.program.command('batch').description('list, show, cancel and delete batches')
  batch
    .command('list')
    .description('list batches, newest first')
    .option('--email <address>', 'only of this account')
    .addOption(new Option('--status <status>', 'only in this state').choices(batchStatuses))
    .option('--limit <rows>', `the most rows (1 to ${pageRowsMax})`, readRowLimit, 100)
    .option('--after <batch_id>', 'continue after this batch', readUuid)
    .addHelpText('after', examples('batch list --status running', 'batch list --email hr@example.com'))
    .action(answering(cli, list))
  batch
    .command('show')
    .description('show a batch and the state of each candidate')
    .requiredOption('--id <batch_id>', 'the batch', readUuid)
    .addHelpText('after', examples('batch show --id 0198c0de-0000-7000-8000-000000000000'))
    .action(answering(cli, show))
  batch
    .command('cancel')
    .description('end a running batch now: scored candidates are charged, the rest of the hold is released')
    .argument('[batch_id]', 'the batch', readUuid)
    .option('--id <batch_id>', 'the same', readUuid)
    .addHelpText('after', examples('batch cancel 0198c0de-0000-7000-8000-000000000000'))
    .action((batchId: string | undefined, { id = batchId }: { readonly id?: string }) => {
      if (id === undefined) throw new UsageError('a batch id is needed: batch cancel BATCH_ID')
      return answering(cli, cancel)({ id })
    })
  batch
    .command('delete')
    .description('delete an ended batch with its candidates; its charge stays in the ledger')
    .requiredOption('--id <batch_id>', 'the batch', readUuid)
    .addHelpText('after', examples('batch delete --id 0198c0de-0000-7000-8000-000000000000'))
    .action(answering(cli, deleteOne))
}

interface ListOptions {
  readonly email?: string
  readonly status?: BatchStatus
  readonly limit: number
  readonly after?: string
}

async function list(context: CliContext, { email, status, limit, after }: ListOptions): Promise<Answer> {
  const accountId = email === undefined ? null : (await accountOf(context, email)).accountId
  const { listBatches } = await import('../batches/index.ts')
  const query = { accountId, status: status ?? null, after: after ?? null, limit }
  const batches = await listBatches(context.database, query)
  const last = batches.at(-1)
  const nextAfter = last !== undefined && batches.length === limit ? last.batchId : null
  const rows = batches.map((batch) => [
    moment(batch.createdAt, ''),
    batch.status,
    { right: `${batch.total - batch.openItems}/${batch.total}` },
    { right: chargeText(batch) },
    batch.batchId,
    batch.accountId,
  ])
  const heading = ['STARTED', 'STATUS', { right: 'DONE' }, { right: 'POINT_CENTS' }, 'BATCH ID', 'ACCOUNT ID']
  const shown = table(heading, rows)
  const ofEmail = email === undefined ? '' : ` --email ${email}`
  const inStatus = status === undefined ? '' : ` --status ${status}`
  return {
    text: nextAfter === null ? shown : `${shown}\nMore: batch list${ofEmail}${inStatus} --after ${nextAfter}`,
    json: { batches: batches.map(batchJson), next_after: nextAfter },
  }
}

async function show({ database }: CliContext, { id }: { readonly id: string }): Promise<Answer> {
  const { showBatch } = await import('../batches/index.ts')
  const found = await showBatch(database, id)
  if (found === undefined) throw noSuchBatch(id)
  const { batch, items } = found
  const facts = listing([
    ['batch id', batch.batchId],
    ['account id', batch.accountId],
    ['request id', batch.requestId],
    ['status', statusText(batch)],
    ['started', moment(batch.createdAt, '')],
    ['ended', moment(batch.endedAt, 'no')],
    ['point_cents', chargeText(batch)],
  ])
  const rows = items.map((item) => [
    { right: String(item.position) },
    item.state,
    { right: item.score === null ? '' : item.score.toFixed(1) },
    { right: String(item.attempts) },
    { right: String(item.starts) },
    item.failure ?? '',
    moment(item.leaseUntil, ''),
  ])
  const right = (text: string) => ({ right: text })
  const heading = [
    right('#'),
    'STATE',
    right('SCORE'),
    right('FAILED'),
    right('CLAIMED'),
    'WHY',
    'LEASE UNTIL',
  ]
  const json = { ...batchJson(batch), items: items.map(itemJson) }
  return { text: `${facts}\n\n${table(heading, rows)}`, json }
}

async function deleteOne(context: CliContext, { id }: { readonly id: string }): Promise<Answer> {
  const { deleteBatchIn } = await import('../batches/index.ts')
  const outcome = await context.database.transaction(async (tx) => {
    const deleted = await deleteBatchIn(tx, id)
    if (deleted === 'deleted') await writeAudit(tx, context, 'batch.delete', id)
    return deleted
  })
  if (outcome === 'unknown') throw noSuchBatch(id)
  if (outcome === 'running') throw new CliError(`batch ${id} is still running: cancel it or wait for its end`)
  return { text: `Batch ${id} is deleted; its charge stays in the ledger.`, json: { deleted: id } }
}

/** A statement of the service may hold a lock for this long. */
const cancelLockTimeoutMs = 10_000

async function cancel(context: CliContext, { id }: { readonly id: string }): Promise<Answer> {
  const { database, ledger, clock, sealer } = context
  if (sealer === null) {
    throw new CliError('ending a batch needs the data key: set DATA_KEY or DATA_DIR as the service has them')
  }
  const { cancelBatchIn } = await import('../batches/index.ts')
  const cancelled = await database.transaction(
    async (tx) => {
      const done = await cancelBatchIn(tx, { ledger, clock, sealer }, id)
      if (done?.changed === true) await writeAudit(tx, context, 'batch.cancel', id, auditDetail(done))
      return done
    },
    { attemptsMax: 5, lockTimeoutMs: cancelLockTimeoutMs },
  )
  if (cancelled === undefined) throw noSuchBatch(id)
  const { changed, batch, scored } = cancelled
  const { status, total, chargedPointCents } = batch
  const facts = `${scored} of ${total} candidates are scored; charged ${chargedPointCents} point_cents`
  const text = changed
    ? `Batch ${id} is cancelled and ended as ${status}: ${facts}, the rest of its hold is released.`
    : `Batch ${id} had already ended as ${statusText(batch)}: ${facts}. Nothing was changed.`
  return { text, json: { ...batchJson(batch), scored, changed } }
}

function auditDetail({ batch, scored }: Cancelled) {
  return { status: batch.status, scored, total: batch.total, charged_point_cents: batch.chargedPointCents }
}

function statusText({ status, reclaimedAt, cancelledAt }: BatchView): string {
  if (cancelledAt !== null) return `${status} (cancelled)`
  return reclaimedAt === null ? status : `${status} (ran for too long)`
}

const noSuchBatch = (id: string) => new CliError(`there is no batch ${id} (batch list shows them)`)

function chargeText({ chargedPointCents }: BatchView): string {
  return chargedPointCents === null ? 'not yet' : String(chargedPointCents)
}

function batchJson(batch: BatchView) {
  return {
    batch_id: batch.batchId,
    account_id: batch.accountId,
    request_id: batch.requestId,
    status: batch.status,
    total: batch.total,
    completed: batch.total - batch.openItems,
    created_at: batch.createdAt.toISOString(),
    ended_at: iso(batch.endedAt),
    reclaimed_at: iso(batch.reclaimedAt),
    cancelled_at: iso(batch.cancelledAt),
    charged_point_cents: batch.chargedPointCents,
  }
}

function itemJson(item: ItemView) {
  const { position, state, score, attempts, starts, failure, leaseUntil } = item
  return { position, state, score, attempts, starts, failure, lease_until: iso(leaseUntil) }
}
