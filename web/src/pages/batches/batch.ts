import type { BodyOf, ReplyOf } from '../../api/index.ts'
import type { Tone } from '../../ui/index.ts'

export type BatchHead = ReplyOf<'get', '/batches'>['items'][number]
export type Batch = ReplyOf<'get', '/batches/{id}'>
export type Candidate = Batch['items'][number]
export type StartBody = BodyOf<'post', '/batches'>

export const statusTones: Readonly<Record<BatchHead['status'], Tone>> = {
  running: 'accent',
  done: 'success',
  partial: 'warning',
  failed: 'danger',
}
