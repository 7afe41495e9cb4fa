import { readFileSync } from 'node:fs'
import { chancesOf, type LearnedTable, readTable } from '../../compliance/index.ts'
import { endsWithTitle, type Language, normalize } from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'
import { parts } from '../draft.ts'
import { isPay } from '../facts/pay.ts'
import { isPlace } from '../facts/places.ts'
import { likeliestChain, stepFrom } from './chain.ts'
import { featuresOf } from './features.ts'
import { kindOfHeading } from './heading-kinds.ts'
import { factName, speaker, type Unit, unitsOf } from './units.ts'

/**
 * What a unit is: a part of the job description, the title of a job, a heading, or noise (addressed to a
 * colleague, or from the mail or page around the job).
 */
export const roles = [...parts, 'title', 'heading', 'noise'] as const
export type Role = (typeof roles)[number]

/**
 * The roles of all units of a text: the likeliest sequence according to the learned table. `arePoints`: the
 * text is a list of points about the job, and no posting or mail.
 */
export function rolesOf(units: readonly Unit[], language: Language, arePoints = false): Role[] {
  const [features, table] = [featuresOf(units, language, true), tableOf(language)]
  const ruledOut = ruledOutOf(units, language, arePoints)
  const found = rolesBy(units, features, table, (at, role) => ruledOut[at]?.has(role) === true)
  if (found.some((role) => role !== 'noise') || units.some(({ label }) => label === speaker))
    return withLists(units, found)
  // A text that says nothing else is meant as the text itself.
  return rolesBy(units, features, table, (at, role) => role === 'noise' || ruledOut[at]?.has(role) === true)
}

/** An item of a list, or a line of a text with headings, between others about the job is one more of them. */
function withLists(units: readonly Unit[], found: readonly Role[]): Role[] {
  const isHeaded = units.some(isHeadingKnown)
  return units.map(({ before: boundary, label, mark }, at) => {
    const [before, role = 'other', after] = [found[at - 1], found[at], found[at + 1]]
    const isBetween = before !== undefined && ofLists.has(before) && after !== 'noise'
    const isLine = boundary !== 'clause' && boundary !== 'sentence' && label === ''
    return role === 'noise' && isBetween && isLine && (mark !== '' || isHeaded) ? before : role
  })
}

/** A heading in known words, in fewer of them if it has the signs of one. */
const isHeadingKnown = ({ isHeading, text, label }: Unit): boolean =>
  isHeading && kindOfHeading(text, label !== '') !== undefined

const ofLists: ReadonlySet<Role> = new Set(['duties', 'must', 'preferred', 'offer'])

/** The roles that each unit can't have by its form, whatever its words are. */
function ruledOutOf(units: readonly Unit[], language: Language, arePoints: boolean): ReadonlySet<Role>[] {
  const labels = labelsOf(units)
  return units.map((unit, at) => {
    const out = new Set<Role>(arePoints ? aroundPoints : [])
    const before = units[at - 1]
    const isBelow = before !== undefined && isHeadingKnown(before)
    if (isKnownHeading(unit)) for (const role of roles) if (role !== 'heading') out.add(role)
    if (isQuestion(unit)) for (const role of ofJob) out.add(role)
    const isBehindJob = before !== undefined && unit.before === 'sentence' && opensWithJob(before)
    const isAnswer = before !== undefined && isQuestion(before) && !isQuestion(unit)
    const isFirstJob = at === 0 && unit.label !== speaker && opensWithJob(unit)
    const [pays, isAt] = [isPay(unit.text, language), isPlace(unit.text, language)]
    // A sum, a place, or a value behind the name of a fact belongs to the job, whatever is said around it.
    const isFact = pays || isAt || isNamedFact(unit, labels[at] ?? '')
    if (isBelow || isBehindJob || isFirstJob || isAnswer || isFact) out.add('noise')
    if ((isBelow || unit.mark !== '' || arePoints) && !namesJob(unit.text, language)) out.add('title')
    if (arePoints && !isHeadingKnown(unit)) out.add('heading')
    if (pays || bareSum.test(unit.text)) out.add('basics')
    if (hiring.test(unit.text) || placed.test(unit.text)) out.add('must')
    if (isAt) out.add('company')
    if (headcount.test(unit.text)) for (const role of ['noise', 'company'] as const) out.add(role)
    return out
  })
}

/** `招聘未婚女性前台` */
const hiring = /^[现急诚高薪]{0,2}(?:招聘|诚聘|急聘|招募)(?!系统|流程|会|时)/u
/** `地址常平` */
const placed = /^(?:工作|上班)?(?:地址|地点|坐标)[在是]?[\u3400-\u9fff]{2,12}$/u
/** `7000`, `8000-10000` */
const bareSum = /^[1-9]\d{3,4}(?:[-~—–至到][1-9]\d{3,4})?元?$/u
/** `质检员2人` */
const headcount = /^[\u3400-\u9fff]{2,12}\s?\d{1,3}\s?[名人位]$/u
const aroundPoints: ReadonlySet<Role> = new Set(['noise', 'summary', 'company'])
const ofJob = roles.filter((role) => role !== 'noise' && role !== 'title')

/** A heading in known words, with the signs of one: `福利：`, `【要求】`. */
const isKnownHeading = (unit: Unit): boolean =>
  unit.label !== '' && unit.label !== speaker && isHeadingKnown(unit)

/** `Driver: …`, `warehouse associate nights`: a line that begins with the name of a job. */
const opensWithJob = ({ text, before }: Unit): boolean =>
  before !== 'clause' &&
  before !== 'sentence' &&
  vocabulary()
    .findTitles(normalize(text))
    .some(({ start }) => start === 0)

/** Whether a text names a job: in Chinese, where verbs end like titles (`协助研发`), by a good part of it. */
function namesJob(text: string, language: Language): boolean {
  const plain = normalize(text)
  const found = vocabulary().findTitles(plain)
  if (language === 'en') return found.length > 0 || endsWithTitle(text)
  return found.some(({ start, end }) => end - start >= plain.length * jobShareMin)
}

const jobShareMin = 0.4

/** What somebody asks in a chat: `工资呢`, `any tickets`. */
const isQuestion = ({ text, label }: Unit): boolean => label === speaker && question.test(text)
const question =
  /(?:吗|呢|多少|哪里|哪儿|什么|几个人?|怎么样?|几年|(?:有|什么)要求)$|^在?哪|^(?:what|where|how many|how much|any|when|who|which|do|does|is|are|can)\b.{0,60}$/iu

/** The label of each unit, or of the first one on its line. */
function labelsOf(units: readonly Unit[]): string[] {
  let own = ''
  return units.map(({ label, before }) => {
    if (label !== '' || (before !== 'clause' && before !== 'sentence')) own = label
    return own
  })
}

const isNamedFact = ({ text }: Unit, label: string): boolean =>
  label !== '' && label !== speaker && (/\d/u.test(text) || factName.test(label))

/** The likeliest role of a line alone, and its probability. */
export function roleOfLine(
  line: string,
  language: Language,
): { readonly role: Role; readonly chance: number } {
  const [unit] = unitsOf(line, language)
  const [features = []] = unit === undefined ? [] : featuresOf([unit], language, false)
  const table = tableOf(language)
  const chances = chancesOf([...features, stepFrom('paragraph', 'start')], table)
  const chance = Math.max(...chances)
  return { role: (table.kinds[chances.indexOf(chance)] as Role | undefined) ?? 'other', chance }
}

/** The same with given features and table, to measure a table before it is adopted. */
export function rolesBy(
  units: readonly Unit[],
  features: readonly (readonly string[])[],
  table: LearnedTable,
  isRuledOut: (at: number, role: Role) => boolean = () => false,
): Role[] {
  const isExcluded = (at: number, kind: string) =>
    (kind === 'heading' && units[at]?.isHeading !== true) || isRuledOut(at, kind as Role)
  return likeliestChain({ features, steps: units.map(({ before }) => before) }, table, isExcluded) as Role[]
}

const tables = new Map<Language, LearnedTable>()

function tableOf(language: Language): LearnedTable {
  const known = tables.get(language)
  if (known !== undefined) return known
  const table = readTable(readFileSync(new URL(`./${language}.generated.tsv`, import.meta.url), 'utf8'))
  tables.set(language, table)
  return table
}
