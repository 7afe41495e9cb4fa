import { detectLanguage } from '../text/index.ts'
import type { Assessed } from './assess.ts'
import type { Job } from './job.ts'
import type { LineIndex } from './line-index.ts'
import { countMentions, type Profile, profileLikeness, profileOf } from './profile.ts'
import type { ResumeFacts } from './resume.ts'
import { type Likeness, meanOfChannels } from './score.ts'
import type { Segment } from './segments.ts'
import { cosine, similarityCredit, topicalWords } from './similarity.ts'
import { titleCredit } from './title.ts'
import { topicLikeness, topicsOfResume } from './topics.ts'
import { profileFloor, profileNamesMin } from './weights.ts'

/** How alike a job and a resume are in the whole, and what kind of work the resume is about. */
export interface Alike extends Likeness {
  readonly ofResume: Profile
}

/**
 * The likeness of a job and a resume, without those sentences that show a must and take more from the likeness
 * than they bring: who leaves out the evidence of a must gains nothing by it.
 */
export function likenessOf(
  job: Job,
  facts: ResumeFacts,
  lines: LineIndex,
  assessed: readonly Assessed[],
): Alike {
  const title = titleCredit(job.title, facts)
  const without = (left: ReadonlySet<Segment>): Alike => ({ ...compare(job, facts, lines, left), title })
  const musts = assessed.filter(({ requirement }) => requirement.priority === 'must')
  let left: ReadonlySet<Segment> = new Set()
  let alike = without(left)
  let best = meanOfChannels(musts, alike)
  for (const shownBy of new Set(musts.map((each) => each.shownBy))) {
    if (shownBy === undefined) continue
    const fewer = new Set([...left, shownBy])
    const other = without(fewer)
    const unmet = musts.map((each) => (isIn(fewer, each.shownBy) ? { ...each, credit: 0 } : each))
    const mean = meanOfChannels(unmet, other)
    if (mean > best) [left, alike, best] = [fewer, other, mean]
  }
  return alike
}

const isIn = (set: ReadonlySet<Segment>, segment: Segment | undefined): boolean =>
  segment !== undefined && set.has(segment)

function compare(
  job: Job,
  { segments, mentions }: ResumeFacts,
  { counts }: LineIndex,
  left: ReadonlySet<Segment>,
): Alike {
  const isKept = (segment: Segment | undefined): boolean => !isIn(left, segment)
  const own = segments.filter(isKept).map(({ norm }) => norm)
  const language = detectLanguage(own.join(' '))
  const named = mentions.filter(({ segment }) => isKept(segment))
  const ofResume = profileOf(countMentions(named), language)
  const words = topicalWords(counts.filter((_, index) => isKept(segments[index])))
  return {
    ofResume,
    profile: asFarAsKnown(profileLikeness(job.profile, ofResume), named.length),
    similarity: similarityCredit(cosine(job.words, words)),
    title: undefined,
    topics: language === 'zh' ? job.topics && topicLikeness(job.topics, topicsOfResume(own)) : undefined,
  }
}

/** What few names say is said in part. */
function asFarAsKnown(likeness: number | undefined, names: number): number | undefined {
  if (likeness === undefined || names >= profileNamesMin || likeness <= profileFloor) return likeness
  return profileFloor + (likeness - profileFloor) * (names / profileNamesMin)
}
