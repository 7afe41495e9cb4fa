import { heightOf } from './box.ts'
import type { Fragment } from './fragments.ts'

/** Shorter texts are initials, figures and icons. */
const titleLengthMin = 4

/** The text in the largest letters: the name on a resume. */
export function titleOf(fragments: readonly Fragment[]): Fragment | undefined {
  const titles = fragments.filter(({ length }) => length >= titleLengthMin)
  return titles.toSorted((a, b) => heightOf(b) - heightOf(a))[0]
}
