import { generator } from './random.ts'

/**
 * A text as the places of what it has, each of the same weight, so that all have length 1: what it has
 * besides, which has no place, counts in `size`.
 */
export interface Row {
  readonly places: readonly number[]
  readonly size: number
}

export interface Plane {
  readonly weights: Float64Array
  readonly bias: number
}

const roundsMax = 60
/** What a row on the wrong side costs, beside the length of the weights. */
const cost = 2
/** Where no step of a round moves anything by more, the plane is found. */
const stillMoving = 0.01

/**
 * A linear support vector machine with squared hinge loss, found by dual coordinate descent (Hsieh et al.,
 * A dual coordinate descent method for large-scale linear SVM, 2008). The bias is the weight of a place that
 * every row has. The same rows give the same plane.
 */
export function separate(rows: readonly Row[], isIn: readonly boolean[], columns: number): Plane {
  const random = generator(7)
  const weights = new Float64Array(columns)
  let bias = 0
  const alpha = new Float64Array(rows.length)
  const order = rows.map((_, index) => index)
  for (let round = 0; round < roundsMax; round += 1) {
    shuffle(order, random)
    let most = 0
    for (const index of order) {
      const { places = [], size = 0 } = rows[index] ?? {}
      if (places.length === 0) continue
      const sign = isIn[index] ? 1 : -1
      const share = 1 / Math.sqrt(size)
      const old = alpha[index] ?? 0
      const gradient = sign * (dot(weights, places) * share + bias) - 1 + old / (2 * cost)
      const now = Math.max(0, old - gradient / (2 + 1 / (2 * cost)))
      const step = (now - old) * sign
      most = Math.max(most, Math.abs(step))
      if (step === 0) continue
      alpha[index] = now
      bias += step
      for (const place of places) weights[place] = (weights[place] ?? 0) + step * share
    }
    if (most < stillMoving) break
  }
  return { weights, bias }
}

function dot(weights: Float64Array, places: readonly number[]): number {
  let sum = 0
  for (const place of places) sum += weights[place] ?? 0
  return sum
}

function shuffle(order: number[], random: () => number): void {
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0]
  }
}
