import type { Clock } from '../kit/index.ts'

/** Longer than the slowest look takes to come round (10 s): else it meets the same ones each time. */
const restMs = 30_000
const batchesMax = 1_000

/**
 * Batches that could not go on are left alone for a moment, so that however many there are, the looks that
 * take the oldest first come to the others behind them.
 */
export interface Resting {
  add(batchId: string): void
  has(batchId: string): boolean
  /** What a look leaves out. */
  batchIds(): string[]
}

export function createResting(clock: Clock): Resting {
  /** The first is the one that rests longest. */
  const until = new Map<string, number>()
  const wake = () => {
    for (const [batchId, endMs] of until) {
      if (endMs > clock.monotonicMs() && until.size <= batchesMax) return
      until.delete(batchId)
    }
  }
  return {
    add(batchId) {
      until.delete(batchId)
      until.set(batchId, clock.monotonicMs() + restMs)
      wake()
    },
    has(batchId) {
      wake()
      return until.has(batchId)
    },
    batchIds() {
      wake()
      return [...until.keys()]
    },
  }
}
