import type { OperationHandler, OperationName, Terms } from '../contract/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Engine } from '../engines/index.ts'
import { matchResumeToJd } from './match-resume-to-jd.ts'
import { optimizeJd } from './optimize-jd.ts'
import { parseResume } from './parse-resume.ts'

export interface HandlerDeps {
  readonly documents: Documents
  readonly engine: Engine
  readonly terms: Terms
}

/** What every operation does once it is admitted. An operation without a handler isn't offered by any door. */
export function createHandlers(deps: HandlerDeps): Partial<Record<OperationName, OperationHandler>> {
  return {
    parseResume: parseResume(deps.documents) as OperationHandler,
    matchResumeToJd: matchResumeToJd(deps.engine) as OperationHandler,
    optimizeJd: optimizeJd(deps.engine, deps.terms) as OperationHandler,
  }
}
