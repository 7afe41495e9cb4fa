import {
  criteriaEcho,
  type ExecuteHandler,
  limits,
  type MatchInput,
  matchPointCents,
  tokenUsageToWire,
} from '../contract/index.ts'
import type { Engine } from '../engines/index.ts'
import { sha256Hex } from '../kit/index.ts'

export function matchResumeToJd(engine: Engine): ExecuteHandler<MatchInput> {
  return {
    kind: 'execute',
    operation: 'matchResumeToJd',
    quote: async (input) => ({ holdPointCents: matchPointCents, input }),
    timeoutMs: () => limits.engineTimeoutMs,
    async execute(input, signal, owner) {
      const { data, usage } = await engine.match(input, signal, owner)
      const echo = criteriaEcho(input.criteria, sha256Hex)
      return {
        data: { ...data, ...echo },
        usage: tokenUsageToWire(usage),
        costPointCents: matchPointCents,
      }
    },
  }
}
