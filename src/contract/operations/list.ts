import type { Terms } from '../terms.ts'
import type { Declaration } from './declaration.ts'
import { getBatchScreeningResult } from './get-batch-screening-result.ts'
import { matchResumeToJd } from './match-resume-to-jd.ts'
import { optimizeJd } from './optimize-jd.ts'
import { parseResume } from './parse-resume.ts'
import { startBatchScreening } from './start-batch-screening.ts'

/**
 * Every operation, in the order of the description. Routes, tools, documents, tests and prices derive from
 * it.
 */
const declarations = {
  parseResume: () => parseResume,
  matchResumeToJd: () => matchResumeToJd,
  optimizeJd,
  startBatchScreening,
  getBatchScreeningResult: () => getBatchScreeningResult,
} satisfies Record<string, (terms: Terms) => Declaration>

export type OperationName = keyof typeof declarations
export const operationNames = Object.keys(declarations) as readonly OperationName[]

export interface Operation extends Declaration {
  readonly name: OperationName
}

/** The operations under the given terms, with the limits in force. */
export function operationsUnder(terms: Terms): readonly Operation[] {
  return operationNames.map((name) => ({ name, ...declarations[name](terms) }))
}
