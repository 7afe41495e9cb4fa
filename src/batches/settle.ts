import { type JsonObject, type PointCents, zeroPointCents } from '../contract/index.ts'
import type { Language } from '../engines/index.ts'
import { assert } from '../kit/index.ts'
import type { TransactionAnswer, TransactionCommand } from '../ledger/index.ts'
import { sql, type Tx } from '../store/index.ts'
import { again, type Deps } from './deps.ts'
import { phrasesIn } from './phrases.ts'
import { type BatchOfAccount, processRows } from './process-rows.ts'
import { type ItemResult, placeholder, sealedFields } from './sealed.ts'
import { type BatchEnd, decideEnd } from './state.ts'
import { type EndedCandidate, summarise } from './summary.ts'

interface BatchRow {
  readonly request_id: string
  readonly language: Language
  readonly total: number
  readonly reclaimed_at: Date | null
}

interface ItemRow {
  readonly position: number
  readonly label_sealed: Uint8Array | null
  readonly score: number | null
  readonly result_sealed: Uint8Array | null
  readonly prompt_tokens: number | null
  readonly completion_tokens: number | null
}

/** Dependencies of a batch's end, in the service and in the command line. */
type EndDeps = Pick<Deps, 'ledger' | 'sealed' | 'clock'>

interface Ended {
  readonly status: BatchEnd['status']
  readonly chargedPointCents: PointCents
  readonly holdLost: boolean
}

/**
 * Ends a batch whose candidates have all ended, and reports it in log and metrics. Returns whether this call
 * ended it.
 */
export async function settleBatch(deps: Deps, accountId: string, batchId: string): Promise<boolean> {
  const name = { accountId, batchId }
  const ended = await deps.store.transaction((tx) => endIn(tx, deps, name), again(deps))
  if (ended === null) return false
  const { status, chargedPointCents } = ended
  if (ended.holdLost) deps.log.error(name, 'a batch ended without its hold: nothing was charged')
  deps.log.info({ ...name, status, chargedPointCents }, 'batch ended')
  deps.metrics.batchEnded(status)
  deps.metrics.charged('startBatchScreening', chargedPointCents)
  return true
}

/**
 * Charges the batch and writes its final state and summary in one transaction, so a batch ends once, or not
 * at all if the process dies. Null if another process was faster, or a candidate is still open.
 */
export async function endIn(tx: Tx, deps: EndDeps, name: BatchName): Promise<Ended | null> {
  const { accountId, batchId } = name
  const batch = await readFinished(tx, name)
  if (batch === undefined) return null
  const items = await readItems(tx, name)
  assert(items.length === batch.total, `batch ${batchId} has ${items.length} of ${batch.total} candidates`)
  const scored = items.filter((item) => item.score !== null).length
  const end = decideEnd({ total: batch.total, scored, reclaimed: batch.reclaimed_at !== null })
  const summary = summarise(openItems(deps, name, batch.language, items), batch.language)
  const command = commandFor(batch.request_id, end, usageOf(items, scored))
  const [answer] = await deps.ledger.applyInTransaction(tx, accountId, [command])
  assert(answer !== undefined, 'every command has its answer')
  const charge = chargeOf(answer)
  const sealedSummary = deps.sealed.sealJson(summary, sealedFields.summary(name))
  const written = await writeEnd(tx, name, { end, charge, sealedSummary, endedAt: deps.clock.now() })
  if (written !== 1) return null
  return { status: end.status, chargedPointCents: charge.billed, holdLost: answer.kind === 'lost' }
}

export interface BatchName {
  readonly accountId: string
  readonly batchId: string
}

/** Needs no lock: ended candidates do not change, and the hold ends only once. */
const readFinished = (tx: Tx, { accountId, batchId }: BatchName) =>
  tx.maybe<BatchRow>(sql`
    select request_id, language, total, reclaimed_at from batches
    where account_id = ${accountId} and batch_id = ${batchId} and status = 'running' and open_items = 0`)

const readItems = (tx: Tx, { accountId, batchId }: BatchName) =>
  tx.many<ItemRow>(sql`
    select position, label_sealed, score, result_sealed, prompt_tokens, completion_tokens from batch_items
    where account_id = ${accountId} and batch_id = ${batchId} order by position`)

function openItems(
  deps: Pick<Deps, 'sealed'>,
  name: BatchName,
  language: Language,
  items: readonly ItemRow[],
): EndedCandidate[] {
  return items.map(({ position, score, label_sealed, result_sealed }) => {
    const item = { ...name, position }
    const label =
      label_sealed === null ? null : deps.sealed.openText(label_sealed, sealedFields.candidate(item))
    const result =
      result_sealed === null
        ? null
        : deps.sealed.openJson<ItemResult>(result_sealed, sealedFields.result(item))
    return { position, score, label: label ?? phrasesIn(language).defaultLabel(position), result }
  })
}

function usageOf(items: readonly ItemRow[], scored: number): JsonObject {
  const prompt = items.reduce((sum, item) => sum + (item.prompt_tokens ?? 0), 0)
  const completion = items.reduce((sum, item) => sum + (item.completion_tokens ?? 0), 0)
  return {
    candidates: items.length,
    scored,
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  }
}

function commandFor(requestId: string, { costPointCents }: BatchEnd, usage: JsonObject): TransactionCommand {
  if (costPointCents === 0) return { kind: 'release', requestId }
  return { kind: 'capture', requestId, costPointCents, usage }
}

interface Charge {
  readonly billed: PointCents
  readonly resource: PointCents
  /** Null if nothing was charged, because then there is no balance. */
  readonly balance: PointCents | null
}

function chargeOf(answer: TransactionAnswer): Charge {
  if (answer.kind !== 'captured') return { billed: zeroPointCents, resource: zeroPointCents, balance: null }
  const { billedPointCents, resourcePointCents, balancePointCents } = answer.billing
  return { billed: billedPointCents, resource: resourcePointCents, balance: balancePointCents }
}

interface End {
  readonly end: BatchEnd
  readonly charge: Charge
  readonly sealedSummary: Uint8Array
  readonly endedAt: Date
}

/**
 * Writes nothing if another process was faster; that process ended the hold, and our command changed nothing.
 */
const writeEnd = (tx: Tx, { accountId, batchId }: BatchName, { end, charge, sealedSummary, endedAt }: End) =>
  tx.run(sql`
    update batches
    set status = ${end.status}, ended_at = ${endedAt}, billed = ${charge.billed},
        resource_billed = ${charge.resource}, balance = ${charge.balance}, summary_sealed = ${sealedSummary},
        jd = ${placeholder}
    where account_id = ${accountId} and batch_id = ${batchId} and status = 'running' and open_items = 0`)

const batchesAtOnce = 200

/** Ends batches whose candidates have all ended. One bounded run; returns how many. */
export async function settleFinished(deps: Deps): Promise<number> {
  const rows = await deps.store.many<BatchOfAccount>(toSettleStatement(deps.skipped.batchIds()))
  return processRows(deps, rows, (row) => settleBatch(deps, row.account_id, row.batch_id))
}

export const toSettleStatement = (skipped: readonly string[]) => sql`
  select account_id, batch_id from batches where status = 'running' and open_items = 0
    and batch_id <> all(${skipped}::uuid[])
  order by created_at limit ${batchesAtOnce}`
