import type { OptimizeInput } from '../../../../contract/index.ts'
import { type Scanner, scannerFor } from '../../compliance/index.ts'
import { type Language, normalize, priorityOf } from '../../text/index.ts'
import type { Draft, DraftLine } from '../draft.ts'
import { withListMarks } from '../plain/list-marks.ts'
import { oneLine, plainText } from '../plain/plain-text.ts'
import { type Post, withoutTables } from '../posts/tables.ts'
import { type Piece, type Sieved, sieve } from '../sieve.ts'
import { rolesOf } from '../units/roles.ts'
import { speaker, unitsOf } from '../units/units.ts'
import { jobsOf } from './jobs.ts'
import { linesOf, type RoledUnit } from './lines.ts'
import { withPlace } from './place.ts'
import { titleIn } from './title.ts'
import { behindTitle } from './title-apart.ts'

/** A text with its units and their roles. */
interface Read extends Omit<Sieved, 'pieces'> {
  readonly units: readonly RoledUnit[]
  /** The jobs of a table. */
  readonly posts: readonly Post[]
}

/** One job as it was read, without what applies to all jobs. */
interface OwnLines {
  readonly title: string | undefined
  readonly lines: readonly DraftLine[]
  readonly left: readonly string[]
}

/** The drafts of an input, one for each of its jobs. `stated`: all texts of the input, which may state exceptions. */
export function readDrafts(input: OptimizeInput, stated: string, language: Language): Draft[] {
  const fields = plainFields(input)
  const scan = scannerFor(stated, language)
  const [jd, points] = [fields.jd, fields.points].map((text) => readText(text, stated, language, scan)) as [
    Read,
    Read,
  ]
  const { common, jobs } = jobsOf(jd.units, language)
  const several = [
    ...jd.posts.map((post) => ({ ...ownLines(rowOf(post, language), [], language), title: post.title })),
    ...jobs.map(({ titles, units }) => ownLines({ text: jd.text, units }, titles, language)),
  ]
  const isSeveral = several.length > 1 && fields.title === undefined
  const shared = linesOf(common, jd.text, language)
  const asked = linesOf(points.units, points.text, language)
  const single = isSeveral
    ? undefined
    : ownLines({ text: jd.text, units: [] }, titlesIn([...jd.units, ...points.units]), language, [
        ...jd.units,
        ...points.units,
      ])
  const drafts = single === undefined ? several : [joined(single, several)]
  return drafts.map(({ title, lines, left }) => {
    const named = fields.title ?? title
    const isOther =
      fields.title !== undefined && title !== undefined && wordsOf(title) !== wordsOf(fields.title)
    const all = [...lines, ...shared.lines, ...asked.lines]
    const draft: Draft = {
      title: named,
      place: fields.place,
      experience: fields.experience,
      lines: withPlace(
        distinctFrom(all, named),
        [...shared.left, ...asked.left, ...left],
        fields.place !== undefined,
        language,
      ),
      otherTitle: isOther ? title : undefined,
      hadMarkup: fields.hadMarkup,
      left: [...jd.left, ...points.left, ...shared.left, ...asked.left, ...left],
      taken: [...jd.taken, ...points.taken],
      unsettled: [...jd.unsettled, ...points.unsettled],
    }
    return draft
  })
}

function plainFields(input: OptimizeInput) {
  let hadMarkup = false
  const plain = (given: string | undefined): string => {
    const { text, changed } = plainText(given ?? '')
    hadMarkup ||= changed
    return text
  }
  const field = (given: string | undefined) => oneLine(plain(given)) || undefined
  const [jd, points] = [plain(input.jdText), plain(input.requirements)]
  const [title, place, experience] = [input.jobTitle, input.location, input.experience].map(field)
  return { jd, points, title, place, experience, hadMarkup }
}

/**
 * The units of a text that may be published, each with the role that it has among all of them: an unlawful demand
 * says what the clauses beside it are.
 */
function readText(given: string, stated: string, language: Language, scan: Scanner): Read {
  const { text: tabled, posts } = withoutTables(withListMarks(given), language)
  const whole = rolesIn(tabled, language)
  const { text, pieces, ...removed } = sieve(withoutSpeakers(whole), language, stated, scan)
  const units = unitsOf(text, language).map((unit): RoledUnit => {
    const start = placeIn(pieces, unit.start)
    return { ...unit, role: whole.units.find((each) => start < each.end)?.role ?? 'other' }
  })
  return { text, units, posts, ...removed }
}

/** Where a place of the kept text was in the given one. */
function placeIn(pieces: readonly Piece[], at: number): number {
  let rest = at
  for (const { start, end } of pieces) {
    if (rest < end - start) return start + rest
    rest -= end - start
  }
  return Number.POSITIVE_INFINITY
}

/** White space in the place of the names before the lines of a chat. */
function withoutSpeakers({ text, units }: Pick<Read, 'text' | 'units'>): string {
  let masked = ''
  for (const { start, label } of units) {
    if (label !== speaker) continue
    const from = Math.max(masked.length, text.lastIndexOf('\n', start - 1) + 1)
    masked += text.slice(masked.length, from) + ' '.repeat(Math.max(0, start - from))
  }
  return masked + text.slice(masked.length)
}

function rolesIn(text: string, language: Language): Pick<Read, 'text' | 'units'> {
  const units = unitsOf(text, language)
  const roles = rolesOf(units, language)
  return {
    text,
    units: units.map((unit, at) => {
      if (titleLabel.test(unit.label)) return { ...unit, role: 'title' }
      const role = roles[at] === 'title' && ofOtherJobs.test(unit.label) ? 'noise' : (roles[at] ?? 'other')
      const isPreferred = role === 'must' && priorityOf(normalize(unit.text), 'must') === 'preferred'
      return { ...unit, role: isPreferred ? 'preferred' : role }
    }),
  }
}

/** The cells of a row beside its title. */
function rowOf({ text }: Post, language: Language): Pick<Read, 'text' | 'units'> {
  const { units } = rolesIn(text, language)
  return { text, units: units.map((unit) => behindTitle(unit, language)) }
}

const titleLabel =
  /^(?:招聘|应聘)?(?:岗位|职位|职务|职称|工种)(?:名称)?$|^(?:job |position )?title$|^(?:position|role|vacancy|job)$/iu

/** `看了该职位的人还看了：叉车工` */
const ofOtherJobs = /看|浏览|推荐|猜你|^(?:you searched|others? (?:also )?viewed|similar jobs)$/iu

const titlesIn = (units: readonly RoledUnit[]) => units.filter(({ role }) => role === 'title')

/** The lines of a job; words among its titles that aren't part of the title are lines too. */
function ownLines(
  { text, units }: Pick<Read, 'text' | 'units'>,
  titles: readonly RoledUnit[],
  language: Language,
  around: readonly RoledUnit[] = units,
): OwnLines {
  const announced = around.filter(({ role }) => role === 'summary' || role === 'company' || role === 'noise')
  const named = titleIn(titles, announced, language)
  const said = wordsOf(named.title ?? '')
  const core = wordsOf((named.title ?? '').replace(/[（(].*/su, ''))
  const more = titles.filter(
    ({ text }) =>
      !said.includes(wordsOf(text)) &&
      !wordsOf(text).includes(said) &&
      !(pathOfPage.test(text) && wordsOf(text).includes(core)),
  )
  const { lines, left } = linesOf(units, text, language)
  const beside = more.map((unit): DraftLine => ({ part: 'summary', text: unit.text }))
  return { title: named.title, lines: [...named.beside, ...beside, ...lines], left }
}

/** `Home > Jobs > Line Cook` */
const pathOfPage = /\S\s[>›»]\s.{1,60}\s[>›»]\s/u

const joined = (single: OwnLines, several: readonly OwnLines[]): OwnLines => ({
  title: single.title,
  lines: [
    ...single.lines,
    ...several.flatMap(({ title, lines }) => [
      ...(title === undefined ? [] : [{ part: 'summary' as const, text: title }]),
      ...lines,
    ]),
  ],
  left: [...single.left, ...several.flatMap(({ left }) => left)],
})

const wordsOf = (text: string): string => normalize(text).replace(/[\s\p{P}]/gu, '')

/** The lines that say more than the title. */
const distinctFrom = (lines: readonly DraftLine[], title: string | undefined) =>
  lines.filter(({ text }) => wordsOf(text) !== '' && wordsOf(text) !== wordsOf(title ?? ''))
