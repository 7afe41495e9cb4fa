import { type Box, unionOf } from './box.ts'
import type { Fragment } from './fragments.ts'

/** What is drawn on one side of two columns before the page goes over to the other. */
export interface Visit extends Box {
  readonly onLeft: boolean
  readonly fragments: readonly Fragment[]
}

export function visitsOf(left: readonly Fragment[], right: readonly Fragment[]): Visit[] {
  const onLeft = new Set(left)
  const sorted = [...left, ...right].sort((a, b) => a.drawn - b.drawn)
  return joined(sorted.map((each) => ({ ...each, onLeft: onLeft.has(each), fragments: [each] })))
}

/** Visits of one side that come one after the other, as one. */
export function joined(visits: readonly Visit[]): Visit[] {
  const all: { visit: Visit; fragments: Fragment[] }[] = []
  for (const visit of visits) {
    const last = all.at(-1)
    if (last?.visit.onLeft !== visit.onLeft) all.push({ visit, fragments: [...visit.fragments] })
    else {
      last.visit = { ...visit, ...unionOf(last.visit, visit) }
      last.fragments.push(...visit.fragments)
    }
  }
  return all.map(({ visit, fragments }) => ({ ...visit, fragments }))
}
