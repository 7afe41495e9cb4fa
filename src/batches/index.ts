export type {
  Batches,
  BatchQueue,
  BatchView,
  Claim,
  ItemView,
  OwnBatch,
  OwnItem,
  WholeBatch,
} from './batches.ts'
export { type Cancelled, cancelBatchIn } from './cancel.ts'
export { type BatchesDeps, createBatches } from './create-batches.ts'
export { deleteBatchIn } from './delete.ts'
export { likelyDuplicates } from './duplicates/likely-duplicates.ts'
export { type BatchQuery, batchOfCall, listBatches, showBatch } from './list.ts'
export { listOwnStatement } from './own.ts'
