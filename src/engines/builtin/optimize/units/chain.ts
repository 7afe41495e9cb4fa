import { addWeights, type LearnedTable } from '../../compliance/index.ts'

/** A sequence to be labelled: the features of each place, and what kind of step leads to it. */
export interface Chain {
  readonly features: readonly (readonly string[])[]
  readonly steps: readonly string[]
}

/** The feature for a step from one kind to the next. */
export const stepFrom = (step: string, kind: string) => `>${step} ${kind}`

/**
 * The likeliest kinds of a sequence by a linear-chain model (the Viterbi algorithm). All weights are
 * integers, so the result is the same on every machine. `isExcluded`: kinds that a place can't have.
 */
export function likeliestChain(
  { features, steps }: Chain,
  table: LearnedTable,
  isExcluded: (at: number, kind: string) => boolean = () => false,
): string[] {
  const { kinds } = table
  const count = kinds.length
  const back: Int8Array[] = []
  const stepWeights = new Map<string, readonly Float64Array[]>()
  /** By kind: the weights of a step from it to each kind. */
  const weightsOf = (step: string): readonly Float64Array[] => {
    const known = stepWeights.get(step)
    if (known !== undefined) return known
    const made = kinds.map((kind) => weighted([stepFrom(step, kind)], table))
    stepWeights.set(step, made)
    return made
  }
  let best: Float64Array = new Float64Array(count)
  for (const [at, own] of features.entries()) {
    const scores = weighted(own, table)
    for (let kind = 0; kind < count; kind += 1)
      if (isExcluded(at, kinds[kind] ?? '')) scores[kind] = Number.NEGATIVE_INFINITY
    const from = new Int8Array(count)
    if (at === 0) addWeights(scores, stepFrom(steps[0] ?? '', 'start'), table)
    else {
      const next = new Float64Array(count).fill(Number.NEGATIVE_INFINITY)
      for (const [before, moves] of weightsOf(steps[at] ?? '').entries()) {
        const score = best[before] ?? 0
        for (let kind = 0; kind < count; kind += 1) {
          const moved = score + (moves[kind] ?? 0)
          if (moved <= (next[kind] ?? 0)) continue
          next[kind] = moved
          from[kind] = before
        }
      }
      for (let kind = 0; kind < count; kind += 1) scores[kind] = (scores[kind] ?? 0) + (next[kind] ?? 0)
    }
    best = scores
    back.push(from)
  }
  return traced(back, best).map((kind) => kinds[kind] ?? '')
}

/** The score of each kind by these features. */
function weighted(features: readonly string[], table: LearnedTable): Float64Array {
  const scores = new Float64Array(table.kinds.length)
  for (const feature of features) addWeights(scores, feature, table)
  return scores
}

function traced(back: readonly Int8Array[], best: Float64Array): number[] {
  const path: number[] = []
  let kind = best.indexOf(Math.max(...best))
  for (let at = back.length - 1; at >= 0; at -= 1) {
    path.push(kind)
    kind = back[at]?.[kind] ?? 0
  }
  return path.reverse()
}
