import type { Batches } from '../batches/index.ts'
import {
  batchCandidatePointCents,
  limits,
  pointCents,
  type StartBatchInput,
  type StartHandler,
} from '../contract/index.ts'

/** What the room of batches writes with. */
export type BatchTx = Parameters<Awaited<ReturnType<Batches['prepare']>>['write']>[0]

/** Nothing slow but to look for duplicates: the work is done later, by whoever has a free hand. */
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
