import type { Batches } from '../batches/index.ts'
import {
  batchCandidatePointCents,
  limits,
  pointCents,
  type StartBatchInput,
  type StartHandler,
} from '../contract/index.ts'

/** The transaction type of the batches room. */
export type BatchTx = Parameters<Awaited<ReturnType<Batches['prepare']>>['write']>[0]

/** Only the search for duplicates takes time here; a batch runner does the work later. */
export function startBatchScreening(batches: Batches): StartHandler<StartBatchInput, BatchTx> {
  return {
    kind: 'start',
    operation: 'startBatchScreening',
    quote: async (input) => {
      return { holdPointCents: pointCents(input.resumes.length * batchCandidatePointCents), input }
    },
    timeoutMs: () => limits.engineTimeoutMs,
    auditNote: (input) => input.label,
    start: (input, caller) => batches.prepare(input, caller),
  }
}
