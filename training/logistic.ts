/** Multinomial logistic regression over binary features. */
export interface Example {
  readonly features: readonly string[]
  readonly label: number
  /** Examples of one group stay in the same part when data are split. */
  readonly group: string
}

export interface Weights {
  readonly names: readonly string[]
  /** For each feature, a weight per class. */
  readonly weights: readonly Float64Array[]
  readonly bias: Float64Array
}

export interface Options {
  readonly classes: number
  readonly epochs: number
  readonly rate: number
  readonly decay: number
  /** Features of fewer examples are omitted. */
  readonly countMin: number
  /** A class with a smaller error is not updated: most classes are ruled out early, and then cost no time. */
  readonly errorMin?: number
}

/** AdaGrad over the examples in a fixed order, so that the result is reproducible. */
export function fitLogistic(
  examples: readonly Example[],
  { classes, epochs, rate, decay, countMin, errorMin = 0 }: Options,
): Weights {
  const counts = new Map<string, number>()
  for (const { features } of examples)
    for (const name of features) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].filter(([, count]) => count >= countMin).map(([name]) => name)
  const ids = new Map(names.map((name, id) => [name, id]))
  const weights = names.map(() => new Float64Array(classes))
  const squares = names.map(() => new Float64Array(classes).fill(1e-2))
  const bias = new Float64Array(classes)
  const rows = examples.map(({ features, label }) => ({
    ids: features.flatMap((name) => ids.get(name) ?? []),
    label,
  }))
  let state = 7
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (let step = 0; step < rows.length; step += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      const row = rows[state % rows.length]
      if (row === undefined) continue
      const chances = softmax(scoresOf(row.ids, weights, bias))
      for (let k = 0; k < classes; k += 1) {
        const error = (chances[k] ?? 0) - (row.label === k ? 1 : 0)
        if (Math.abs(error) < errorMin) continue
        bias[k] = (bias[k] ?? 0) - 0.01 * error
        for (const id of row.ids) {
          const own = weights[id] as Float64Array
          const gradient = error + decay * (own[k] ?? 0)
          const square = squares[id] as Float64Array
          square[k] = (square[k] ?? 0) + gradient * gradient
          own[k] = (own[k] ?? 0) - (rate * gradient) / Math.sqrt(square[k] ?? 1)
        }
      }
    }
  }
  return { names, weights, bias }
}

export function chancesOf(
  features: readonly string[],
  { names, weights, bias }: Weights,
  ids = new Map(names.map((name, id) => [name, id])),
): Float64Array {
  return softmax(
    scoresOf(
      features.flatMap((name) => ids.get(name) ?? []),
      weights,
      bias,
    ),
  )
}

function scoresOf(
  ids: readonly number[],
  weights: readonly Float64Array[],
  bias: Float64Array,
): Float64Array {
  const scores = Float64Array.from(bias)
  for (const id of ids) {
    const own = weights[id] as Float64Array
    for (let k = 0; k < scores.length; k += 1) scores[k] = (scores[k] ?? 0) + (own[k] ?? 0)
  }
  return scores
}

function softmax(scores: Float64Array): Float64Array {
  const top = Math.max(...scores)
  const raised = scores.map((score) => Math.exp(score - top))
  const sum = raised.reduce((total, each) => total + each, 0)
  return raised.map((each) => each / sum)
}
