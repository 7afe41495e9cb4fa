import { keyOf, namedIn } from '../read/named.ts'
import { behindEmployer, isHeld, isTitleAlone, year } from './heads.ts'
import type { JobTerms } from './job-terms.ts'
import { isMadeForJob } from './own-words.ts'
import type { CutSegments } from './tails.ts'

/**
 * The segments that contain only the job's words: they may have been written for the job and count for very
 * little. Maps each index to the number of distinct concepts in its run of such segments. A title beside
 * the dates or employer of a held position is excluded.
 */
export function mirroredSegments(
  { segments, tails }: CutSegments,
  job: JobTerms,
): ReadonlyMap<number, number> {
  const parts = segments.map((segment) => ({ norm: segment.norm, ...namedIn(segment) }))
  const isOwn = segments.map((segment) => isMadeForJob(segment, job))
  const isTail = segments.map((segment) => tails.has(segment))
  const isLoose = (index: number): boolean => isOwn[index] !== true || isTitleAlone(segments[index])
  // If dates precede a title in the same line, the lines below aren't required, and job words don't count.
  const isHead = (index: number): boolean => {
    if (!isTitleAlone(segments[index]) || !isLoose(index - 1)) return false
    const before = segments[index - 1]?.norm ?? ''
    if (isTail[index] === true && behindEmployer.test(before)) return false
    if (isLoose(index + 1)) return isHeld(segments, index)
    const isInLine = isTail[index] === true && year.test(before)
    return (
      isInLine &&
      isHeld(
        segments.filter((_, at) => at <= index || isOwn[at] !== true),
        index,
      )
    )
  }
  const isMade = isOwn.map((own, index) => (isTail[index] === true || own) && !isHead(index))
  const found = new Map<number, number>()
  for (let from = 0; from < parts.length; from += 1) {
    let to = from
    while (isMade[to] === true && segments[to]?.section === segments[from]?.section) to += 1
    const names = new Set(parts.slice(from, to).flatMap(({ concepts }) => concepts.map(keyOf)))
    for (let index = from; index < to; index += 1) found.set(index, names.size)
    from = Math.max(from, to - 1)
  }
  return found
}
