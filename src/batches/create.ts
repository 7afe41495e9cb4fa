import {
  batchCandidatePointCents,
  type HandlerCaller,
  pointCents,
  type Start,
  type StartBatchInput,
} from '../contract/index.ts'
import { detectLanguage } from '../engines/index.ts'
import { sql, type Tx } from '../store/index.ts'
import type { Deps } from './deps.ts'
import { likelyDuplicates } from './duplicates/likely-duplicates.ts'
import { sealedFields } from './sealed.ts'

/**
 * Much longer than a batch may run: any process reclaims a stale batch long before, and ends its hold. This
 * lease only releases a hold whose batch no longer exists.
 */
const holdLeaseMs = 30 * 24 * 3_600_000

const billingNote = '费用异步结算：批次结束后按成功评分的候选人计费，失败的候选人不收费，本次响应不扣费'

/**
 * Finds duplicates and seals a batch before the transaction that writes it, so that the transaction is short.
 */
export async function prepareBatch(
  deps: Deps,
  input: StartBatchInput,
  { accountId, requestId }: HandlerCaller,
  written: () => void,
): Promise<Start<Tx>> {
  const { sealed } = deps
  const batchId = deps.ids.uuid()
  const name = { accountId, batchId }
  const createdAt = deps.clock.now()
  const total = input.resumes.length
  const texts = input.resumes.map(({ text }) => text)
  const duplicates = await likelyDuplicates(texts, input.jdText)
  const rows: ItemRows = {
    positions: input.resumes.map((_, index) => index + 1),
    labels: input.resumes.map(({ label }, index) =>
      label === undefined
        ? null
        : sealed.sealText(label, sealedFields.candidate({ ...name, position: index + 1 })),
    ),
    resumes: input.resumes.map(({ text }, index) =>
      sealed.sealText(text, sealedFields.resume({ ...name, position: index + 1 })),
    ),
    duplicates: duplicates.map((indexes) => JSON.stringify(indexes)),
  }
  const batch = {
    ...name,
    requestId,
    createdAt,
    total,
    language: detectLanguage(input.jdText),
    label: input.label === undefined ? null : sealed.sealText(input.label, sealedFields.label(name)),
    jd: sealed.sealText(input.jdText, sealedFields.jd(name)),
    criteria: input.criteria ? sealed.sealJson(input.criteria, sealedFields.criteria(name)) : null,
  }
  return {
    data: { batch_id: batchId, status: 'running', total },
    estimatedPointCents: pointCents(total * batchCandidatePointCents),
    billingNote,
    leaseMs: holdLeaseMs,
    async write(tx) {
      await insertBatch(tx, batch)
      await insertItems(tx, name, rows)
      await countPending(tx, accountId, total)
    },
    written,
  }
}

interface NewBatch {
  readonly accountId: string
  readonly batchId: string
  readonly requestId: string
  readonly createdAt: Date
  readonly total: number
  readonly language: string
  readonly label: Uint8Array | null
  readonly jd: Uint8Array
  readonly criteria: Uint8Array | null
}

interface ItemRows {
  readonly positions: readonly number[]
  readonly labels: readonly (Uint8Array | null)[]
  readonly resumes: readonly Uint8Array[]
  /** The indexes of the other candidates, as JSON. */
  readonly duplicates: readonly string[]
}

const insertBatch = (tx: Tx, batch: NewBatch) =>
  tx.run(sql`
    insert into batches (account_id, batch_id, request_id, language, total, open_items, label_sealed, jd,
                         criteria_sealed, created_at)
    values (${batch.accountId}, ${batch.batchId}, ${batch.requestId}, ${batch.language}, ${batch.total},
            ${batch.total}, ${batch.label}, ${batch.jd}, ${batch.criteria}, ${batch.createdAt})`)

const insertItems = (tx: Tx, name: { accountId: string; batchId: string }, rows: ItemRows) =>
  tx.run(sql`
    insert into batch_items (account_id, batch_id, position, label_sealed, resume, duplicate_of)
    select ${name.accountId}, ${name.batchId}, u.position, u.label, u.resume,
           array(select jsonb_array_elements_text(u.duplicates)::smallint)
    from unnest(${rows.positions}::integer[], ${rows.labels}::bytea[], ${rows.resumes}::bytea[],
                ${rows.duplicates}::jsonb[])
         as u(position, label, resume, duplicates)`)

/** A new account is treated as the one served least recently. */
const countPending = (tx: Tx, accountId: string, total: number) =>
  tx.run(sql`
    insert into batch_accounts as a (account_id, pending, served_at, due_at)
    values (${accountId}, ${total}, '-infinity', clock_timestamp())
    on conflict (account_id) do update
    set pending = a.pending + excluded.pending, due_at = excluded.due_at`)
