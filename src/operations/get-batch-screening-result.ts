import type { Batches } from '../batches/index.ts'
import { type BatchIdInput, type CallBody, fault, limits, type ReadHandler } from '../contract/index.ts'

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What is no id of a batch is the id of no batch: 404, whatever is wrong with it. */
export function getBatchScreeningResult(batches: Batches): ReadHandler<BatchIdInput> {
  return {
    kind: 'read',
    operation: 'getBatchScreeningResult',
    async decode(body) {
      const batchId = batchIdIn(body)
      if (batchId === undefined) throw fault('batch_not_found')
      return { input: { batchId }, fingerprint: batchId }
    },
    async read({ batchId }, { accountId }) {
      const record = await batches.read(accountId, batchId)
      if (record === null) throw fault('batch_not_found')
      return {
        data: record,
        retryAfterSeconds: record.status === 'running' ? limits.retryAfterSeconds : null,
      }
    },
  }
}

/** From the path of a REST call, or the arguments of a tool. */
function batchIdIn(body: CallBody): string | undefined {
  const value = body.kind === 'value' ? body.value : null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { batch_id: batchId, id = batchId } = value as Readonly<Record<string, unknown>>
  return typeof id === 'string' && uuidPattern.test(id) ? id.toLowerCase() : undefined
}
