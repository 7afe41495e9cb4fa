import type { Clock } from '../kit/index.ts'

/**
 * Longer than the interval of the slowest query (10 s); otherwise it would find the same batches each time.
 */
const skipMs = 30_000
const batchesMax = 1_000

/**
 * Batches that failed are skipped for a while. So queries that take the oldest first also reach the batches
 * behind them, however many fail.
 */
export interface SkippedBatches {
  add(batchId: string): void
  has(batchId: string): boolean
  /** The batches to skip. */
  batchIds(): string[]
}

export function createSkippedBatches(clock: Clock): SkippedBatches {
  /** In insertion order, so the first one ends first. */
  const until = new Map<string, number>()
  const expire = () => {
    for (const [batchId, endMs] of until) {
      if (endMs > clock.monotonicMs() && until.size <= batchesMax) return
      until.delete(batchId)
    }
  }
  return {
    add(batchId) {
      until.delete(batchId)
      until.set(batchId, clock.monotonicMs() + skipMs)
      expire()
    },
    has(batchId) {
      expire()
      return until.has(batchId)
    },
    batchIds() {
      expire()
      return [...until.keys()]
    },
  }
}
