import type { Log, Metrics } from '../../../kit/index.ts'

/** What an operator sees of the model's work: counts and codes, never a text. */
export interface ModelWitness {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'modelRequestEnded' | 'modelReplied' | 'modelState'>
}
