import { vocabulary } from '../../vocabulary.ts'
import { type MonthSpan, monthSpans, sharedMonths, unionMonths } from '../read/dates.ts'
import { namesSchool } from '../read/degrees.ts'
import { type Named, namedIn, namedInText } from '../read/named.ts'
import { stanceAt } from '../read/negation.ts'
import type { Segment } from '../read/segment.ts'
import { allYears } from '../read/years.ts'
import { creditNear } from '../weights.ts'

/** A dated job or project, and what the resume says about it. */
export interface Job {
  readonly segment: Segment
  readonly span: MonthSpan
  /** Keys of the concepts and titles that it shows: 1 if named, less if only implied. */
  readonly shows: Map<string, number>
  readonly words: Set<string>
}

export interface StatedYears {
  readonly years: number
  readonly segment: Segment
  readonly shows: ReadonlyMap<string, number>
}

export interface Employment {
  /** Paid work, without studies, internships and projects. */
  readonly jobs: readonly Job[]
  readonly projects: readonly Job[]
  /** Years of experience that the resume states in words. */
  readonly stated: readonly StatedYears[]
}

const studies =
  /本科|硕士|博士|大专|学士|研究生|高中|\b(?:bachelor|master|b\.?tech|degree)\b|\b(?:b|m)\.?sc\b/u
const unpaid = /(?<!带领?|指导|管理|招聘|培养)实习|\bintern(?:ship)?\b|志愿|\bvolunteer\b|社团|学生会/u
/** A short line with a title and no dates belongs to the dates after it; this is its maximum length. */
const titleLineMax = 80

/** The dated work of a resume. The lines after a date, up to the next date, describe that job. */
export function readEmployment(segments: readonly Segment[], today: number): Employment {
  const jobs: Job[] = []
  const projects: Job[] = []
  let open: Job | undefined
  /** Titles waiting for a date; if none follows, they belong to the previous job. */
  let waiting: Segment[] = []
  const attach = (lines: readonly Segment[]): void => {
    if (open !== undefined) for (const line of lines) addShown(open, line, 0, line.norm.length)
    waiting = []
  }
  for (const segment of segments) {
    if (open !== undefined && open.segment.section !== segment.section) {
      attach(waiting)
      open = undefined
    }
    const isProject = segment.section === 'project'
    const parts = isProject || workSections.has(segment.section) ? datedParts(segment, today) : []
    if (parts.length === 0 && isTitleLine(segment)) waiting.push(segment)
    else if (parts.length === 0) attach([...waiting, segment])
    for (const { span, from, to } of parts) {
      const words = segment.norm.slice(from, to)
      const lines = hasTitle(words) ? [] : waiting.splice(-titleLinesMax)
      attach(waiting)
      const job: Job = { segment, span, shows: new Map(), words: new Set() }
      const isWork = isProject || !isUnpaid(segment, `${lines.map(({ norm }) => norm).join(' ')} ${words}`)
      open = isWork ? job : undefined
      attach(lines)
      addShown(job, segment, from, to)
      if (isWork) (isProject ? projects : jobs).push(job)
    }
  }
  attach(waiting)
  return { jobs, projects, stated: segments.flatMap(readStated) }
}

const workSections: ReadonlySet<string> = new Set(['experience', 'plain', 'summary'])
const titleLinesMax = 2

interface DatedPart {
  readonly span: MonthSpan
  readonly from: number
  readonly to: number
}

/** A line with several spans describes several jobs; each part starts at the break before its span. */
function datedParts({ norm }: Segment, today: number): DatedPart[] {
  const spans = monthSpans(norm, today)
  const starts = spans.map((span, index) => {
    const before = norm.slice(spans[index - 1]?.to ?? 0, span.from)
    return index === 0 ? 0 : span.from - (before.length - before.search(/[^,，;；|。]{0,200}$/u))
  })
  return spans.map((span, index) => ({
    span,
    from: starts[index] ?? 0,
    to: starts[index + 1] ?? norm.length,
  }))
}

function isTitleLine(segment: Segment): boolean {
  const { norm, section } = segment
  return workSections.has(section) && norm.length <= titleLineMax && namedIn(segment).titles.length > 0
}

function hasTitle(normalized: string): boolean {
  return vocabulary().findTitles(normalized).length > 0
}

/** True for studies and for unpaid work. A degree beside a title describes the person, not the work. */
function isUnpaid(segment: Segment, words: string): boolean {
  if (unpaid.test(words)) return true
  if (segment.section !== 'experience' && namesSchool(words)) return true
  return studies.test(words) && (namesSchool(words) || !hasTitle(words))
}

/** Records what a part of a segment shows about a job. */
function addShown({ shows, words }: Job, segment: Segment, from: number, to: number): void {
  const text = segment.norm.slice(from, to)
  const named = text === segment.norm ? namedIn(segment) : namedInText(text)
  for (const [key, share] of shownIn(named)) note(shows, key, share)
  for (const word of named.words.keys()) words.add(word)
}

function note(shows: Map<string, number>, key: string, share: number): void {
  shows.set(key, Math.max(share, shows.get(key) ?? 0))
}

/** The keys of the concepts and titles that a text shows. */
function shownIn({ concepts, titles }: Named): Map<string, number> {
  const shows = new Map<string, number>()
  for (const { concept, stance } of concepts) {
    if (stance === 'denied') continue
    for (const id of [concept.id, ...concept.is]) note(shows, `${concept.kind}:${id}`, 1)
    for (const id of concept.implies) note(shows, `${concept.kind}:${id}`, creditNear)
  }
  for (const { concept, stance } of titles) {
    if (stance === 'denied') continue
    for (const key of [`titles:${concept.id}`, ...concept.fields]) note(shows, key, 1)
    for (const id of concept.implies) note(shows, `titles:${id}`, creditNear)
    for (const key of concept.nearFields) note(shows, key, creditNear)
  }
  return shows
}

function readStated(segment: Segment): StatedYears[] {
  if (segment.section === 'education' || segment.section === 'project' || segment.section === 'wish')
    return []
  const { norm } = segment
  return allYears(norm)
    .filter(({ start, end }) => stanceAt(norm, start, end) !== 'denied')
    .flatMap(({ min, start, end, isOfWork }) => {
      const { from, to } = pieceAround(norm, start, end)
      const inPiece = namedInText(norm.slice(from, to))
      const before = namedInText(norm.slice(Math.max(0, from - pieceMax), from))
      // In `UI设计师，4年` and `Accountant, 7 years in manufacturing`, the years belong to the text before them.
      const named = {
        ...inPiece,
        titles: inPiece.titles.length > 0 ? inPiece.titles : before.titles,
        concepts: namesWork(inPiece) ? inPiece.concepts : [...before.concepts, ...inPiece.concepts],
      }
      // With a named skill or title, no word for experience is required: `barista 3 years`.
      if (!isOfWork && !namesWork(named)) return []
      const own = shownIn(named)
      return { years: min, segment, shows: own.size > 0 ? own : shownIn(namedIn(segment)) }
    })
}

const namesWork = ({ titles, concepts }: Named): boolean =>
  titles.length > 0 || concepts.some(({ concept }) => concept.kind === 'skills')

/** The text around a number of years, between separators: `Go (5+ years), Java (2 years)` are two claims. */
function pieceAround(norm: string, start: number, end: number): { from: number; to: number } {
  const first = Math.max(0, start - pieceMax)
  const before = norm.slice(first, start)
  const signs = [',', '，', ';', '；', '、', '|'].map((sign) => before.lastIndexOf(sign))
  const after = norm.slice(end, end + pieceMax)
  const length = after.search(/[,，;；、|]/u)
  return { from: first + Math.max(...signs) + 1, to: end + (length < 0 ? after.length : length) }
}

/** Bounds the distance searched, so that a long line with many years takes linear time. */
const pieceMax = 120

/** The field of demanded years: any of the keys, or at least half of the words if there are no keys. */
export interface WorkField {
  readonly keys: readonly string[]
  readonly words: ReadonlySet<string>
  /** Titles of the job: work in the same trade may belong to the field even if the resume doesn't say so. */
  readonly trade: readonly string[]
}

export interface FieldYears {
  readonly years: number
  /** Including work that only implies the field. */
  readonly nearYears: number
  readonly segment: Segment | undefined
  readonly stated: StatedYears | undefined
}

/** Years of dated work in a field. Dated projects count only where they overlap employment. */
export function yearsIn({ jobs, projects, stated }: Employment, field: WorkField | undefined): FieldYears {
  const share = (job: Job): number => shareOf(job, field)
  const direct = jobs.filter((job) => share(job) === 1)
  const near = jobs.filter((job) => share(job) > 0)
  const inProjects = projects.filter((project) => share(project) === 1)
  const withProjects = unionMonths(spansOf([...direct])) + projectMonths(jobs, direct, inProjects)
  const longest = [...near].sort((a, b) => share(b) - share(a) || lengthOf(b) - lengthOf(a))[0]
  const claims = stated.filter(({ shows, segment }) => isClaimOf(field, shows, segment))
  return {
    years: withProjects / 12,
    nearYears: Math.max(withProjects, unionMonths(spansOf(near))) / 12,
    segment: (longest ?? (withProjects > 0 ? inProjects[0] : undefined))?.segment,
    stated: [...claims].sort((a, b) => b.years - a.years)[0],
  }
}

function isClaimOf(
  field: WorkField | undefined,
  shows: ReadonlyMap<string, number>,
  segment: Segment,
): boolean {
  if (field === undefined) return true
  if (field.keys.length > 0) return field.keys.some((key) => shows.has(key))
  return holdsMost(field.words, namedIn(segment).words.keys())
}

function shareOf({ shows, words }: Job, field: WorkField | undefined): number {
  if (field === undefined) return 1
  const best = Math.max(0, ...field.keys.map((key) => shows.get(key) ?? 0))
  if (field.keys.length > 0) return best
  return holdsMost(field.words, words) ? 1 : 0
}

function holdsMost(asked: ReadonlySet<string>, words: Iterable<string>): boolean {
  const stems = new Set(Array.from(words, stemOf))
  return [...asked].filter((word) => stems.has(stemOf(word))).length * 2 >= asked.size
}

/** A crude stem, so that `plumbing` matches `plumber`. */
function stemOf(word: string): string {
  return /^[a-z]{6,}$/u.test(word) ? word.slice(0, 5) : word
}

/** Months of projects that overlap employment and aren't already counted. */
function projectMonths(jobs: readonly Job[], counted: readonly Job[], projects: readonly Job[]): number {
  const all = spansOf(projects)
  const known = spansOf(counted)
  return sharedMonths(all, spansOf(jobs)) - sharedMonths(all, known)
}

const spansOf = (jobs: readonly Job[]): MonthSpan[] => jobs.map(({ span }) => span)
const lengthOf = ({ span }: Job): number => span.end - span.start
