import { endsWithTitle, type Language } from '../../text/index.ts'
import { namesJob } from '../units/title-span.ts'
import type { RoledUnit } from './lines.ts'

/** The units of one job, and those that state its title. */
export interface Job {
  readonly titles: readonly RoledUnit[]
  readonly units: readonly RoledUnit[]
}

export interface Jobs {
  /** Units that apply to all jobs. */
  readonly common: readonly RoledUnit[]
  readonly jobs: readonly Job[]
}

/** More titles than this are a list and not descriptions of jobs. */
const jobsMax = 12

/** Separates the jobs of a text: each begins with its title and ends where the next begins. */
export function jobsOf(units: readonly RoledUnit[], language: Language): Jobs {
  const starts = startsOf(units, language)
  if (starts.length < 2 || starts.length > jobsMax) return { common: units, jobs: [] }
  const ends = starts.map((start, at) => starts[at + 1] ?? endOfLast(units, start, language))
  const jobs = starts.map((start, at) => jobFrom(units.slice(start, ends[at])))
  const marks = new Map(jobs.map((job) => [(job.titles[0]?.mark ?? '').replace(/[.、．)）\s]/gu, ''), job]))
  const common: RoledUnit[] = []
  const more = new Map<Job, RoledUnit[]>(jobs.map((job) => [job, []]))
  for (const unit of [...units.slice(0, starts[0]), ...units.slice(ends.at(-1))]) {
    const job = marks.get(/^([A-H])(?=[\s:：]?\d)/u.exec(unit.text)?.[1] ?? '-')
    if (job === undefined) common.push(unit)
    else more.get(job)?.push(behindMark(unit))
  }
  return { common, jobs: jobs.map((job) => ({ ...job, units: [...job.units, ...(more.get(job) ?? [])] })) }
}

/** Where a title begins a line or a sentence and something is said of the job below it. */
function startsOf(units: readonly RoledUnit[], language: Language): number[] {
  const starts: number[] = []
  const names = new Set<string>()
  for (const [at, unit] of units.entries()) {
    if (unit.role !== 'title' || unit.before === 'clause' || units[at - 1]?.role === 'title') continue
    const isNamed = namesJob(unit.text, language) || endsWithTitle(unit.text)
    if (!isNamed || names.has(unit.text)) continue
    names.add(unit.text)
    starts.push(at)
  }
  const isSaid = (start: number, at: number) =>
    units
      .slice(start, starts[at + 1])
      .some(({ role }) => role !== 'title' && role !== 'noise' && role !== 'heading')
  return starts.filter(isSaid)
}

function jobFrom(units: readonly RoledUnit[]): Job {
  const found = units.findIndex(({ role }) => role !== 'title')
  const until = found < 0 ? units.length : found
  return { titles: units.slice(0, until), units: units.slice(until) }
}

/** `A 4800` among the pay of all jobs belongs to the job with this mark. */
function behindMark(unit: RoledUnit): RoledUnit {
  const cut = /^[A-H][\s:：]?/u.exec(unit.text)?.[0].length ?? 0
  return { ...unit, text: unit.text.slice(cut), start: unit.start + cut, before: 'sentence' }
}

const ofAll: Record<Language, RegExp> = {
  zh: /^(?:以上|上述|所有|各|两个|三个|全部|统一)(?:岗位|职位|人员)?/u,
  en: /^(?:both|all|each|these|either)\b.{0,24}\b(?:roles?|positions?|jobs?|posts?)\b/iu,
}

/** The last job ends where a line applies to all, or says who the employer is or how to apply. */
function endOfLast(units: readonly RoledUnit[], start: number, language: Language): number {
  for (let at = start + 1; at < units.length; at += 1) {
    const { role, text, label, before } = units[at] as RoledUnit
    if (before === 'clause' || before === 'sentence') continue
    const isOfAll = ofAll[language].test(label) || ofAll[language].test(text)
    if (
      isOfAll ||
      role === 'other' ||
      role === 'company' ||
      role === 'noise' ||
      /^[A-H][\s:：]?\d/u.test(text)
    )
      return at
  }
  return units.length
}
