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

/** How alike a job and a resume are in the whole, and what kind of work the resume is about. */
export interface Alike extends Likeness {
  readonly ofResume: Profile
}

/**
 * The likeness of a job and a resume, without those sentences that show a must and take more from it than
 * they bring: who leaves out the evidence of a must gains nothing by it.
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

/** Without tables nothing tells the kind of work but the words: they take the part of what both speak of. */
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

/** In so few sentences each one turns the whole: all that show a must are tried. */
const shortSegmentsMax = 8

/** What is left out of a resume. */
type Left = ReadonlySet<Segment>

const isIn = (left: Left, segment: Segment | undefined): boolean => segment !== undefined && left.has(segment)

/** True for a segment that by itself is as much like the job as the whole. */
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

/** Who says nothing speaks of nothing that the job does. */
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

/** What few names say is said in part. */
function asFarAsKnown(likeness: number | undefined, names: number): number | undefined {
  if (likeness === undefined || names >= profileNamesMin || likeness <= profileFloor) return likeness
  return profileFloor + (likeness - profileFloor) * (names / profileNamesMin)
}
