import type { Draft, DraftLine, Part } from '../draft.ts'
import type { Labels } from '../words/labels.ts'

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

/** `Openings: 1` of each of two jobs is not one opening for both. */
const counts = /^(?:openings:|(?:招聘)?人数：|\d{1,3}[名人位个]$)/iu

/** A line with the names of its jobs, if it doesn't apply to all. */
export function withPosts({ text, posts }: DraftLine, draft: Draft, labels: Labels): string {
  const isOfAll = posts === undefined || (posts.length >= draft.posts.length && !counts.test(text))
  const words = text.replace(/[，,、]$/u, '')
  return isOfAll ? words : words + labels.ofPosts(posts)
}
