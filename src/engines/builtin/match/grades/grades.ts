import type { Hit } from '../../vocabulary.ts'
import type { Requirement } from '../job/requirements.ts'
import { namedIn } from '../read/named.ts'
import { quote } from '../read/quote.ts'
import type { Segment } from '../read/segment.ts'
import type { ResumeFacts } from '../resume/resume.ts'
import type { Assessed } from '../score/assess.ts'
import { creditMet, creditPartly } from '../weights.ts'
import type { Aspect } from './aspect.ts'
import { judgeCodes } from './codes.ts'
import { judgeDegree, readDegrees } from './degree.ts'
import { judgeSteps, readSteps } from './ladders.ts'
import { judgeLanguages, readLanguages } from './language.ts'
import { judgeLevels, readLevels } from './levels.ts'

/**
 * Compares the levels, classes and degrees that a requirement demands with those in the resume: `B2 or
 * above` with `German B1`, `一级建造师` with `二级建造师`. A mention without a grade proves no level.
 */
export function createGrades(facts: ResumeFacts, today: number): (assessed: Assessed) => Assessed {
  const held = {
    languages: lazily(() => readLanguages(facts.levelLines)),
    steps: lazily(() => readSteps(facts.levelLines, today)),
    levels: lazily(() => readLevels(facts.levelLines)),
    degrees: lazily(() => readDegrees(facts.levelLines)),
  }
  return (assessed) => {
    const { requirement } = assessed
    const { norm } = requirement
    const aspects = [
      judgeDegree(norm, requirement.text, held.degrees()),
      judgeLanguages(norm, held.languages()),
      judgeSteps(norm, held.steps()),
      judgeLevels(norm, held.levels()),
      judgeCodes(norm, facts.levelLines),
    ].filter((each) => each !== undefined)
    return aspects.length === 0 ? assessed : withAspects(assessed, requirement, aspects)
  }
}

/** The lowest aspect decides. If all are reached, a requirement of a kind in `raised` is met. */
function withAspects(
  assessed: Assessed,
  { kind, concepts }: Requirement,
  aspects: readonly Aspect[],
): Assessed {
  const least = aspects.reduce((low, each) => (each.credit < low.credit ? each : low))
  const isReached = least.credit >= creditMet
  const isOtherField = !namesField(least.place.segment, concepts)
  if (isReached && (assessed.status === 'met' || isOtherField || !raised.has(kind))) return assessed
  const isRaised = assessed.status === 'not_met' && least.credit >= creditPartly
  const credit = isReached ? 1 : isRaised ? least.credit : Math.min(least.credit, assessed.credit)
  const status = credit >= creditMet ? 'met' : credit >= creditPartly ? 'partly' : 'not_met'
  const { segment, at } = least.place
  return {
    ...assessed,
    status,
    credit,
    quotes: status === 'not_met' ? assessed.quotes.slice(0, 1) : [quote(segment, at)],
    shownBy: status === 'not_met' ? undefined : segment,
  }
}

/** True if the requirement names no field of study, or the line names the field that it demands. */
function namesField(segment: Segment, concepts: Requirement['concepts']): boolean {
  const asked = new Set(concepts.flatMap(({ key }) => (key.startsWith('majors:') ? key : [])))
  const isAsked = ({ concept }: Hit): boolean =>
    [concept.id, ...concept.is].some((id) => asked.has(`majors:${id}`))
  return asked.size === 0 || namedIn(segment).concepts.some(isAsked)
}

/** For these kinds, a reached grade satisfies the requirement. */
const raised: ReadonlySet<string> = new Set(['degree', 'language', 'certificate', 'other', 'skill', 'major'])

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
