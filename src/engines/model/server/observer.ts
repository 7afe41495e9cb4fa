import type { Log, Metrics } from '../../../kit/index.ts'

/** The operator's view of the model's work: counts and codes, never texts. */
export interface ModelObserver {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'modelRequestEnded' | 'modelReplied' | 'modelState'>
}
