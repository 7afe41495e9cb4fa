import {
  type Operation,
  type OperationHandler,
  type OperationName,
  operationsUnder,
  type Terms,
} from '../contract/index.ts'
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

const offered = ['parseResume', 'matchResumeToJd', 'optimizeJd'] as const satisfies readonly OperationName[]
type OfferedName = (typeof offered)[number]

/**
 * The operations that have a handler, under the given terms: what every door offers and every document
 * describes.
 */
export function offeredOperations(terms: Terms): readonly Operation[] {
  return operationsUnder(terms).filter(({ name }) => (offered as readonly OperationName[]).includes(name))
}

/** What every operation does once it is admitted. */
export function createHandlers(deps: HandlerDeps): Record<OfferedName, OperationHandler> {
  return {
    parseResume: parseResume(deps.documents) as OperationHandler,
    matchResumeToJd: matchResumeToJd(deps.engine) as OperationHandler,
    optimizeJd: optimizeJd(deps.engine, deps.terms) as OperationHandler,
  }
}
