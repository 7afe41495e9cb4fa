import { type DegreeLevel, degreeMentions } from '../read/degrees.ts'
import { readForms } from '../read/forms.ts'

/** A degree named in a text, with its level on the ladder of `read/degrees.ts`. */
export interface DegreeName {
  readonly level: DegreeLevel
  readonly start: number
  readonly end: number
}

const forms = readForms<string>(new URL('./degrees.tsv', import.meta.url))
/** Abbreviations that are also words or places count only in capitals: `BA`, not `ba`. */
const inCapitals = new Set(['ba', 'bs', 'be', 'ms', 'ma', 'med', 'bed', 'march', 'aas'])
const notDegrees = new Set([
  'master',
  'masters',
  'diploma',
  'ged',
  'secondary school',
  'high school',
  '研究生',
])
const capitals = /^[BMA][A-Z][A-Za-z]*$/u
const followedBy =
  /^(?:生?导师|团队|站|后(?![端台])|点|会|部|教师|老师|数学|语文|英语|物理|化学|生物|历史|地理|政治|阶段|班|of ceremonies|for\b|on\b|to\b)/u
/** A US state after a city: `Boston, MA`. */
const place = /(?:^|[^a-z])[a-z]{4,}, $/u

/**
 * The degrees named in a normalised text. `original` is the text before normalisation, used if both have
 * the same length.
 */
export function degreeNames(normalized: string, original: string): DegreeName[] {
  const isSame = original.length === normalized.length
  const found = forms.find(normalized).flatMap(({ classes, start, end }): DegreeName[] => {
    const form = normalized.slice(start, end)
    const written = isSame ? original.slice(start, end) : form.toUpperCase()
    const isName =
      !notDegrees.has(form) &&
      !followedBy.test(normalized.slice(end, end + 14).trimStart()) &&
      !(inCapitals.has(form) && (!capitals.test(written) || place.test(normalized.slice(0, start))))
    return isName ? [{ level: Number(classes[0]) as DegreeLevel, start, end }] : []
  })
  const others = degreeMentions(normalized).filter(
    (each) => !found.some(({ start, end }) => each.start < end && start < each.end),
  )
  return [...found, ...others].sort((a, b) => a.start - b.start)
}

const anyDegree = /\b(?:a|honours|university|college|relevant|first)? ?degree\b(?! of)/u

/** The lowest level that a requirement accepts; `degree in physics` without a level means a bachelor's. */
export function degreeAsked(normalized: string, original: string): DegreeLevel | undefined {
  const levels = degreeNames(normalized, original).map(({ level }) => level)
  if (levels.length > 0) return Math.min(...levels) as DegreeLevel
  return anyDegree.test(normalized) ? 3 : undefined
}
