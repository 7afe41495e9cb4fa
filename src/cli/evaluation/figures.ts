import type { Item, Status } from './items.ts'
import type { ItemResult } from './results.ts'

/** A share and its denominator; null if the denominator is zero. */
export interface Figure {
  readonly name: string
  readonly value: number | null
  readonly of: number
}

interface Answered {
  readonly item: Item
  readonly result: ItemResult
}

/** The figures of an engine on labelled items; figures without labels are omitted. */
export function figuresOf(
  items: readonly Item[],
  resultFor: (item: Item) => ItemResult | undefined,
): Figure[] {
  const answered = items.flatMap((item): Answered[] => {
    const result = resultFor(item)
    return result === undefined ? [] : [{ item, result }]
  })
  const cells = answered.flatMap(({ item, result }) =>
    item.labels.flatMap((label, index) => {
      const said = result.statuses[index]
      return label === null || said === undefined ? [] : [{ label, said }]
    }),
  )
  const ofLabel = (label: Status) => cells.filter((cell) => cell.label === label)
  const share = <T>(name: string, all: readonly T[], holds: (each: T) => boolean): Figure => ({
    ...{ name, of: all.length },
    value: all.length === 0 ? null : all.filter(holds).length / all.length,
  })
  const ordered = orderedPairs(answered)
  const confident = answered.flatMap(({ result }) => result.confidence ?? [])
  return [
    share('statuses right', cells, ({ label, said }) => label === said),
    share('met, though not held', ofLabel('not_met'), ({ said }) => said === 'met'),
    share('missing, though held', ofLabel('met'), ({ said }) => said === 'not_met'),
    share('pairs of a set out of order', ordered, ({ better, worse }) => better <= worse),
    ...fits(answered),
    areaUnderCurve(answered),
    { name: 'mean confidence', of: confident.length, value: mean(confident) },
    { name: 'tokens a match', of: answered.length, value: mean(answered.map(({ result }) => result.tokens)) },
  ].filter(({ of }) => of > 0)
}

/** The same by trade. */
export function figuresByTrade(
  items: readonly Item[],
  resultFor: (item: Item) => ItemResult | undefined,
): { readonly trade: string; readonly figures: Figure[] }[] {
  const trades = Map.groupBy(
    items.filter(({ trade }) => trade !== ''),
    ({ trade }) => trade,
  )
  return [...trades].map(([trade, own]) => ({ trade, figures: figuresOf(own, resultFor) }))
}

function orderedPairs(answered: readonly Answered[]): { better: number; worse: number }[] {
  const sets = Map.groupBy(
    answered.filter(({ item }) => item.set !== undefined),
    ({ item }) => item.set?.id,
  )
  return [...sets.values()].flatMap((members) =>
    members.flatMap((one) =>
      members
        .filter((other) => (one.item.set?.fit ?? 0) > (other.item.set?.fit ?? 0))
        .map((other) => ({ better: one.result.score, worse: other.result.score })),
    ),
  )
}

function fits(answered: readonly Answered[]): Figure[] {
  const byFit = Map.groupBy(
    answered.filter(({ item }) => item.set !== undefined),
    ({ item }) => item.set?.fit ?? 0,
  )
  return [...byFit]
    .sort(([a], [b]) => b - a)
    .map(([fit, members]) => ({
      ...{ name: `mean score at fit ${fit}`, of: members.length },
      value: mean(members.map(({ result }) => result.score)),
    }))
}

/** How often a matching pair scores above a non-matching one; a tie counts half. */
function areaUnderCurve(answered: readonly Answered[]): Figure {
  const scoresOf = (isPair: boolean) =>
    answered.filter(({ item }) => item.isPair === isPair).map(({ result }) => result.score)
  const [pairs, others] = [scoresOf(true), scoresOf(false)]
  const wins = pairs.reduce(
    (sum, score) =>
      sum + others.reduce((own, other) => own + (score > other ? 1 : score === other ? 0.5 : 0), 0),
    0,
  )
  const of = pairs.length * others.length
  return { name: 'AUC', of, value: of === 0 ? null : wins / of }
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
