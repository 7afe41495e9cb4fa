import type { ReplyOf } from '../contract/index.ts'
import { chargedCall, costOf } from './charged-call.ts'
import type { ConsoleDeps } from './deps.ts'
import type { Handlers, Routes } from './request.ts'

type Names = 'tryParse' | 'tryMatch' | 'tryOptimize' | 'startBatch'
type DataOf<Name extends 'tryParse' | 'tryMatch' | 'tryOptimize'> = ReplyOf<Routes[Name]>['data']

/** Routes that cost points: the playground and starting a batch. */
export function workHandlers(deps: ConsoleDeps): Handlers<Names> {
  return {
    async tryParse(request) {
      const parsed = await chargedCall<DataOf<'tryParse'>>(deps, 'parseResume', request)
      return { data: parsed.data, cost: costOf(parsed) }
    },
    async tryMatch(request) {
      const matched = await chargedCall<DataOf<'tryMatch'>>(deps, 'matchResumeToJd', request)
      return { data: matched.data, cost: costOf(matched) }
    },
    async tryOptimize(request) {
      const optimized = await chargedCall<DataOf<'tryOptimize'>>(deps, 'optimizeJd', request)
      return { data: optimized.data, cost: costOf(optimized) }
    },
    async startBatch(request) {
      const call = { ...request, idempotencyKey: request.query.idempotency_key }
      const started = await chargedCall<{ batch_id: string; total: number }>(
        deps,
        'startBatchScreening',
        call,
      )
      const { batch_id, total } = started.data
      const { estimated_point_cents, request_id } = started
      return { batch_id, total, estimated_point_cents, request_id }
    },
  }
}
