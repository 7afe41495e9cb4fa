import {
  limits,
  type MatchInput,
  matchPointCents,
  type OperationHandler,
  tokenUsageToWire,
} from '../contract/index.ts'
import type { Engine } from '../engines/index.ts'

export function matchResumeToJd(engine: Engine): OperationHandler<MatchInput> {
  return {
    operation: 'matchResumeToJd',
    quote: async () => matchPointCents,
    timeoutMs: () => limits.engineTimeoutMs,
    async execute(input, signal) {
      const { data, usage } = await engine.match(input, signal)
      return { data, usage: tokenUsageToWire(usage), costPointCents: matchPointCents }
    },
  }
}
