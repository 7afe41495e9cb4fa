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
import type { Engine, OptimizeResult } from '../engines/index.ts'

/** An input, and its result where the engine gave that for a quote. */
interface Ready {
  readonly input: OptimizeInput
  readonly done: OptimizeResult | null
}

/**
 * Held and charged exactly where the engine's quote is the result; held by upper bound otherwise. The caller
 * gets a result only after it is charged, however early the engine had it.
 */
export function optimizeJd(engine: Engine, terms: Terms): ExecuteHandler<OptimizeInput, Ready> {
  return {
    kind: 'execute',
    operation: 'optimizeJd',
    async quote(input, signal, turn) {
      const quote = await engine.quoteOptimize(input, signal, turn)
      if (quote.kind === 'bound') {
        return { holdPointCents: optimizeHold(quote.promptTokensMax, terms), input: { input, done: null } }
      }
      const { result } = quote
      return { holdPointCents: optimizePrice(result.usage, terms), input: { input, done: result } }
    },
    quoteIs: 'work',
    timeoutMs: () => limits.engineTimeoutMs,
    async execute({ input, done }, signal, turn) {
      const { data, usage } = done ?? (await engine.optimize(input, signal, turn))
      return {
        data: optimizeDataToWire(data),
        usage: tokenUsageToWire(usage),
        costPointCents: optimizePrice(usage, terms),
      }
    },
  }
}
