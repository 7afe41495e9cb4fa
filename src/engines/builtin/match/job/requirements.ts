import type { Criterion } from '../../../../contract/index.ts'
import {
  detectLanguage,
  type Language,
  leadingTitle,
  normalize,
  type Priority,
  priorityOf,
  words,
} from '../../text/index.ts'
import { type Hit, isSkillList, vocabulary } from '../../vocabulary.ts'
import { type DegreeLevel, degreeAskedFor } from '../read/degrees.ts'
import { keyOf } from '../read/named.ts'
import { type WeightedWords, weightedWords } from '../read/similarity.ts'
import { allYears, monthsAskedFor, type YearsMention, yearsMentions } from '../read/years.ts'
import type { WorkField } from '../resume/employment.ts'
import type { RequirementKind } from '../weights.ts'
import { type Clause, isBarred, plainNorm, withoutMarkup } from './clauses.ts'
import {
  asksForSomething,
  isAside,
  isDutyLine,
  isEnumeration,
  isOfEmployer,
  isPlaceLine,
  statesPlace,
} from './cues.ts'
import { isUnasked } from './unasked.ts'
import { withoutWaived } from './waived.ts'

/** One requirement of a job description, and the terms to look for. */
export interface Requirement {
  /** The words of the job description, without markup. */
  readonly text: string
  readonly norm: string
  readonly words: WeightedWords
  readonly priority: Priority
  readonly kind: RequirementKind
  readonly yearsMin: number | undefined
  /** The field of the demanded years; undefined if any work counts. */
  readonly field: WorkField | undefined
  readonly degree: DegreeLevel | undefined
  /** Concepts that are demanded by name, with the names used in the job description. */
  readonly concepts: readonly AskedConcept[]
  /** One of the concepts is enough. */
  readonly anyOf: boolean
  /** For a criterion: its weight, as set by the caller, and whether it must not be judged. */
  readonly weight?: number
  readonly isBarred?: boolean
}

export interface AskedConcept {
  readonly key: string
  readonly name: string
}

export const requirementsMax = 60
const textCharactersMin = 2
const textCharactersMax = 400

/** The requirements among the clauses of a job description, in order, without the title. */
export function readRequirements(
  jdText: string,
  clauses: readonly Clause[],
  title: string | undefined,
): Requirement[] {
  const language = detectLanguage(jdText)
  const found: Requirement[] = []
  const seen = new Set<string>()
  const isBrief = clauses.length <= briefClausesMax && clauses.every(({ section }) => isUnheaded(section))
  for (const clause of clauses) {
    const isTitle = clause.text === title || (isBrief && title !== undefined && saysOnly(title, clause))
    const requirement = isTitle ? undefined : readClause(clause, language, title, isBrief)
    if (requirement === undefined || seen.has(requirement.norm)) continue
    seen.add(requirement.norm)
    found.push(requirement)
  }
  return mostTelling(found)
}

/** Converts the caller's criteria to requirements, one for each. */
export function readCriteria(
  criteria: readonly Criterion[],
  language: Language,
  title: string | undefined,
): Requirement[] {
  return criteria.map(({ text, priority, weight }) => {
    const clause: Clause = { text, norm: plainNorm(text), section: priority }
    const barred = isBarred(text, language)
    const read = barred ? undefined : readClause(clause, language, title, false, true)
    return { ...(read ?? unread(clause)), text, priority, weight, isBarred: barred }
  })
}

/** A requirement found by another reader: a verbatim part of the job description. */
export interface GivenRequirement {
  readonly text: string
  readonly part: 'must' | 'preferred' | 'duty'
}

/**
 * Requirements found by another reader, in the order of the job description. Decisive requirements that the
 * reader missed are added: years, a degree, a certificate, a language. Demands about personal traits are
 * left out.
 */
export function readGiven(
  given: readonly GivenRequirement[],
  own: readonly Requirement[],
  jdText: string,
  title: string | undefined,
): Requirement[] {
  const language = detectLanguage(jdText)
  const seen = new Set<string>()
  const found = given.flatMap(({ text, part }) => {
    const norm = plainNorm(text)
    if (norm === '' || seen.has(norm) || isBarred(text, language)) return []
    seen.add(norm)
    const section = part === 'duty' ? 'duties' : part
    const clause: Clause = { text, norm, section }
    const read =
      readClause(clause, language, title, false, true) ?? unread({ ...clause, text: withoutMarkup(text) })
    return [{ ...read, priority: part === 'preferred' ? 'preferred' : 'must' } as const]
  })
  const isCovered = ({ norm }: Requirement): boolean =>
    found.some((each) => each.norm.includes(norm) || norm.includes(each.norm))
  const leftOut = own.filter((each) => decisive.has(each.kind) && !isCovered(each))
  const placeOf = ({ text }: Requirement): number => jdText.indexOf(text)
  return mostTelling([...found, ...leftOut].sort((a, b) => placeOf(a) - placeOf(b)))
}

const decisive: ReadonlySet<RequirementKind> = new Set(['years', 'degree', 'certificate', 'language'])

/** A requirement that is searched only by its words. */
function unread({ text, norm }: Pick<Clause, 'text' | 'norm'>): Omit<Requirement, 'priority'> {
  const none = { yearsMin: undefined, field: undefined, degree: undefined, concepts: [], anyOf: false }
  return { text, norm, words: weightedWords([norm]), kind: 'other', ...none }
}

/** Above the maximum, duties and other vague requirements are dropped first. */
function mostTelling(all: readonly Requirement[]): Requirement[] {
  if (all.length <= requirementsMax) return [...all]
  const vague = (each: Requirement): boolean => each.kind === 'duty' || each.kind === 'other'
  const kept = new Set(
    [...all.filter((each) => !vague(each)), ...all.filter(vague)].slice(0, requirementsMax),
  )
  return all.filter((each) => kept.has(each))
}

/** In a short text without headings, everything named or listed is a demand. */
const briefClausesMax = 16
const isUnheaded = (section: Clause['section']): boolean => section === 'plain' || section === 'place'

/** `Barista wanted` and `急聘咖啡师2名` add nothing to `Barista`; `护士执业证` adds to `护士`. */
function saysOnly(title: string, { text, norm }: Clause): boolean {
  const at = text.indexOf(title)
  if (at < 0 || (at > 0 && leadingTitle(text)?.text !== title)) return false
  const from = normalize(text.slice(0, at)).length
  const to = from + normalize(title).length
  return vocabulary()
    .find(norm, text)
    .every(({ start, end }) => start >= from && end <= to)
}

function readClause(
  clause: Clause,
  language: Language,
  title: string | undefined,
  isBrief: boolean,
  isCriterion = false,
): Requirement | undefined {
  const { section } = clause
  const text = withoutMarkup(clause.text).slice(0, textCharactersMax)
  const norm = text.length < clause.text.length ? plainNorm(text) : clause.norm
  if (norm.length < textCharactersMin || /^[\p{P}\p{S}\s\d]+$/u.test(norm) || isAside(norm)) return undefined
  const asked = withoutWaived(norm)
  if (asked !== norm && !/[\p{L}\p{N}]/u.test(asked)) return undefined
  const hits = vocabulary().find(asked, text)
  const isDemand = section === 'must' || section === 'preferred' || (isBrief && isUnheaded(section))
  const years = (isDemand ? allYears : yearsMentions)(asked)[0] ?? monthsAskedFor(asked)
  const isDuty = section === 'duties' || (section === 'plain' && isDutyLine(norm))
  const degree = isDuty ? undefined : degreeAskedFor(asked)
  const isPlace = section === 'place' || isPlaceLine(norm)
  const concepts = askedConcepts(hits, text, asked, degree !== undefined)
  if (section === 'plain' && !isDuty && !isPlace) {
    const names = concepts.length > 0 || years !== undefined || degree !== undefined
    const says =
      language === 'zh'
        ? names
        : isBrief &&
          (names || clause.isPart === true || isEnumeration(asked)) &&
          !isOfEmployer(asked) &&
          !statesPlace(asked)
    if (!says && !asksForSomething(asked) && !isSkillList(asked, text)) return undefined
  }
  const kind = kindOf({ isPlace, isDuty, degree, years, concepts })
  if (!isCriterion && !decisive.has(kind) && isUnasked(norm, text, language, section)) return undefined
  return {
    text,
    norm,
    words: weightedWords([asked]),
    kind,
    priority: priorityOf(withoutExamples(norm), section),
    yearsMin: kind === 'duty' || kind === 'place' ? undefined : years?.min,
    field: years === undefined ? undefined : fieldOf(asked, concepts, title, years),
    degree,
    concepts: lookedFor(kind, concepts),
    anyOf: isAnyOf(asked, hits),
  }
}

const bracketed = /[(（]([^()（）]{1,60})[)）]/gu
const onlyPreference =
  /^(?:者?优先(?:考虑)?|加分(?:项)?|最佳|更佳|非必须|可选|strongly |highly |is )?(?:preferred|a plus|plus|nice to have|optional|desired|desirable|bonus|an advantage)?$/u

/** `a cloud provider (AWS preferred)` demands a cloud provider; `Kafka (preferred)` prefers Kafka. */
const withoutExamples = (norm: string): string =>
  norm.replace(bracketed, (all, inside: string) => (onlyPreference.test(inside.trim()) ? all : ' '))

/** The concepts that are looked for; in a language requirement, soft skills are part of the language. */
function lookedFor(kind: RequirementKind, concepts: readonly AskedConcept[]): AskedConcept[] {
  if (kind === 'place') return []
  return concepts.filter(({ key }) => kind !== 'language' || !key.startsWith('soft:'))
}

const sameWork = /相关|同类|同等|类似|同岗|本岗|该岗|\b(?:related|relevant|similar|comparable|equivalent)\b/u
const anyWork = /工作(?:经验|经历|年限)|\b(?:work|working|professional) experience\b/u
/** Words in a demand for years that don't name its field. */
const ofNoField =
  /^(?:年|以上|及以上|经验|经历|工作|至少|不少于|最少|相关|岗位|职位|从业|行业|领域|方面|从事|同类|类似|丰富|左右|优先|以内|\d.*|[一二两三四五六七八九十半]+(?:年|个?月)?|之?上|months?|mos?|experience|years?|yrs?|work|working|professional|relevant|related|similar|minimum|least|plus|hands-on|proven|industry|field|position|role|job|full-time|preferred|required|demonstrated|solid|prior|previous|min|max|exp|pls|please|preferably|one|two|three|four|five|six|seven|eight|nine|ten|more|over|equivalent|comparable|total|overall)$/u

/** The field of a demand for years: its skills and titles, or the job title, or its own words. */
function fieldOf(
  norm: string,
  concepts: readonly AskedConcept[],
  title = '',
  years?: YearsMention,
): WorkField | undefined {
  const normTitle = normalize(title)
  const ofTitle = vocabulary().findTitles(normTitle)
  const trade = ofTitle.map(keyOf)
  const named = (text: string): string[] => {
    const keys = concepts.filter(({ name }) => text.includes(normalize(name))).map(({ key }) => key)
    const skills = keys.filter((key) => key.startsWith('skills:'))
    const ofWork = [...skills, ...vocabulary().findTitles(text).map(keyOf)]
    return ofWork.length > 0 ? ofWork : keys.filter((key) => key.startsWith('domains:'))
  }
  const beside = named(besideYears(norm, years))
  const keys = beside.length > 0 ? beside : named(norm)
  const domains = keys.filter((key) => key.startsWith('domains:'))
  if (keys.length > domains.length) return { keys, words: new Set(), trade }
  const same = [...trade, ...ofTitle.flatMap(({ concept }) => [...concept.fields])]
  const own = words(ofYears(norm, years)).filter((word) => !ofNoField.test(word))
  // For a 快递员, `快递经验` is experience in that work.
  const isOfTitle = own.every((word) => word.length > 1 && normTitle.includes(word))
  if (own.length > 0 && isOfTitle && trade.length > 0) {
    return { keys: [...domains, ...same], words: new Set(), trade }
  }
  if (domains.length > 0) return { keys: domains, words: new Set(), trade }
  if (own.length > 0) return { keys: [], words: new Set(own), trade }
  if (!sameWork.test(norm) && anyWork.test(norm)) return undefined
  return same.length === 0 ? undefined : { keys: same, words: new Set(), trade }
}

const where = /坐标[^,，;；。]*/gu

/** Leaves out places, and the words beside a bare `三年` or `3 years`: they don't name the field. */
function ofYears(norm: string, years: YearsMention | undefined): string {
  return yearsMentions(norm).length > 0 ? norm.replace(where, ' ') : besideYears(norm, years)
}

/** The text between the same commas: `5年财务经验，其中2年管理` demands five years of finance. */
function besideYears(norm: string, years: YearsMention | undefined): string {
  if (years === undefined) return norm
  const before =
    norm
      .slice(0, years.start)
      .split(/[,，;；]/u)
      .at(-1) ?? ''
  return before + (norm.slice(years.start).split(/[,，;；]/u)[0] ?? '')
}

/** Alternatives or examples; `·` replaces each concept. */
const oneIsEnough =
  /·[^·]{0,12}(?:或|\bor\b)|·\s?\/\s?·|之一|任[一意]|至少一|其中一|例如|比如|\band\/or\b|\bany of\b|\bone of\b|\bsuch as\b|\be\.?g\b|\blike ·|\bat least one\b/u

function isAnyOf(norm: string, hits: readonly Hit[]): boolean {
  let rest = ''
  let from = 0
  for (const { start, end } of hits) {
    if (start < from) continue
    rest += `${norm.slice(from, start)}·`
    from = end
  }
  return oneIsEnough.test(rest + norm.slice(from))
}

function askedConcepts(
  hits: readonly Hit[],
  text: string,
  norm: string,
  asksDegree: boolean,
): AskedConcept[] {
  const aligned = text.length === norm.length
  const wantsMajor = asksDegree || /专业|\bmajor\b|\bdegree\b|\bfield\b|\bdiscipline\b/u.test(norm)
  // `语文教师资格证` demands only the certificate, not work.
  const certificates = hits.filter(({ concept }) => concept.kind === 'certificates')
  const asked = new Map<string, AskedConcept>()
  for (const { concept, start, end } of hits) {
    if (concept.kind === 'majors' && !wantsMajor) continue
    if (concept.kind === 'skills' && wantsMajor && nearMajorWord(norm, end)) continue
    if (concept.kind === 'skills' && certificates.some((paper) => start < paper.start && end >= paper.start))
      continue
    const key = `${concept.kind}:${concept.id}`
    if (!asked.has(key)) asked.set(key, { key, name: (aligned ? text : norm).slice(start, end) })
  }
  return [...asked.values()]
}

/** In `计算机、软件工程等相关专业`, the terms before 专业 are fields of study, not skills. */
function nearMajorWord(norm: string, end: number): boolean {
  return /^[^，,。;；]{0,12}(?:专业|\bor (?:a )?related)/u.test(norm.slice(end, end + 24))
}

interface Clues {
  readonly isPlace: boolean
  readonly isDuty: boolean
  readonly degree: DegreeLevel | undefined
  readonly years: object | undefined
  readonly concepts: readonly AskedConcept[]
}

function kindOf({ isPlace, isDuty, degree, years, concepts }: Clues): RequirementKind {
  const has = (kind: string): boolean => concepts.some((concept) => concept.key.startsWith(kind))
  if (isDuty) return 'duty'
  if (degree !== undefined) return 'degree'
  if (years !== undefined) return 'years'
  if (has('certificates')) return 'certificate'
  if (has('languages')) return 'language'
  if (isPlace && !has('skills')) return 'place'
  if (has('skills')) return 'skill'
  if (has('majors')) return 'major'
  if (has('domains')) return 'domain'
  return 'other'
}
