import { findAccount, findKey } from '../accounts/index.ts'
import type { CallRow } from '../console/index.ts'
import type { LedgerCall } from '../ledger/index.ts'
import { findCall } from '../ledger/index.ts'
import type { Answer } from './answer.ts'
import { readUuid } from './arguments.ts'
import { CliError } from './cli-error.ts'
import { answering, type Cli, examples } from './commands.ts'
import type { CliContext } from './context.ts'
import { iso, moment, pointCentsAndPoints } from './show.ts'
import { listing } from './table.ts'

/** One call, by the request id that the caller quotes. Its content is neither stored nor shown. */
export function registerCallCommands(cli: Cli): void {
  cli.program
    .command('call')
    .description('look up a call by its request id')
    .command('show')
    .description("show a call's account, result and hold")
    .argument('<request_id>', 'the request_id of the answer', readUuid)
    .addHelpText('after', examples('call show 0198c0de-0000-7000-8000-000000000000'))
    .action((id: string) => answering<{ readonly id: string }>(cli, show)({ id }))
}

type CallRecord = CallRow & { readonly account_id: string }

/** The stored traces of a call: its record, and its hold if it was admitted. */
interface Found {
  readonly record: CallRecord | undefined
  readonly charged: LedgerCall | undefined
  readonly accountId: string
}

async function show({ config, database }: CliContext, { id }: { readonly id: string }): Promise<Answer> {
  const [{ findCallRecord, noKeyId }, { batchOfCall }] = await Promise.all([
    import('../console/index.ts'),
    import('../batches/index.ts'),
  ])
  const record = await findCallRecord(database, id)
  const charged = await findCall(database, id)
  const accountId = record?.account_id ?? charged?.accountId
  if (accountId === undefined) throw noSuchCall(id, config.usageRetentionDays)
  const found = { record, charged, accountId }
  const keyId = record === undefined ? (charged?.keyId ?? null) : record.key_id
  const usedKey = keyId === noKeyId ? null : keyId
  const [account, key, batch] = await Promise.all([
    findAccount(database, accountId),
    usedKey === null ? undefined : findKey(database, usedKey),
    batchOfCall(database, { accountId, requestId: id }),
  ])
  const keyText = key === undefined ? (usedKey ?? 'none') : `${key.name} (…${key.lastFour}) ${key.keyId}`
  const facts: (readonly [string, string])[] = [
    ['request id', id],
    ['time', moment(record?.at ?? charged?.admittedAt ?? null, '')],
    ['account', `${account?.email ?? 'unknown'} (${accountId})`],
    ['key', keyText],
    ['door', record?.door ?? charged?.door ?? ''],
    ['operation', record?.operation ?? charged?.operation ?? ''],
    ['status', statusText(record)],
    ...moneyFacts(charged),
    ...(batch === undefined ? [] : ([['batch', `${batch.batchId} (${batch.status})`]] as const)),
  ]
  const names = { email: account?.email ?? null, keyId: usedKey, batchId: batch?.batchId ?? null }
  return { text: listing(facts), json: callJson(id, found, names) }
}

function noSuchCall(id: string, retentionDays: number): CliError {
  const age = retentionDays === 0 ? '' : `, its record is older than ${retentionDays} days`
  return new CliError(
    `there is no call ${id}: it reached no account (for example because of a wrong key)${age}, or it is less than a second old. ` +
      'The log of the service has its requestId',
  )
}

function statusText(record: CallRecord | undefined): string {
  if (record === undefined) return 'not recorded: still running, or its process died'
  const { status, error, milliseconds, pages, tokens } = record
  const counts = [
    ...(pages === null ? [] : [`${pages} pages`]),
    ...(tokens === null ? [] : [`${tokens} tokens`]),
  ]
  return [`${status}${error === null ? '' : ` ${error}`}`, `${milliseconds} ms`, ...counts].join(', ')
}

function moneyFacts(charged: LedgerCall | undefined): (readonly [string, string])[] {
  if (charged === undefined) return [['hold', 'none: free, refused before its hold, or a replay']]
  const { state, heldPointCents, chargedPointCents, leaseUntil, settledAt, paidBy, refundedAt } = charged
  const end = state === 'held' ? `open until ${moment(leaseUntil, '')}` : `${state} ${moment(settledAt, '')}`
  const paid = paidBy.map(({ kind, grantId, pointCents }) => `${pointCents} of ${kind} ${grantId}`)
  return [
    ['hold', `${pointCentsAndPoints(heldPointCents)}, ${end}`],
    ['charged', state === 'held' ? 'not yet' : pointCentsAndPoints(chargedPointCents)],
    ...(paid.length === 0 ? [] : ([['paid by', paid.join('; ')]] as const)),
    ...(refundedAt === null ? [] : ([['refunded', moment(refundedAt, '')]] as const)),
  ]
}

function callJson(
  requestId: string,
  { record, charged, accountId }: Found,
  names: { readonly email: string | null; readonly keyId: string | null; readonly batchId: string | null },
) {
  return {
    request_id: requestId,
    at: iso(record?.at ?? charged?.admittedAt ?? null),
    account_id: accountId,
    email: names.email,
    key_id: names.keyId,
    door: record?.door ?? charged?.door ?? null,
    operation: record?.operation ?? charged?.operation ?? null,
    status: record?.status ?? null,
    error: record?.error ?? null,
    milliseconds: record?.milliseconds ?? null,
    pages: record?.pages ?? null,
    tokens: record?.tokens ?? null,
    hold: charged === undefined ? null : holdJson(charged),
    batch_id: names.batchId,
  }
}

function holdJson(charged: LedgerCall) {
  return {
    state: charged.state,
    held_point_cents: charged.heldPointCents,
    charged_point_cents: charged.chargedPointCents,
    resource_point_cents: charged.resourcePointCents,
    admitted_at: charged.admittedAt.toISOString(),
    lease_until: charged.leaseUntil.toISOString(),
    settled_at: iso(charged.settledAt),
    refunded_at: iso(charged.refundedAt),
    paid_by: charged.paidBy.map(({ grantId, kind, pointCents }) => ({
      grant_id: grantId,
      kind,
      point_cents: pointCents,
    })),
  }
}
