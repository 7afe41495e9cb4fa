import type { Hit } from '../../vocabulary.ts'
import type { Mention } from '../kind/profile.ts'
import { appliedIn } from '../pasted/applied.ts'
import type { JobTerms } from '../pasted/job-terms.ts'
import { separatePasted } from '../pasted/little.ts'
import { type DegreeLevel, degreeMentions, namesSchool } from '../read/degrees.ts'
import { isList } from '../read/line-shapes.ts'
import { namedIn } from '../read/named.ts'
import { type Stance, stanceAt } from '../read/negation.ts'
import type { Segment } from '../read/segment.ts'
import { profileListed, profileTouched, strength, titleNear, titleTouched } from '../weights.ts'
import { type Employment, readEmployment } from './employment.ts'
import { resumeSegments } from './segments.ts'

/** A segment as evidence, with its strength: 1 in dated work, less in a bare list. */
export interface Shown {
  readonly segment: Segment
  readonly strength: number
  /** The offset of the mention in the normalised segment. */
  readonly at: number
  /** Named by its own name, not through a more specific concept or a title. */
  readonly isNamed: boolean
}

/** The facts of a resume, extracted once and queried many times. */
export interface ResumeFacts {
  /** Without segments that only repeat the job's terms; those count only as weak evidence for concepts. */
  readonly segments: readonly Segment[]
  /** These segments, and short lines with a certificate, a language or a degree: the input of `grades/`. */
  readonly levelLines: readonly Segment[]
  /** Text that only repeats the job: almost no evidence, but not nothing. */
  readonly echoes: readonly Segment[]
  /** The best evidence for each concept, by `kind:id`, including its parents. */
  readonly concepts: ReadonlyMap<string, Shown>
  /** Concepts implied by another one: weaker evidence. */
  readonly implied: ReadonlyMap<string, Shown>
  readonly titles: ReadonlyMap<string, Shown>
  readonly employment: Employment
  readonly degree:
    | { readonly level: DegreeLevel; readonly inProgress: boolean; readonly segment: Segment }
    | undefined
  /** Each mention, for the profile. */
  readonly mentions: readonly Mention[]
  /** A segment that names a school. */
  readonly school: Segment | undefined
}

/**
 * Reads a resume. `today` is a month number. `own` drops segments copied from the job description. Segments
 * that contain only terms of `job` become weak evidence.
 */
export function readResume(
  resumeText: string,
  today: number,
  own: (segments: readonly Segment[]) => Segment[],
  job: JobTerms,
): ResumeFacts {
  const different = unique(resumeSegments(resumeText))
  const kept = own(different)
  const { segments: all, made } = separatePasted(kept, job)
  const mirrored = new Map([...made, ...appliedIn(all, kept, job)])
  const namesMax = kept.length < different.length ? 0 : namesOfCertificate
  const statesDegree = (each: Segment, index: number): boolean => {
    const names = mirrored.get(index)
    return names === undefined || isStudy(each) || (namesMax > 0 && names <= namesMax && isDegree(each))
  }
  const hits = all.map((segment) => namedIn(segment).concepts)
  const concepts = new Map<string, Shown>()
  const implied = new Map<string, Shown>()
  const mentions: Mention[] = []
  const segments = all.filter((segment, index) => {
    const found = hits[index] ?? []
    const names = mirrored.get(index)
    const isMade = names !== undefined
    const isOfStudy = isMade && isStudy(segment)
    const isBare = !isMade && found.length > 0 && isList(segment.norm, found)
    for (const hit of found) {
      const { stance } = hit
      if (stance === 'denied' || isEmployersName(segment, hit)) continue
      const countsFully =
        !isMade ||
        (names <= namesMax && certificateKinds.has(hit.concept.kind)) ||
        (isOfStudy && hit.concept.kind === 'majors')
      const isElsewhere = hit.concept.kind === 'majors' && !isOfStudies(segment)
      const place =
        (countsFully ? strength[segment.section] : strength.jobsOwnTerms) *
        (isElsewhere ? strength.unstudied : 1)
      noteConcept(segment, hit, stance, place, concepts, implied)
      if (!isMade) mentions.push(mentionOf(segment, hit, stance, isBare ? profileListed : 1))
    }
    return !isMade
  })
  const titles = readTitles(segments, concepts, implied, mentions)
  const isKept = new Set(kept)
  const statesLevel = (each: Segment, index: number): boolean =>
    statesDegree(each, index) || (mirrored.get(index) ?? 0) <= namesMax
  return {
    segments,
    levelLines: all.filter(statesLevel),
    echoes: [...different.filter((each) => !isKept.has(each)), ...all.filter((_, at) => mirrored.has(at))],
    concepts,
    implied,
    titles,
    mentions,
    employment: readEmployment(segments, today),
    degree: readDegree(all.filter(statesDegree)),
    school: segments.find((segment) => segment.section !== 'wish' && namesSchool(segment.norm)),
  }
}

/**
 * Certificates and languages are stated in short lines and need no work as evidence. If the resume copied
 * from the job, such a line may be a remainder of the copy.
 */
const certificateKinds: ReadonlySet<string> = new Set(['certificates', 'languages'])
const namesOfCertificate = 2

/** A degree with its subject uses the same words as any job: `大专 护理学`, `MSc Statistics`. */
function isStudy(segment: Segment): boolean {
  const { concepts, titles } = namedIn(segment)
  const subjects = concepts.filter(({ concept }) => ofStudy.has(concept.kind))
  const isWithin = (hit: Hit) => subjects.some(({ start, end }) => hit.start < end && start < hit.end)
  return (
    subjects.some(({ concept }) => concept.kind === 'majors') &&
    [...concepts, ...titles].every(isWithin) &&
    degreeMentions(segment.norm).length > 0
  )
}
/** A line with a degree and hardly another word: `高中`, `中专 药剂`. */
function isDegree({ norm }: Segment): boolean {
  const [first] = degreeMentions(norm)
  return first !== undefined && norm.length - (first.end - first.start) <= besideDegreeMax
}
const besideDegreeMax = 6
const ofStudy: ReadonlySet<string> = new Set(['majors', 'certificates', 'languages'])

/** A field of study counts only in a context of studies; `对接财务部门` is no degree in finance. */
const isOfStudies = ({ section, norm }: Segment): boolean =>
  section === 'education' || ofStudies.test(norm) || namesSchool(norm) || degreeMentions(norm).length > 0
const ofStudies = /专业|主修|毕业|学历|\bmajor(?:ed)?\b|\bgraduat|\bstudied\b/u

/** In `某机械公司` the term is part of a company name, not a field of study. */
const isEmployersName = ({ norm }: Segment, { concept, end }: Hit): boolean =>
  concept.kind === 'majors' &&
  /^[^\s,，、。;；|]{0,6}(?:公司|集团|有限|工厂|(?<=[\u3400-\u9fff])厂)/u.test(norm.slice(end, end + 12))

/** Drops repeated sentences. */
function unique(segments: readonly Segment[]): Segment[] {
  const seen = new Set<string>()
  return segments.filter((segment) => {
    if (seen.has(segment.norm)) return false
    seen.add(segment.norm)
    return true
  })
}

type Shows = Exclude<Stance, 'denied'>

function noteConcept(
  segment: Segment,
  hit: Hit,
  stance: Shows,
  place: number,
  concepts: Map<string, Shown>,
  implied: Map<string, Shown>,
): void {
  const share = stance === 'shown' ? 1 : strength[stance]
  const shown = { segment, strength: place * share, at: hit.start, isNamed: false }
  const { kind, id, is, implies } = hit.concept
  keepBest(concepts, `${kind}:${id}`, { ...shown, isNamed: true })
  for (const parent of is) keepBest(concepts, `${kind}:${parent}`, shown)
  for (const other of implies) {
    keepBest(implied, `${kind}:${other}`, { ...shown, strength: shown.strength * strength.implied })
  }
}

function mentionOf(segment: Segment, { concept }: Hit, stance: Shows, weight = 1): Mention {
  return { segment, concept, weight: weight * (stance === 'shown' ? 1 : profileTouched) }
}

function keepBest(map: Map<string, Shown>, key: string, shown: Shown): void {
  const known = map.get(key)
  const isBetter =
    known === undefined ||
    known.strength < shown.strength ||
    (known.strength === shown.strength && shown.isNamed && !known.isNamed)
  if (isBetter) map.set(key, shown)
}

/** The titles held; their fields also count as evidence for concepts. */
function readTitles(
  segments: readonly Segment[],
  concepts: Map<string, Shown>,
  implied: Map<string, Shown>,
  mentions: Mention[],
): ReadonlyMap<string, Shown> {
  const titles = new Map<string, Shown>()
  for (const segment of segments) {
    for (const hit of namedIn(segment).titles) {
      const { stance } = hit
      if (stance === 'denied') continue
      mentions.push(mentionOf(segment, hit, stance))
      if (segment.section === 'education') continue
      const weight = segment.section === 'wish' || segment.section === 'skills' ? titleTouched : 1
      const held = { segment, at: hit.start, isNamed: false }
      keepBest(titles, hit.concept.id, { ...held, strength: weight })
      const shown = { ...held, strength: strength[segment.section] }
      for (const key of hit.concept.fields) keepBest(concepts, key, shown)
      for (const key of hit.concept.nearFields) {
        keepBest(implied, key, { ...shown, strength: shown.strength * strength.implied })
      }
      for (const other of hit.concept.implies) {
        keepBest(titles, other, { ...held, strength: weight * titleNear })
      }
    }
  }
  return titles
}

function readDegree(segments: readonly Segment[]): ResumeFacts['degree'] {
  let best: ResumeFacts['degree']
  for (const segment of segments) {
    if (segment.section === 'wish') continue
    for (const mention of degreeMentions(segment.norm)) {
      if (best !== undefined && mention.level <= best.level) continue
      if (stanceAt(segment.norm, mention.start, mention.end) === 'denied') continue
      best = { level: mention.level, inProgress: mention.inProgress, segment }
    }
  }
  return best
}
