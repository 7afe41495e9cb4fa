import type { Batches } from '../batches/index.ts'
import { type BatchIdInput, fault, limits, type ReadHandler } from '../contract/index.ts'
import { isUuid } from '../kit/index.ts'

/** A text that is not a batch id gets the same 404 as an unknown batch. */
export function getBatchScreeningResult(batches: Batches): ReadHandler<BatchIdInput> {
  return {
    kind: 'read',
    operation: 'getBatchScreeningResult',
    async read({ batchId }, { accountId }) {
      const record = isUuid(batchId) ? await batches.read(accountId, batchId.toLowerCase()) : null
      if (record === null) throw fault('batch_not_found')
      return {
        data: record,
        retryAfterSeconds: record.status === 'running' ? limits.retryAfterSeconds : null,
      }
    },
  }
}
