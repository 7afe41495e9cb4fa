import { bucketUnit, unitsMax, type Weight } from '../src/engines/builtin/compliance/clauses/index.ts'

/**
 * Multinomial logistic regression over hashed features, for the tables of compliance. Typed arrays make a fit
 * with half a million weights take seconds.
 */
export interface BucketExample {
  /** Numbers below `features`, each at most once. */
  readonly features: readonly number[]
  readonly label: number
  /** How often the example counts. */
  readonly weight?: number
}

export interface BucketOptions {
  readonly features: number
  readonly classes: number
  readonly epochs: number
  readonly rate: number
  readonly decay: number
  /** Features of fewer examples are left out. */
  readonly countMin: number
  /** An error of a class below it changes none of its weights: most classes are excluded early. */
  readonly errorMin: number
  /** `feature * classes + class` of the weights that may differ from 0; all if absent. */
  readonly only?: ReadonlySet<number>
}

export interface BucketWeights {
  /** The weight of a feature for a class is at `feature * classes + class`. */
  readonly weights: Float32Array
  readonly bias: Float32Array
  /** The number of examples of each feature. */
  readonly counts: Uint32Array
}

/** AdaGrad over shuffled epochs. The same examples in the same order give the same weights. */
export function fitBuckets(examples: readonly BucketExample[], options: BucketOptions): BucketWeights {
  const { features, classes, epochs, countMin, only } = options
  const counts = new Uint32Array(features)
  for (const example of examples) for (const id of example.features) counts[id] = (counts[id] ?? 0) + 1
  const rows = examples.map(({ features: own, label, weight = 1 }) => ({
    ids: Int32Array.from(own.filter((id) => (counts[id] ?? 0) >= countMin)),
    label,
    weight,
  }))
  const open = new Uint8Array(features * classes).fill(only === undefined ? 1 : 0)
  for (const at of only ?? []) open[at] = 1
  // A single fit, and a single end of it, depend on the order of examples: several are averaged.
  const ends = Math.ceil(epochs / 2)
  const average = { weights: new Float32Array(features * classes), bias: new Float32Array(classes) }
  const chances = new Float64Array(classes)
  const order = Uint32Array.from(rows, (_row, at) => at)
  const random = generator()
  for (let fit = 0; fit < fits; fit += 1) {
    const state = {
      weights: new Float32Array(features * classes),
      squares: new Float32Array(features * classes).fill(firstSquare),
      bias: new Float32Array(classes),
      open,
    }
    for (let epoch = 0; epoch < epochs; epoch += 1) {
      shuffle(order, random)
      for (const at of order) {
        const row = rows[at]
        if (row === undefined) continue
        score(row.ids, state, chances)
        step(row, chances, state, options)
      }
      if (epoch < epochs - ends) continue
      addShare(average.weights, state.weights, fits * ends)
      addShare(average.bias, state.bias, fits * ends)
    }
  }
  return { ...average, counts }
}

/** Adds to each sum a share of its value. */
function addShare(sums: Float32Array, values: Float32Array, shares: number): void {
  for (let at = 0; at < sums.length; at += 1)
    sums[at] = (sums[at] as number) + (values[at] as number) / shares
}

const fits = 3
const firstSquare = 1e-2
const biasRate = 0.01

interface Row {
  readonly ids: Int32Array
  readonly label: number
  readonly weight: number
}

function score(
  ids: Int32Array,
  { weights, bias }: Pick<BucketWeights, 'weights' | 'bias'>,
  chances: Float64Array,
): void {
  const classes = bias.length
  chances.set(bias)
  for (const id of ids) {
    const from = id * classes
    for (let k = 0; k < classes; k += 1) chances[k] = (chances[k] as number) + (weights[from + k] as number)
  }
  let top = Number.NEGATIVE_INFINITY
  for (const each of chances) top = Math.max(top, each)
  let sum = 0
  for (let k = 0; k < classes; k += 1) {
    const raised = Math.exp((chances[k] as number) - top)
    chances[k] = raised
    sum += raised
  }
  for (let k = 0; k < classes; k += 1) chances[k] = (chances[k] as number) / sum
}

interface State {
  readonly weights: Float32Array
  readonly squares: Float32Array
  readonly bias: Float32Array
  readonly open: Uint8Array
}

function step(
  { ids, label, weight }: Row,
  chances: Float64Array,
  { weights, squares, bias, open }: State,
  { rate, decay, errorMin }: BucketOptions,
): void {
  const classes = bias.length
  for (let k = 0; k < classes; k += 1) {
    const error = weight * ((chances[k] as number) - (label === k ? 1 : 0))
    if (Math.abs(error) < errorMin) continue
    bias[k] = (bias[k] as number) - biasRate * error
    for (const id of ids) {
      const at = id * classes + k
      if (open[at] === 0) continue
      const gradient = error + decay * (weights[at] as number)
      const square = (squares[at] as number) + gradient * gradient
      squares[at] = square
      weights[at] = (weights[at] as number) - (rate * gradient) / Math.sqrt(square)
    }
  }
}

/** Numbers from 0 to 1, the same in each run. */
export function generator(): () => number {
  let state = 7
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

export function shuffle(order: Uint32Array, random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const held = order[at] as number
    order[at] = order[other] as number
    order[other] = held
  }
}

/**
 * The weights that change most scores, in units, at most `weightsMax` of them. `isFirst`: measured from the
 * median of a feature, because what is added to all classes alike changes no probability.
 */
export function heaviest(
  { weights, bias, counts }: BucketWeights,
  isFirst: boolean,
  weightsMax: number,
): { readonly bias: readonly number[]; readonly weights: readonly Weight[] } {
  const classes = bias.length
  const all: (Weight & { readonly moved: number })[] = []
  counts.forEach((count, feature) => {
    if (count === 0) return
    const own = weights.subarray(feature * classes, (feature + 1) * classes)
    const median = isFirst ? ([...own].sort((a, b) => a - b)[Math.floor(classes / 2)] ?? 0) : 0
    for (const [kind, weight] of own.entries()) {
      const value = weight - median
      const units = Math.max(-unitsMax, Math.min(unitsMax, Math.round(value / bucketUnit)))
      if (units !== 0) all.push({ feature, kind, units, moved: Math.abs(value) * Math.sqrt(count) })
    }
  })
  return {
    bias: Array.from(bias, (value) => Math.round(value / bucketUnit)),
    weights: all.sort((a, b) => b.moved - a.moved).slice(0, weightsMax),
  }
}
