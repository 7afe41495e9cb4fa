import type { Batches } from '../batches/index.ts'
import type { OperationHandler, OperationName, Terms } from '../contract/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Engine } from '../engines/index.ts'
import type { Clock } from '../kit/index.ts'
import { getBatchScreeningResult } from './get-batch-screening-result.ts'
import { matchResumeToJd } from './match-resume-to-jd.ts'
import { optimizeJd } from './optimize-jd.ts'
import { parseResume } from './parse-resume.ts'
import { type BatchTx, startBatchScreening } from './start-batch-screening.ts'

export interface HandlerDeps {
  readonly documents: Documents
  readonly engine: Engine
  readonly batches: Batches
  readonly terms: Terms
  readonly clock: Clock
}

type Handler = OperationHandler<unknown, BatchTx>

/** The handlers of all operations. */
export function createHandlers(deps: HandlerDeps): Record<OperationName, Handler> {
  return {
    parseResume: parseResume(deps) as Handler,
    matchResumeToJd: matchResumeToJd(deps.engine) as Handler,
    optimizeJd: optimizeJd(deps.engine, deps.terms) as Handler,
    startBatchScreening: startBatchScreening(deps.batches) as Handler,
    getBatchScreeningResult: getBatchScreeningResult(deps.batches) as Handler,
  }
}
