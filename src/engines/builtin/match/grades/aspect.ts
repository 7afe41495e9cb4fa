import type { Place } from '../score/places.ts'

/** What a resume shows of one graded thing that is asked for: a level, a class, a degree. */
export interface Aspect {
  /** 0 to 1, as `Assessed.credit`. */
  readonly credit: number
  /** Where the grade is told. */
  readonly place: Place
}

/** What a grade is worth that is reached, one below where that counts in part, and any other. */
export const gradeCredit = { reached: 1, oneBelow: 0.45, short: 0.1 } as const

/** The aspect that shows most. */
export function best(aspects: readonly Aspect[]): Aspect | undefined {
  return aspects.reduce<Aspect | undefined>(
    (top, each) => (top === undefined || each.credit > top.credit ? each : top),
    undefined,
  )
}
