import type { Fields, InputOf } from '../fields.ts'
import * as results from '../results.ts'
import { commonErrors, type Declaration } from './declaration.ts'

export const batchIdFields = {
  batchId: {
    type: 'id',
    wire: 'batch_id',
    alias: 'id',
    required: true,
    description: 'The batch_id of the reply that started the batch.',
  },
} as const satisfies Fields
export type BatchIdInput = InputOf<typeof batchIdFields>

export const getBatchScreeningResult: Declaration = {
  label: { zh: '查询批次', en: 'Batch status' },
  tool: 'batch_status',
  method: 'GET',
  path: '/batches/{id}',
  title: 'Read a batch',
  description:
    'Returns the status of a batch, its ranked candidates and its charge. Free, and not counted against quotas.',
  guidance:
    'While data.status is running, wait some seconds and call again. In a final state data.items are ranked best first, data.summary is a summary, and data.billing is the charge. Show the user data.items[].warnings, such as candidates that are likely the same person.',
  input: { fields: batchIdFields },
  pathFields: ['batchId'],
  reply: 'batch_record',
  data: results.batchRecordSchema,
  usage: null,
  writes: false,
  counted: false,
  price: { kind: 'free' },
  errors: [...commonErrors, 'batch_not_found'],
}
