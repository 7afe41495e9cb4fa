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

/** An input, and its result if the engine computed it for the quote. */
interface Ready {
  readonly input: OptimizeInput
  readonly done: OptimizeResult | null
}

/**
 * Holds and charges the exact amount if the engine's quote includes the result; otherwise it holds an upper
 * bound. The caller gets the result only after the charge.
 */
export function optimizeJd(engine: Engine, terms: Terms): ExecuteHandler<OptimizeInput, Ready> {
  return {
    kind: 'execute',
    operation: 'optimizeJd',
    async quote(input, signal, owner) {
      const quote = await engine.quoteOptimize(input, signal, owner)
      if (quote.kind === 'bound') {
        return { holdPointCents: optimizeHold(quote.promptTokensMax, terms), input: { input, done: null } }
      }
      const { result } = quote
      return { holdPointCents: optimizePrice(result.usage, terms), input: { input, done: result } }
    },
    quoteIs: 'work',
    timeoutMs: () => limits.engineTimeoutMs,
    async execute({ input, done }, signal, owner) {
      const { data, usage } = done ?? (await engine.optimize(input, signal, owner))
      return {
        data: optimizeDataToWire(data),
        usage: tokenUsageToWire(usage),
        costPointCents: optimizePrice(usage, terms),
      }
    },
  }
}
