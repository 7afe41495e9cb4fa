import type { Language } from '../text/index.ts'
import { faultsIn } from './faults.ts'
import type { Rule } from './rules.ts'

/** A rule that fired on a part of a line. */
export interface Hit {
  readonly rule: Rule
  /** Where the words stand in the line, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** What takes their place; empty where they are left out. */
  readonly replacement: string | null
}

/** Finds what the rules surely object to in a line of a text, or in a few. */
export type Scanner = (line: string) => Hit[]

const hitsMax = 500

/** A scanner for the lines of a text: lawful reasons may stand anywhere in it. */
export function scannerFor(wholeText: string, language: Language): Scanner {
  return (line) =>
    faultsIn(line, language, wholeText)
      .filter(({ isDoubtful }) => !isDoubtful)
      .slice(0, hitsMax)
      .map(({ rule, start, end, put }) => ({ rule, start, end, replacement: put }))
}
