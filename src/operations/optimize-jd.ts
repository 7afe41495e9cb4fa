import {
  type ExecuteHandler,
  limits,
  type OptimizeInput,
  optimizeDataToWire,
  optimizeHold,
  optimizePrice,
  type Terms,
  tokenUsageToWire,
} from '../contract/index.ts'
import type { Engine } from '../engines/index.ts'

export function optimizeJd(engine: Engine, terms: Terms): ExecuteHandler<OptimizeInput> {
  return {
    kind: 'execute',
    operation: 'optimizeJd',
    async quote(input, signal, turn) {
      const promptTokensMax = await engine.optimizePromptTokensMax(input, signal, turn)
      return { holdPointCents: optimizeHold(promptTokensMax, terms), input }
    },
    quoteIs: 'work',
    timeoutMs: () => limits.engineTimeoutMs,
    async execute(input, signal, turn) {
      const { data, usage } = await engine.optimize(input, signal, turn)
      return {
        data: optimizeDataToWire(data),
        usage: tokenUsageToWire(usage),
        costPointCents: optimizePrice(usage, terms),
      }
    },
  }
}
