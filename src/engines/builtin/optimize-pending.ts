import { internalError, type OptimizeData, type OptimizeInput } from '../../contract/index.ts'

/** Stands in until the optimisation is there. */
export function optimizeJobDescription(_input: OptimizeInput): Omit<OptimizeData, 'engine'> {
  throw internalError('engine_unavailable')
}
