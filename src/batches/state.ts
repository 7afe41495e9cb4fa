import { type BatchStatus, batchCandidatePointCents, type PointCents, pointCents } from '../contract/index.ts'
import { assert } from '../kit/index.ts'

/** The rules of a batch's life. Pure: no clock, no table. */

/** Attempts per candidate; after this many engine failures it has failed. */
export const attemptsMax = 3
/** The same for timeouts, which cost a thread each. A text that hangs once always does. */
export const timeoutsMax = 2
/** Claims per candidate: a resume that kills its process must not kill them all. */
export const startsMax = 10

const firstBackoffMs = 500
const backoffGrowth = 4

export type AfterFailure = { readonly kind: 'retry'; readonly delayMs: number } | { readonly kind: 'give_up' }

/** The next state of a candidate after its engine failed for the `attempts`-th time. */
export function afterFailure(attempts: number, how: 'error' | 'timeout'): AfterFailure {
  if (attempts >= (how === 'timeout' ? timeoutsMax : attemptsMax)) return { kind: 'give_up' }
  return { kind: 'retry', delayMs: firstBackoffMs * backoffGrowth ** (attempts - 1) }
}

export interface BatchEnd {
  readonly status: Exclude<BatchStatus, 'running'>
  readonly costPointCents: PointCents
}

/**
 * How a batch ends when its candidates have all ended. Done: all are scored. Partial: some. Failed: none,
 * or the batch was reclaimed. Scored candidates are always charged, others never.
 */
export function decideEnd(batch: { total: number; scored: number; reclaimed: boolean }): BatchEnd {
  const { total, scored, reclaimed } = batch
  assert(total > 0 && scored >= 0 && scored <= total, `${scored} of ${total} candidates can't be scored`)
  const costPointCents = pointCents(scored * batchCandidatePointCents)
  if (reclaimed || scored === 0) return { status: 'failed', costPointCents }
  return { status: scored === total ? 'done' : 'partial', costPointCents }
}

/** Whether a running batch has run for too long. */
export function isStale(createdAt: Date, now: Date, staleAfterMs: number): boolean {
  return now.getTime() - createdAt.getTime() >= staleAfterMs
}

export interface Ranked {
  readonly position: number
  /** Not rounded; null if the candidate has no score. */
  readonly score: number | null
}

/** Scored candidates by descending score, ties in the order of submission; then the others, in that order. */
export function rank<Item extends Ranked>(items: readonly Item[]): Item[] {
  return [...items].sort((a, b) => {
    if (a.score === null || b.score === null) {
      if (a.score !== b.score) return a.score === null ? 1 : -1
    } else if (a.score !== b.score) return b.score - a.score
    return a.position - b.position
  })
}
