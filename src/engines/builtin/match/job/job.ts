import type { Criterion } from '../../../../contract/index.ts'
import { detectLanguage, type Language, normalize, splitSections } from '../../text/index.ts'
import { type Concept, vocabulary } from '../../vocabulary.ts'
import { isOtherLanguage, type OtherWords, otherWords } from '../kind/other-language.ts'
import { type ConceptCounts, countConcept, type Profile, profileOf } from '../kind/profile.ts'
import { type Topics, topicsOfJob } from '../kind/topics.ts'
import { copyFilter } from '../pasted/copied.ts'
import { type JobTerms, readJobTerms } from '../pasted/job-terms.ts'
import type { Segment } from '../read/segment.ts'
import { countWords, topicalWords, type WeightedWords } from '../read/similarity.ts'
import { resumeSegments } from '../resume/segments.ts'
import { profileJobNamesMin, profileLead } from '../weights.ts'
import { type Clause, readClauses } from './clauses.ts'
import {
  type GivenRequirement,
  type Requirement,
  readCriteria,
  readGiven,
  readRequirements,
} from './requirements.ts'
import { jobTitleOf } from './title.ts'

/** A job description, parsed once and compared with many resumes. */
export interface Job {
  readonly language: Language
  readonly title: string | undefined
  readonly requirements: readonly Requirement[]
  readonly terms: JobTerms
  /** The words of its demands. */
  readonly words: WeightedWords
  /** Its topics; undefined if they can't be determined. */
  readonly topics: Topics | undefined
  /** Its words, if it is in a language without tables. */
  readonly otherWords: OtherWords | undefined
  /** The kind of work. */
  readonly profile: Profile
  /** The reliability of its profile, 0 to 1: few named concepts say little about the kind of work. */
  readonly profileTrust: number
  /** Leaves out the parts of a resume that were copied from this job description. */
  readonly ownSegments: (segments: readonly Segment[]) => Segment[]
}

const rememberedJobsMax = 16
const remembered = new Map<string, Job>()

/**
 * Parses a job description. The last few are cached, because a batch repeats the same one. `given` are
 * requirements found by another reader; criteria take precedence over them.
 */
export function readJob(
  jdText: string,
  jobTitle: string | undefined,
  criteria?: readonly Criterion[],
  given?: readonly GivenRequirement[],
): Job {
  const key = JSON.stringify([jdText, jobTitle ?? null, criteria ?? null, given ?? null])
  const known = remembered.get(key)
  if (known !== undefined) return known
  const job = analyse(jdText, jobTitle, criteria, given)
  if (remembered.size >= rememberedJobsMax) remembered.delete(remembered.keys().next().value ?? '')
  remembered.set(key, job)
  return job
}

function analyse(
  jdText: string,
  jobTitle: string | undefined,
  criteria: readonly Criterion[] | undefined,
  given: readonly GivenRequirement[] | undefined,
): Job {
  const sections = splitSections(jdText)
  const title = jobTitleOf(jobTitle, jdText, sections)
  const clauses = readClauses(jdText, sections)
  const language = detectLanguage(jdText)
  const read = () => readRequirements(jdText, clauses, title)
  const requirements =
    criteria !== undefined
      ? readCriteria(criteria, language, title)
      : given === undefined
        ? read()
        : readGiven(given, read(), jdText, title)
  const asked = askedOf(clauses, title)
  const names = new Set<Concept>()
  const counts = countJob(clauses, title, names)
  return {
    language,
    title,
    requirements,
    terms: readJobTerms(jdText, title),
    words: topicalWords(asked.map(countWords)),
    topics: language === 'zh' ? topicsOfJob(asked) : undefined,
    otherWords: isOtherLanguage(jdText) ? otherWords(asked.join('\n')) : undefined,
    profile: profileOf(counts, language),
    profileTrust: Math.min(1, names.size / profileJobNamesMin),
    ownSegments: copyFilter(jdText, resumeSegments(jdText)),
  }
}

/** The normalised clauses that demand something, and the title; without preferences. */
export function askedOf(clauses: readonly Clause[], title: string | undefined): string[] {
  const asked = clauses.filter(({ section }) => section !== 'preferred').map(({ norm }) => norm)
  return title === undefined ? asked : [...asked, normalize(title)]
}

/**
 * Counts the concepts and titles that a job names. Its title has a higher weight, or its first clause if it
 * has none. Each distinct concept is added to `names`.
 */
export function countJob(
  clauses: readonly Clause[],
  title: string | undefined,
  names = new Set<Concept>(),
): ConceptCounts {
  const counts: ConceptCounts = new Map()
  const count = (norm: string, text: string, weight: number): void => {
    const { concepts, titles } = vocabulary().findAll(norm, text)
    for (const { concept } of [...concepts, ...titles]) {
      countConcept(counts, concept, weight)
      names.add(concept)
    }
  }
  for (const { norm, text } of clauses) count(norm, text, 1)
  const lead = title ?? clauses[0]?.text ?? ''
  count(normalize(lead), lead, profileLead)
  return counts
}
