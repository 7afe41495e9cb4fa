import type { OwnBatch, WholeBatch } from '../batches/index.ts'
import { csvHeading, csvLine } from '../kit/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { consoleFault } from './faults.ts'
import { pageOf, startOf } from './keyset.ts'
import type { Handlers } from './request.ts'

type Names = 'listBatches' | 'readBatch' | 'deleteBatch' | 'downloadBatch'

/** Batches of the signed-in account. */
export function batchHandlers({ batches }: ConsoleDeps): Handlers<Names> {
  const whole = async (accountId: string, batchId: string) => {
    const batch = await batches.readWhole({ accountId, batchId })
    if (batch === null) throw consoleFault('not_found')
    return batch
  }
  return {
    async listBatches({ actor: { accountId }, query }) {
      const { after, limit } = startOf(query)
      const found = await batches.list({ accountId, after, limit: limit + 1 })
      const { items, next } = pageOf(found, limit, ({ batchId }) => batchId)
      return { items: items.map(headView), next }
    },
    async readBatch({ actor, params }) {
      const { head, items, summary, criteria } = await whole(actor.accountId, params.id)
      return { head: headView(head), items: [...items], summary, criteria: criteria && [...criteria] }
    },
    async deleteBatch({ actor, params }) {
      const outcome = await batches.delete({ accountId: actor.accountId, batchId: params.id })
      if (outcome === 'unknown') throw consoleFault('not_found')
      if (outcome === 'running') throw consoleFault('conflict')
    },
    async downloadBatch({ actor, params }) {
      const batch = await whole(actor.accountId, params.id)
      return { fileName: `batch-${params.id}.csv`, body: csvOf(batch) }
    },
  }
}

function headView(batch: OwnBatch) {
  return {
    batch_id: batch.batchId,
    label: batch.label,
    status: batch.status,
    billing_status: batch.billingStatus,
    total: batch.total,
    completed: batch.completed,
    created_at: batch.createdAt.toISOString(),
    ended_at: batch.endedAt?.toISOString() ?? null,
    billed_point_cents: batch.billedPointCents,
  }
}

const columns = ['rank', 'candidate', 'score', 'state', 'tags', 'recommendation', 'strengths', 'gaps']

function csvOf({ items }: WholeBatch): string {
  const lines = items.map((item, index) =>
    csvLine([
      index + 1,
      item.candidate_label,
      item.score,
      item.state,
      item.tags.join('; '),
      item.recommendation,
      item.strengths.join('\n'),
      item.gaps.join('\n'),
    ]),
  )
  return csvHeading(columns) + lines.join('')
}
