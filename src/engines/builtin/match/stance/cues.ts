import { type FormHit, readForms } from '../read/forms.ts'

/** How a word near a concept changes its stance; `cues.tsv` has the forms. */
export type Cue =
  | 'deny'
  | 'notdeny'
  | 'wish'
  | 'learn'
  | 'others'
  | 'interest'
  | 'assist'
  | 'basic'
  | 'lapsed'
  | 'strong'
  | 'willing'
  | 'refuse'
  | 'contrast'
  | 'teach'

export type CueHit = FormHit<Cue>

const cues = readForms<Cue>(new URL('./cues.tsv', import.meta.url))
const bad = readForms<'bad'>(new URL('./badthings.tsv', import.meta.url))

/** The cues of a normalised text. A denial of something bad (`没有投诉`, `no complaints`) becomes `notdeny`. */
export function findCues(norm: string): CueHit[] {
  const found = cues.find(norm)
  for (const match of norm.matchAll(byOthers)) {
    found.push({ classes: ['others'], start: match.index, end: match.index + match[0].length })
  }
  for (const match of norm.matchAll(otherSubject)) {
    found.push({ classes: ['others'], start: match.index, end: match.index + match[0].length - 1 })
  }
  if (!found.some(({ classes }) => classes.includes('deny'))) return found
  const badThings = bad.find(norm)
  if (badThings.length === 0) return found
  return found.map((hit) =>
    hit.classes.includes('deny') &&
    badThings.some(
      ({ start, end }) =>
        (start >= hit.end && start - hit.end <= reach) || (end <= hit.start && hit.start - end <= 6),
    )
      ? { ...hit, classes: ['notdeny'] as const }
      : hit,
  )
}

/** `由带教老师做`, `by the night team`: another person does it. */
const byOthers =
  /由(?!我|本人|自己|于|此|来|浅|易|内|外|里)[^，,；;。]{1,10}(?:做|负责|完成|处理|承担|操作|办|写|管|审|签)|\bby (?:the|our|my|another|an?|head|hq|external|outside) [a-z]{2,16}/gu

/** `Our admin squad builds the flows`: the subject is another person. */
const otherSubject =
  /\b(?:our|my|the|their|his|her) (?:[a-z-]{2,14} ){0,2}(?:team|squad|cell|group|department|desk|chef|manager|lead|leader|director|accountants?|analysts?|engineers?|planners?|buyers?|clerk|surveyors?|solicitors?|architects?|landlord|consultants?|nurses?|doctors?|electricians?|developers?|designers?|supervisor|boss|owner|colleagues?|specialists?|technicians?|partner|vendor|agency|hunter) (?:[a-z]{2,14}s|do|did|have|had|own|run|write|make|hold|handle|build|cost|check|sign)\b/gu

/** Maximum distance in characters between a denial and the bad thing after it. */
const reach = 14
