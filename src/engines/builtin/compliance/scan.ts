import type { Language } from '../text/index.ts'
import { faultsIn } from './faults.ts'
import type { Rule } from './rules.ts'

/** A rule that fired on a part of a line. */
export interface Hit {
  readonly rule: Rule
  /** The position of the words in the line, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** The replacement; empty if the words are removed, null if they are kept. */
  readonly replacement: string | null
}

/** Finds the hits of the rules in one or more lines of a text. */
export type Scanner = (line: string) => Hit[]

const hitsMax = 500

/** A scanner for the lines of a text. Lawful reasons may be anywhere in the whole text. */
export function scannerFor(wholeText: string, language: Language): Scanner {
  return (line) =>
    faultsIn(line, language, wholeText)
      .filter(({ isDoubtful }) => !isDoubtful)
      .slice(0, hitsMax)
      .map(({ rule, start, end, put }) => ({ rule, start, end, replacement: put }))
}
