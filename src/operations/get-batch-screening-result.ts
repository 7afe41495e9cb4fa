import type { Batches } from '../batches/index.ts'
import {
  type BatchIdInput,
  type CallBody,
  fault,
  invalidInput,
  issue,
  limits,
  type ReadHandler,
} from '../contract/index.ts'
import { isUuid } from '../kit/index.ts'

/** What is no id of a batch is the id of no batch: 404, whatever is wrong with it; 400 only without any. */
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

/** From the path of a REST call, which always has one, or the arguments of a tool. */
function batchIdIn(body: CallBody): string | undefined {
  if (body.kind !== 'value') return undefined
  const given = body.value as Readonly<Record<string, unknown>>
  const id = given.id ?? given.batch_id ?? null
  if (id === null) throw invalidInput([issue('batch_id', 'required')])
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : undefined
}
