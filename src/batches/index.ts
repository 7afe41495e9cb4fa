export type { Batches, BatchView, Claim, ItemView } from './batches.ts'
export { type BatchesDeps, createBatches } from './create-batches.ts'
export { deleteBatchIn } from './delete.ts'
export { type BatchQuery, listBatches, showBatch } from './list.ts'
