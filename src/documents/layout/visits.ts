import { type Box, unionOf } from './box.ts'
import type { Fragment } from './fragments.ts'

/** Consecutive fragments drawn in one of two columns before the drawing switches to the other. */
export interface Visit extends Box {
  readonly onLeft: boolean
  readonly fragments: readonly Fragment[]
}

export function visitsOf(left: readonly Fragment[], right: readonly Fragment[]): Visit[] {
  const sorted = [...left, ...right].sort((a, b) => a.drawn - b.drawn)
  return visitsIn(sorted, new Set(left))
}

/** Merges consecutive visits of the same side. */
export function joined(visits: readonly Visit[]): Visit[] {
  const fragmentsOf = (some: readonly Visit[]) => some.flatMap(({ fragments }) => fragments)
  return visitsIn(fragmentsOf(visits), new Set(fragmentsOf(visits.filter(({ onLeft }) => onLeft))))
}

function visitsIn(drawn: readonly Fragment[], left: ReadonlySet<Fragment>): Visit[] {
  const visits: { onLeft: boolean; fragments: Fragment[] }[] = []
  for (const fragment of drawn) {
    const onLeft = left.has(fragment)
    const last = visits.at(-1)
    if (last?.onLeft === onLeft) last.fragments.push(fragment)
    else visits.push({ onLeft, fragments: [fragment] })
  }
  return visits.map((visit) => ({ ...visit.fragments.reduce<Box>(unionOf, nowhere), ...visit }))
}

/** The empty box: a union with it changes nothing. */
const nowhere: Box = {
  left: Number.POSITIVE_INFINITY,
  bottom: Number.POSITIVE_INFINITY,
  right: Number.NEGATIVE_INFINITY,
  top: Number.NEGATIVE_INFINITY,
}
