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
import { givenTitle, titleIn, titleLabel } from './title.ts'

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
    ...jd.posts.map(({ title, text }) => ({ ...ownLines(rolesIn(text, language), [], language), title })),
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
        ...unitsOf(jd.left.join('\n'), language).map((unit): RoledUnit => ({ ...unit, role: 'noise' })),
      ])
  const drafts = single === undefined ? several : [joined(single, several)]
  const given = fields.title === undefined ? undefined : givenTitle(fields.title, language)
  return drafts.map(({ title, lines, left }) => {
    const named = given?.title ?? title
    const isOther =
      given?.title !== undefined && title !== undefined && wordsOf(title) !== wordsOf(given.title)
    const all = [...(given?.beside ?? []), ...lines, ...shared.lines, ...asked.lines]
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
      const over = units[at - 1]
      const isUnder = over?.isHeading === true && !unit.isHeading && titleLabel.test(over.text)
      const label = isUnder ? over.text : unit.label
      if (titleLabel.test(label)) return { ...unit, label, role: 'title' }
      const role = roles[at] ?? 'other'
      const isPreferred = role === 'must' && priorityOf(normalize(unit.text), 'must') === 'preferred'
      return { ...unit, role: isPreferred ? 'preferred' : role }
    }),
  }
}

const titlesIn = (units: readonly RoledUnit[]) => units.filter(({ role }) => role === 'title')

/** The lines of a job; words among its titles that aren't part of the title are lines too. */
function ownLines(
  { text, units }: Pick<Read, 'text' | 'units'>,
  titles: readonly RoledUnit[],
  language: Language,
  around: readonly RoledUnit[] = units,
): OwnLines {
  const named = titleIn(titles, around, language)
  const said = wordsOf(named.title ?? '')
  const more = titles.filter(
    (unit) => !said.includes(wordsOf(unit.text)) && !wordsOf(unit.text).includes(said),
  )
  const { lines, left } = linesOf(units, text, language)
  const facts = titles.flatMap((unit) =>
    more.includes(unit) ? [] : factsBeside(unit.text, named.title ?? ''),
  )
  const beside = [...more.map((unit) => unit.text), ...facts].map(
    (each): DraftLine => ({ part: 'summary', text: each }),
  )
  return { title: named.title, lines: [...named.beside, ...beside, ...lines], left }
}

/** `（带2名会计）` behind a title: pieces of its unit that state a number, other than that of the openings. */
function factsBeside(text: string, title: string): string[] {
  const at = text.toLowerCase().indexOf(title.toLowerCase())
  if (at < 0 || title === '') return []
  return [text.slice(0, at), text.slice(at + title.length)]
    .map((piece) => piece.replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, ''))
    .filter((piece) => /\d/u.test(piece) && !openings.test(piece))
}

const openings = /^(?:招聘?)?[x×*#]?\s?\d{1,3}\s?(?:[名人位个個x×]|openings?|nos?)?$/iu

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
