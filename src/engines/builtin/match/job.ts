import { detectLanguage, type Language, normalize, splitSections } from '../text/index.ts'
import { copyFilter } from './copied.ts'
import { type Requirement, readRequirements } from './requirements.ts'
import { resumeSegments, type Segment } from './segments.ts'
import { type WeightedWords, weightedWords } from './similarity.ts'
import { jobTitleOf } from './title.ts'

/** What a job description says, found once and held against many resumes. */
export interface Job {
  readonly language: Language
  readonly title: string | undefined
  readonly requirements: readonly Requirement[]
  /** Keys of all concepts asked for. */
  readonly concepts: ReadonlySet<string>
  /** The words of what is asked for: not of the company, its benefits, or what is only preferred. */
  readonly words: WeightedWords
  /** Leaves out what a resume copied from this job description. */
  readonly ownSegments: (segments: readonly Segment[]) => Segment[]
}

const rememberedJobsMax = 16
const remembered = new Map<string, Job>()

/** Reads a job description; the last few are remembered, for a batch asks the same one again and again. */
export function readJob(jdText: string, jobTitle: string | undefined): Job {
  const key = JSON.stringify([jdText, jobTitle ?? null])
  const known = remembered.get(key)
  if (known !== undefined) return known
  const job = analyse(jdText, jobTitle)
  if (remembered.size >= rememberedJobsMax) remembered.delete(remembered.keys().next().value ?? '')
  remembered.set(key, job)
  return job
}

function analyse(jdText: string, jobTitle: string | undefined): Job {
  const title = jobTitleOf(jobTitle, jdText)
  const requirements = readRequirements(jdText, title)
  const asked = splitSections(jdText)
    .filter(({ kind }) => kind !== 'about' && kind !== 'offer' && kind !== 'preferred')
    .flatMap(({ lines }) => lines.map((line) => normalize(line.text)))
  return {
    language: detectLanguage(jdText),
    title,
    requirements,
    concepts: new Set(requirements.flatMap(({ concepts }) => concepts.map(({ key }) => key))),
    words: weightedWords(title === undefined ? asked : [...asked, normalize(title)]),
    ownSegments: copyFilter(jdText, resumeSegments(jdText)),
  }
}
