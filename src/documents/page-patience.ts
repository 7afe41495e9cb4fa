import type { Clock } from '../kit/index.ts'

/** A page may take this many times as long as the slowest finished page, and at least `leastMs`. */
const timesMax = 10
const leastMs = 45_000

/** Aborts the reading of a page that takes far longer than the other pages of its document. */
export interface PagePatience {
  /** Returns the result of the work, or null if it was given up; rejects as the work does. */
  run<Result>(work: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result | null>
}

interface Running {
  readonly startedMs: number
  readonly giveUp: AbortController
  timer?: NodeJS.Timeout
}

/**
 * Limits each page relative to the finished pages of the same document, so that a slow machine loses no
 * page. The only page of a document has no limit except the signal of its call.
 */
export function createPagePatience(clock: Clock, least = leastMs): PagePatience {
  const running = new Set<Running>()
  let slowestMs: number | undefined
  const setTimer = (page: Running) => {
    clearTimeout(page.timer)
    if (slowestMs === undefined) return
    const limitMs = Math.max(least, timesMax * slowestMs)
    const leftMs = page.startedMs + limitMs - clock.monotonicMs()
    page.timer = setTimeout(() => page.giveUp.abort(), Math.max(0, leftMs))
  }
  return {
    async run(work, signal) {
      const page: Running = { startedMs: clock.monotonicMs(), giveUp: new AbortController() }
      running.add(page)
      setTimer(page)
      try {
        const result = await work(AbortSignal.any([signal, page.giveUp.signal]))
        slowestMs = Math.max(slowestMs ?? 0, clock.monotonicMs() - page.startedMs)
        return result
      } catch (error) {
        if (signal.aborted || !page.giveUp.signal.aborted) throw error
        return null
      } finally {
        clearTimeout(page.timer)
        running.delete(page)
        for (const other of running) setTimer(other)
      }
    },
  }
}
