import type { Place } from '../score/places.ts'

/** The result for one graded thing that a requirement demands: a level, a class or a degree. */
export interface Aspect {
  /** 0 to 1, as `Assessed.credit`. */
  readonly credit: number
  /** The position in the resume that states the grade. */
  readonly place: Place
}

/** Credit for a grade that is reached, one step below (where that counts in part), or lower. */
export const gradeCredit = { reached: 1, oneBelow: 0.45, short: 0.1 } as const

/** The aspect with the highest credit. */
export function best(aspects: readonly Aspect[]): Aspect | undefined {
  return aspects.reduce<Aspect | undefined>(
    (top, each) => (top === undefined || each.credit > top.credit ? each : top),
    undefined,
  )
}
