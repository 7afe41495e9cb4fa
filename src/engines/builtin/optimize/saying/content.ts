import type { Part } from '../draft.ts'

/**
 * A line of the content: words of the input, with our words before and after them, which need no escaping.
 */
export interface ContentLine {
  readonly text: string
  readonly before?: string
  readonly after?: string
}

export type Content = Record<Part, ContentLine[]>

/** Records that a fact is missing, and returns the line that asks for it. */
export type Ask = (name: string, what: string) => ContentLine
