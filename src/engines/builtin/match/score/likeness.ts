import { detectLanguage, type Language } from '../../text/index.ts'
import type { Job } from '../job/job.ts'
import { type OtherWords, otherLikeness, otherWords } from '../kind/other-language.ts'
import { countMentions, type Profile, profileLikeness, profileOf } from '../kind/profile.ts'
import { type KnownTerms, knownTerms, topicLikeness, topicsOf } from '../kind/topics.ts'
import type { LineIndex } from '../read/line-index.ts'
import type { Segment } from '../read/segment.ts'
import { comparedWords, cosine, similarityCredit } from '../read/similarity.ts'
import type { ResumeFacts } from '../resume/resume.ts'
import { profileFloor, profileNamesMin, topicsCeiling, topicsFloor } from '../weights.ts'
import type { Assessed } from './assess.ts'
import { type Likeness, meanOfChannels } from './score.ts'
import { titleCredit } from './title-credit.ts'

/** The overall likeness of a job and a resume, and the resume's profile. */
export interface Alike extends Likeness {
  readonly ofResume: Profile
}

/**
 * The likeness of a job and a resume. A sentence that shows a must is left out if it lowers the score by
 * more than it adds, so that omitting evidence never pays.
 */
export function likenessOf(
  job: Job,
  facts: ResumeFacts,
  lines: LineIndex,
  assessed: readonly Assessed[],
): Alike {
  if (job.otherWords !== undefined) return inOtherLanguage(job, job.otherWords, facts, lines)
  const language = detectLanguage(facts.segments.map(({ norm }) => norm).join(' '))
  const ofWords = {
    similarity: similarityCredit(cosine(job.words, comparedWords(lines.counts, job.words))),
    title: titleCredit(job.title, facts),
    profileTrust: job.profileTrust,
  }
  const terms = language === 'zh' && job.topics ? facts.segments.map(({ norm }) => knownTerms(norm)) : []
  const topicsWithout = (left: Left) =>
    language === 'zh' ? topicsAlike(job, facts.segments, terms, left) : undefined
  const musts = assessed.filter(({ requirement }) => requirement.priority === 'must')
  const isShort = facts.segments.length <= shortSegmentsMax
  let left: Left = new Set()
  let alike: Alike = { ...ofWords, ...kindOfWork(job, facts, language, left), topics: topicsWithout(left) }
  let best = meanOfChannels(musts, alike)
  for (const shownBy of new Set(musts.map((each) => each.shownBy))) {
    if (shownBy === undefined) continue
    if (!isShort && isAsAlike(job, facts, language, shownBy, alike.ofResume)) continue
    const fewer = new Set([...left, shownBy])
    const kind = kindOfWork(job, facts, language, fewer)
    if (!isShort && (kind.profile ?? 0) <= (alike.profile ?? 0)) continue
    const other = { ...ofWords, ...kind, topics: topicsWithout(fewer) }
    const unmet = musts.map((each) => (isIn(fewer, each.shownBy) ? { ...each, credit: 0 } : each))
    const mean = meanOfChannels(unmet, other)
    if (mean > best) [left, alike, best] = [fewer, other, mean]
  }
  return alike
}

/** Without tables, the words alone show the kind of work: their likeness fills the topics channel. */
function inOtherLanguage(job: Job, asked: OtherWords, facts: ResumeFacts, lines: LineIndex): Alike {
  const alike = otherLikeness(asked, otherWords(facts.segments.map(({ norm }) => norm).join('\n')))
  return {
    similarity: similarityCredit(cosine(job.words, comparedWords(lines.counts, job.words))),
    title: titleCredit(job.title, facts),
    profileTrust: 0,
    profile: undefined,
    topics: topicsFloor + (topicsCeiling - topicsFloor) * alike,
    ofResume: profileOf(new Map(), 'en'),
  }
}

/** In a resume this short, each sentence has a large effect, so all sentences that show a must are tried. */
const shortSegmentsMax = 8

/** The segments that are left out of a resume. */
type Left = ReadonlySet<Segment>

const isIn = (left: Left, segment: Segment | undefined): boolean => segment !== undefined && left.has(segment)

/** True for a segment that is at least as similar to the job as the full resume. */
function isAsAlike(
  job: Job,
  { mentions }: ResumeFacts,
  language: Language,
  segment: Segment,
  ofResume: Profile,
): boolean {
  const named = mentions.filter((each) => each.segment === segment)
  const likenessOfAll = profileLikeness(job.profile, ofResume)
  if (named.length === 0 || likenessOfAll === undefined) return true
  const own = profileLikeness(job.profile, profileOf(countMentions(named), language))
  return own !== undefined && own >= likenessOfAll
}

function kindOfWork(
  job: Job,
  { mentions }: ResumeFacts,
  language: Language,
  left: Left,
): Pick<Alike, 'ofResume' | 'profile'> {
  const named = mentions.filter(({ segment }) => !left.has(segment))
  const ofResume = profileOf(countMentions(named), language)
  return { ofResume, profile: asFarAsKnown(profileLikeness(job.profile, ofResume), named.length) }
}

/** The topic likeness; −1 if no segments remain. */
function topicsAlike(
  job: Job,
  segments: readonly Segment[],
  terms: readonly KnownTerms[],
  left: Left,
): number | undefined {
  if (job.topics === undefined) return undefined
  const own = terms.filter((_, index) => !isIn(left, segments[index]))
  return own.length === 0 ? -1 : topicLikeness(job.topics, topicsOf(own))
}

/** Reduces the likeness in proportion if only a few concepts are named. */
function asFarAsKnown(likeness: number | undefined, names: number): number | undefined {
  if (likeness === undefined || names >= profileNamesMin || likeness <= profileFloor) return likeness
  return profileFloor + (likeness - profileFloor) * (names / profileNamesMin)
}
