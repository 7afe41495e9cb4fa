import { keyOf, namedIn } from '../read/named.ts'
import type { Segment } from '../read/segment.ts'
import { allYears } from '../read/years.ts'
import type { JobTerms } from './job-terms.ts'

/** Words that apply for a job or praise it, instead of describing work. */
const applying =
  /应聘|求职|申请|目标|志向|所需|所要求|任职要求|岗位要求|符合|胜任|匹配|适合|关键[词字]|候选人|贵[司公]|该岗|评[分审]|\b(?:appl(?:y|ying|icant|ication)|candidate|goals?|dream|aspir\w{1,8}|needs?|requires?|requirements?|keywords?|everything|all that|fits?|match(?:es|ed)?|ideal|perfect|suited|qualified)\b/u
const year = /(?:19|20)\d\d/u

/**
 * Whether a sentence names the job title only to apply for it: `I can do all that a welder does`. A
 * sentence with years or dates describes work and doesn't count.
 */
function isAppliedFor(segment: Segment, { title, titleKeys }: JobTerms): boolean {
  const { norm } = segment
  if (title === '' || !applying.test(norm)) return false
  const names = norm.includes(title) || namedIn(segment).titles.some((hit) => titleKeys.has(keyOf(hit)))
  return names && !year.test(norm) && allYears(norm).length === 0
}

/** More names than any paper has: nothing is shown by them. */
const namesApplied = 9

/**
 * Which of these segments only apply for the job. `whole` are the same before verdicts and tails were cut:
 * a segment that says something else before such an end keeps that.
 */
export function appliedIn(
  segments: readonly Segment[],
  whole: readonly Segment[],
  job: JobTerms,
): [index: number, names: number][] {
  const starts = new Set(whole.filter((each) => isAppliedFor(each, job)).map(({ start }) => start))
  return segments.flatMap(({ start, norm }, index) =>
    starts.has(start) && applying.test(norm) ? [[index, namesApplied] as [number, number]] : [],
  )
}
