import { weightMax, weightUnit, writeTable } from '../src/engines/builtin/compliance/clauses/index.ts'
import { type Chain, stepFrom } from '../src/engines/builtin/optimize/units/chain.ts'
import { generator, shuffle } from './buckets.ts'

/** A labelled sequence: the index of the right kind at each place. */
export interface LabelledChain extends Chain {
  readonly due: readonly number[]
}

interface Learned {
  readonly values: Float64Array
  readonly squares: Float64Array
}

const epochs = 12
/** A single fit, and a single end of it, depend on the order of examples: those from this epoch on are averaged. */
const averagedFrom = 4
const fits = 3
const rate = 0.06
const decay = 0.002
const gradientMin = 0.001

/**
 * A linear-chain conditional random field over named features, learned with AdaGrad in a fixed order: the same examples
 * give the same table. Features that occur once are left out.
 */
export function learnChains(
  examples: readonly LabelledChain[],
  kinds: readonly string[],
  bytesMax: number,
): string {
  const { ids, chains } = indexed(examples, kinds)
  const sums = Array.from(ids, () => new Float64Array(kinds.length))
  const order = Uint32Array.from(chains, (_chain, at) => at)
  const random = generator()
  for (let fit = 0; fit < fits; fit += 1) {
    const weights = sums.map(
      (): Learned => ({
        values: new Float64Array(kinds.length),
        squares: new Float64Array(kinds.length).fill(1e-2),
      }),
    )
    for (let epoch = 0; epoch < epochs; epoch += 1) {
      shuffle(order, random)
      const pace = rate / (1 + 0.15 * epoch)
      for (const at of order) {
        const chain = chains[at]
        if (chain !== undefined && chain.due.length > 0) climb(chain, weights, kinds.length, pace)
      }
      if (epoch < averagedFrom) continue
      for (const [id, { values }] of weights.entries()) add(sums[id] as Float64Array, values)
    }
  }
  const count = fits * (epochs - averagedFrom)
  const averages = new Map(
    Array.from(ids, ([name, id]) => [name, (sums[id] as Float64Array).map((sum) => sum / count)]),
  )
  return written(averages, kinds, bytesMax)
}

function add(sums: Float64Array, values: Float64Array): void {
  for (const [kind, value] of values.entries()) sums[kind] = (sums[kind] ?? 0) + value
}

/** The examples with numbers instead of names of features. */
function indexed(examples: readonly LabelledChain[], kinds: readonly string[]) {
  const steps = [...new Set(examples.flatMap((example) => example.steps))].sort()
  const counts = new Map<string, number>()
  for (const { features } of examples)
    for (const own of features) for (const name of new Set(own)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].filter(([, times]) => times > 1).map(([name]) => name)
  const stepNames = steps.flatMap((step) => ['start', ...kinds].map((from) => stepFrom(step, from)))
  const ids = new Map([...names, ...stepNames].map((name, id) => [name, id]))
  const chains = examples.map(
    ({ features, steps: own, due }): Indexed => ({
      units: features.map((each) => each.flatMap((name) => ids.get(name) ?? [])),
      steps: own.map((step) => ['start', ...kinds].map((from) => ids.get(stepFrom(step, from)) ?? 0)),
      due,
    }),
  )
  return { ids, chains }
}

interface Indexed {
  readonly units: readonly (readonly number[])[]
  readonly steps: readonly (readonly number[])[]
  readonly due: readonly number[]
}

/** One step uphill in the likelihood of a chain. */
function climb(
  { units, steps, due }: Indexed,
  weights: readonly Learned[],
  count: number,
  pace: number,
): void {
  const scores = units.map((ids) => {
    const own = new Float64Array(count)
    for (const id of ids) {
      const { values } = weights[id] as Learned
      for (let kind = 0; kind < count; kind += 1) own[kind] = (own[kind] ?? 0) + (values[kind] ?? 0)
    }
    return own
  })
  const stepOf = (at: number, from: number) => (weights[steps[at]?.[from] ?? 0] as Learned).values
  const { forward, backward, total } = sumsOf(scores, stepOf, count)
  const pull = (id: number, kind: number, gradient: number) => {
    const { values, squares } = weights[id] as Learned
    const whole = gradient + decay * (values[kind] ?? 0)
    squares[kind] = (squares[kind] ?? 0) + whole * whole
    values[kind] = (values[kind] ?? 0) - (pace * whole) / Math.sqrt(squares[kind] ?? 1)
  }
  const moves: [number, number, number][] = []
  for (const [at, ids] of units.entries()) {
    for (let from = 0; from < count && at > 0; from += 1) {
      const step = stepOf(at, from + 1)
      for (let kind = 0; kind < count; kind += 1) {
        const chance = Math.exp(
          (forward[at - 1]?.[from] ?? 0) +
            (step[kind] ?? 0) +
            (scores[at]?.[kind] ?? 0) +
            (backward[at]?.[kind] ?? 0) -
            total,
        )
        const gradient = chance - (due[at - 1] === from && due[at] === kind ? 1 : 0)
        if (Math.abs(gradient) > gradientMin) moves.push([steps[at]?.[from + 1] ?? 0, kind, gradient])
      }
    }
    for (let kind = 0; kind < count; kind += 1) {
      const chance = Math.exp((forward[at]?.[kind] ?? 0) + (backward[at]?.[kind] ?? 0) - total)
      const gradient = chance - (due[at] === kind ? 1 : 0)
      if (at === 0) moves.push([steps[0]?.[0] ?? 0, kind, gradient])
      if (Math.abs(gradient) > gradientMin) for (const id of ids) moves.push([id, kind, gradient])
    }
  }
  for (const [id, kind, gradient] of moves) pull(id, kind, gradient)
}

/** The forward and backward sums of a chain, as logarithms. */
function sumsOf(
  scores: readonly Float64Array[],
  stepOf: (at: number, from: number) => Float64Array,
  count: number,
) {
  const length = scores.length
  const kinds = Array.from({ length: count }, (_, kind) => kind)
  const forward = scores.map(() => new Float64Array(count))
  const backward = scores.map(() => new Float64Array(count))
  for (let at = 0; at < length; at += 1)
    for (const kind of kinds) {
      const before =
        at === 0
          ? (stepOf(0, 0)[kind] ?? 0)
          : logSum(kinds.map((from) => (forward[at - 1]?.[from] ?? 0) + (stepOf(at, from + 1)[kind] ?? 0)))
      ;(forward[at] as Float64Array)[kind] = before + (scores[at]?.[kind] ?? 0)
    }
  for (let at = length - 2; at >= 0; at -= 1)
    for (const kind of kinds) {
      const step = stepOf(at + 1, kind + 1)
      ;(backward[at] as Float64Array)[kind] = logSum(
        kinds.map(
          (next) => (step[next] ?? 0) + (scores[at + 1]?.[next] ?? 0) + (backward[at + 1]?.[next] ?? 0),
        ),
      )
    }
  return { forward, backward, total: logSum([...(forward[length - 1] as Float64Array)]) }
}

function logSum(values: readonly number[]): number {
  const top = Math.max(...values)
  let sum = 0
  for (const value of values) sum += Math.exp(value - top)
  return top + Math.log(sum)
}

/** The features with the largest weights, as many as fit. */
function written(
  weights: ReadonlyMap<string, Float64Array>,
  kinds: readonly string[],
  bytesMax: number,
): string {
  const whole = (value: number): number =>
    Math.max(-weightMax, Math.min(weightMax, Math.round(value / weightUnit)))
  const rows = [...weights]
    .map(([name, own]) => ({ name, top: Math.max(...own.map(Math.abs)), own: Array.from(own, whole) }))
    .filter(({ own }) => own.some((weight) => weight !== 0))
    .sort((one, other) => other.top - one.top)
  let bytes = kinds.join('\t').length + 1
  const kept = rows.filter(({ name }) => {
    bytes += Buffer.byteLength(name) + kinds.length + 2
    return bytes <= bytesMax
  })
  return writeTable(kinds, new Map(kept.map(({ name, own }) => [name, own])))
}
