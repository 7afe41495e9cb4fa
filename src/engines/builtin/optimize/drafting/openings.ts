import type { Language } from '../../text/index.ts'
import { kindOfHeading } from '../units/heading-kinds.ts'
import { titleSpans } from '../units/title-span.ts'
import { countedIn, type Named, withCount } from './counted-titles.ts'
import { type Mark, markOf, unmarked } from './job-marks.ts'
import type { RoledUnit } from './lines.ts'
import { apart, behindTitle } from './title-apart.ts'
import { endsAsTitle } from './trades.ts'

/** Where a text opens a job. */
export interface Opening {
  /** The index of the unit with the title. */
  readonly at: number
  readonly name: string
  readonly mark: Mark
  /** The text says how many people are sought, or that one is. */
  readonly isCounted: boolean
}

export interface Opened {
  readonly units: RoledUnit[]
  readonly openings: Opening[]
}

/** A line of a text, and the job that its first words may name. */
interface Line {
  readonly units: readonly RoledUnit[]
  readonly mark: Mark
  /** The unit of the line that names a job, or whose label does. */
  readonly head: RoledUnit | undefined
  readonly named: Named | undefined
  /** The words have the role of a title. */
  readonly isTitled: boolean
  /** The words are a title, whatever their role. */
  readonly isCertain: boolean
}

/**
 * The units with each title in a unit of its own, and the jobs that these open: where a line begins with a
 * title, or with the mark of such a line, and where several titles are counted (`司机2名、木工若干`).
 */
export function openingsIn(units: readonly RoledUnit[], language: Language): Opened {
  const isHeaded = units.some(({ role }) => role === 'heading')
  const read = linesIn(units).map((line) => lineFrom(line, isHeaded, language))
  const listed = inLists(read)
  const lines = namedByMarks(read, listed)
  const styles = stylesOf(lines.filter((_line, at) => !listed.has(at)))
  const counted = countsIn(lines, listed, language)
  const opened: Opened = { units: [], openings: [] }
  for (const [at, line] of lines.entries()) {
    const isAlike =
      styles.has(line.mark.style) &&
      (ownStyles.has(line.mark.style) || line.isCertain || line.head?.role === 'title')
    const isOpening = !listed.has(at) && (line.isTitled || isAlike)
    const head = isOpening ? line.head : undefined
    for (const unit of line.units) {
      const named = counted.get(unit) ?? (unit === head && line.named !== undefined ? [line.named] : [])
      if (named.length > 0) push(opened, unit, named, line.mark, language)
      else opened.units.push(head === undefined ? unit : behindTitle(unit, language))
    }
  }
  return opened
}

/** The marks of jobs: with a mark that other lists have too, two lines are titles. */
function stylesOf(lines: readonly Line[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { mark, isTitled, head, named } of lines)
    if (mark.style !== '' && head !== undefined && (isTitled || (named?.start ?? 0) < 0))
      counts.set(mark.style, (counts.get(mark.style) ?? 0) + 1)
  return new Set([...counts].flatMap(([style, count]) => (count > 1 || ownStyles.has(style) ? [style] : [])))
}

const ownStyles: ReadonlySet<string> = new Set([
  'jobs',
  'letter',
  'stem',
  'circled',
  'times',
  'hash',
  'counted',
  'colon',
])

/**
 * Where half of the lines with marks of one kind name jobs, and other lines are below each, the first words
 * of the rest name jobs too (`1. Barmaid`).
 */
function namedByMarks(lines: readonly Line[], listed: ReadonlySet<number>): Line[] {
  const styles = new Map<string, { count: number; named: number; last: number; isApart: boolean }>()
  for (const [at, { mark, head, isTitled, isCertain }] of lines.entries()) {
    if (mark.style === '' || listed.has(at)) continue
    const { count, named, last, isApart } = styles.get(mark.style) ?? {
      count: 0,
      named: 0,
      last: -2,
      isApart: true,
    }
    const isNamed = head !== undefined && (isTitled || isCertain || head.text.length <= nameCharactersMax)
    styles.set(mark.style, {
      count: count + 1,
      named: named + (isNamed ? 1 : 0),
      last: at,
      isApart: isApart && last !== at - 1,
    })
  }
  return lines.map((line, at) => {
    const { count, named, isApart } = styles.get(line.mark.style) ?? { count: 0, named: 0, isApart: false }
    if (count < 2 || named * 2 < count || !isApart || listed.has(at)) return line
    const head =
      line.head ??
      line.units[line.mark.length > 0 && line.mark.length >= (line.units[0]?.text.length ?? 0) ? 1 : 0]
    const from = head === line.units[0] ? line.mark.length : 0
    const words = wholeWords.exec(head?.text.slice(from) ?? '')?.[0]
    if (line.head !== undefined || words === undefined || line.mark.key !== '' || head?.isHeading === true)
      return { ...line, isTitled: line.head !== undefined }
    const unknown = {
      ...ofLabel,
      text: words,
      start: from,
      end: from + words.length,
      until: from + words.length,
      isKnown: false,
    }
    return { ...line, head, named: unknown, isTitled: true }
  })
}

const wholeWords = /^(?=[\u3400-\u9fff\p{Lu}])(?!(?:is|are)\b)[^,，。:：（(\d]{2,30}?(?=\s?[（(:：]|$)/iu
const firstWords = /^[^,，。:：（(\d]{2,30}?(?=\s?[（(\d:：]|$)/u

function push(
  opened: Opened,
  unit: RoledUnit,
  named: readonly Named[],
  mark: Mark,
  language: Language,
): void {
  for (const piece of apart(unit, named, mark, language)) {
    const name = named.find(({ text }) => piece.role === 'title' && piece.text.startsWith(text))
    if (name !== undefined)
      opened.openings.push({ at: opened.units.length, name: name.text, mark, isCounted: name.isCounted })
    opened.units.push(piece)
  }
}

function linesIn(units: readonly RoledUnit[]): RoledUnit[][] {
  const lines: RoledUnit[][] = []
  for (const unit of units) {
    const line = lines.at(-1)
    if (line !== undefined && (unit.before === 'clause' || unit.before === 'sentence')) line.push(unit)
    else lines.push([unit])
  }
  return lines
}

/** `图书城 盘点员`, `Role two - Mechanic`: the name may follow other words with the role of a title. */
function lineFrom(units: readonly RoledUnit[], isHeaded: boolean, language: Language): Line {
  const first = units[0] as RoledUnit
  const mark = markOf(first)
  const none: Line = { units, mark, head: undefined, named: undefined, isTitled: false, isCertain: false }
  if (first.role === 'noise' || isOtherLabel(first, mark, language)) return none
  const isFact = kindOfHeading(first.label) !== undefined
  if (
    mark.style !== '' &&
    !isFact &&
    !first.isHeading &&
    (isTitle(first.label, language) || isSpan(first.label, language))
  )
    return {
      ...none,
      head: first,
      named: { ...ofLabel, text: first.label },
      isTitled: first.role === 'title',
      isCertain: true,
    }
  const from = mark.length > 0 && mark.length >= first.text.length ? 1 : 0
  const behind = units.findIndex(({ role }, at) => at > from && role !== 'title')
  const heads = units.slice(from, behind < 0 ? undefined : behind)
  const found = heads.map((unit) => ({
    unit,
    named: nameIn(unit, unit === first ? mark.length : 0, mark, language),
  }))
  const { unit, named } =
    found.find((each) => each.named?.isKnown) ?? found.find((each) => each.named !== undefined) ?? {}
  if (unit === undefined || named === undefined) return none
  const isTitled = unit.role === 'title'
  const before = unit.text.slice(unit === first ? mark.length : 0, Math.max(0, named.start))
  const isCounted = named.isCounted && named.isKnown
  if (!isTitled && !atStart.test(before)) return none
  const style =
    mark.style !== ''
      ? mark.style
      : unit.isHeading && unit.label !== ''
        ? 'colon'
        : isCounted
          ? 'counted'
          : ''
  if (mark.style === '' && kindOfHeading(named.text) !== undefined) return none
  if (style === '' && employer.test(named.text) && !isTitle(named.text, language)) return none
  if (style === '' && isHeaded && !isTitle(named.text, language)) return none
  return {
    units,
    mark: { ...mark, style },
    head: unit,
    named,
    isTitled: (isTitled && named.isKnown) || (isCounted && mark.style !== ''),
    isCertain: isTitle(named.text, language),
  }
}

/** `某救助站` is no job. */
const employer = /(?:公司|集团|中心|学校|医院|[站局厂店馆院所])$/u

const isSpan = (text: string, language: Language) =>
  titleSpans(text, 'title', language)[0] === text.replace(/\s?[（(][^（）()]{1,24}[)）]$/u, '')

const atStart = /^(?:(?:an?|one|two|three|four|five|six|\d{1,2}x?)\s)?$/iu

/** Words that the lists of titles know, or that end as titles do. */
const isTitle = (text: string, language: Language): boolean =>
  endsAsTitle(text.replace(/\s?[（(][^（）()]{1,24}[)）]$/u, '').toLowerCase(), language) ||
  endsAsTitle(text, language)

/** `Reports to: Plant Manager`, `附近的人还在看：叉车工` */
const isOtherLabel = ({ label, role, isHeading }: RoledUnit, mark: Mark, language: Language) =>
  role === 'title' &&
  !isHeading &&
  label !== '' &&
  mark.style === '' &&
  (language === 'zh' ? otherLabel.test(label) : !titleLabel.test(label) && !isTitle(label, language))

const otherLabel = /汇报|上级|对接|同事/u
const titleLabel =
  /^(?:job |position )?title$|^(?:position|role|vacancy|job|post|opening|wanted|hiring)s?\b/iu

const ofLabel = { start: -1, end: 0, until: 0, isCounted: false, isKnown: true, count: undefined }

/** The first title in a unit; behind the mark of a job (`Post 1`), any few words are one. */
function nameIn(unit: RoledUnit, from: number, mark: Mark, language: Language): Named | undefined {
  const text = unit.text.slice(from)
  const [learned] = titleSpans(text, 'title', language)
  const span = learned ?? unknownIn(text, unit, mark)
  if (span === undefined || span.length < 2 || span.length > nameCharactersMax) return undefined
  const start = from + text.indexOf(span)
  const isKnown = learned !== undefined || isTitle(span, language)
  return withCount({ text: span, start, end: start + span.length }, unit.text, isKnown, language)
}

/** Where other lines name jobs, a few words that no list knows. */
function unknownIn(text: string, unit: RoledUnit, mark: Mark): string | undefined {
  const [words = ''] = firstWords.exec(text) ?? []
  const isLikely =
    mark.isOfJobs ||
    (unit.role === 'title' && (mark.style !== '' || unit.isHeading)) ||
    (mark.style === 'letter' && /^\S+\d{1,2}[名人]$/u.test(text))
  return isLikely && words !== '' ? words : undefined
}

const nameCharactersMax = 60

/** The lines of a list of duties or requirements, by their index: they count people, but seek none. */
function inLists(lines: readonly Line[]): ReadonlySet<number> {
  const listed = new Set<number>()
  let style: string | undefined
  let job: Mark = unmarked
  for (const [at, { units, mark, isTitled }] of lines.entries()) {
    const isHeading = units[0]?.isHeading === true && !isTitled
    const isNextJob = mark.style === job.style && mark.number === job.number + 1
    if (isHeading) style = isOfWork(units[0]?.text ?? '') ? '' : undefined
    else if (style === '' && mark.style !== '' && !isNextJob) style = mark.style
    else if (mark.style !== style || isNextJob) style = undefined
    if (!isHeading && style !== undefined && style !== '') listed.add(at)
    else if (isTitled) job = mark
  }
  return listed
}

const isOfWork = (heading: string) =>
  kindOfHeading(heading) !== undefined && !/(?:岗位|职位|工种)[:：\s]{0,2}$/u.test(heading)

/** The units of a line with several counted titles, of which one is known. */
function countsIn(
  lines: readonly Line[],
  listed: ReadonlySet<number>,
  language: Language,
): Map<RoledUnit, Named[]> {
  const counted = new Map<RoledUnit, Named[]>()
  let before: RoledUnit | undefined
  for (const [at, { units }] of lines.entries()) {
    const found: [RoledUnit, Named[]][] = []
    for (const unit of units) {
      const named = listed.has(at) ? [] : countedIn(unit, before, language)
      if (named.length > 0) found.push([unit, named])
      before = unit
    }
    const all = found.flatMap(([, named]) => named)
    if (all.length > 1 && all.some(({ isKnown }) => isKnown))
      for (const [unit, named] of found) counted.set(unit, named)
  }
  return counted
}
