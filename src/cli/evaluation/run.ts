import { limits } from '../../contract/index.ts'
import type { Engine } from '../../engines/index.ts'
import type { Item } from './items.ts'
import { type Results, resultOf } from './results.ts'

export interface RunOptions {
  readonly engine: Engine
  readonly results: Results
  readonly inFlight: number
  /** The token budget, counting the results file; when it is reached, no further item is started. */
  readonly budget: number
  readonly progress: (done: number, all: number) => void
}

export interface RunEnd {
  /** The number of items without an answer, and the first one's reason. */
  readonly failed: number
  readonly reason: string | null
  readonly isBudgetSpent: boolean
}

/** Stop after this many failures in a row. */
const failuresMax = 5

/** The engine's name in the results file. */
export const nameOf = ({ name, version }: Engine): string => `${name} ${version}`

/** Asks the engine about every item without a result. Earlier answers are kept. */
export async function runItems(items: readonly Item[], options: RunOptions): Promise<RunEnd> {
  const { engine, results, inFlight, budget, progress } = options
  const open = items.filter(({ id }) => results.get(nameOf(engine), id) === undefined)
  let [done, inARow] = [items.length - open.length, 0]
  let reason: string | null = null
  let isBudgetSpent = false
  const queue = [...open]
  const work = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      isBudgetSpent = results.tokensOf(nameOf(engine)) >= budget
      if (isBudgetSpent || inARow >= failuresMax) return
      try {
        const result = await engine.match(item.input, AbortSignal.timeout(limits.engineTimeoutMs))
        await results.add(resultOf(item.id, result))
        inARow = 0
      } catch (error) {
        inARow += 1
        reason ??= error instanceof Error ? error.message : 'unknown'
      }
      done += 1
      progress(done, items.length)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  const unanswered = items.filter(({ id }) => results.get(nameOf(engine), id) === undefined).length
  return { failed: unanswered, reason, isBudgetSpent: isBudgetSpent && unanswered > 0 }
}
