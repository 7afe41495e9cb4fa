import { endsWithTitle, type Language, normalize } from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'
import { isPay } from '../facts/pay.ts'
import { isPlace } from '../facts/places.ts'
import { kindOfHeading } from '../units/heading-kinds.ts'
import { type Role, rolesOf } from '../units/roles.ts'
import { speaker, type Unit, unitsOf } from '../units/units.ts'
import type { Quiet } from './noise.ts'

/** A unit with its role and those of its neighbours. */
interface Placed {
  readonly unit: Unit
  readonly before: Unit | undefined
  /** The line begins with the title of a job. */
  readonly isOfTitle: boolean
  readonly role: Role
  readonly roleBefore: Role | undefined
  readonly roleAfter: Role | undefined
}

/**
 * The text without the sentences that say nothing about the job, by the role that each has among its
 * neighbours: remarks to a colleague, courtesies, and the words of the page around a posting. Words that name
 * a job or state a fact stay.
 */
export function withoutAsides(text: string, language: Language): Quiet {
  const units = unitsOf(text, language)
  const roles = rolesOf(units, language)
  // Without a unit about the job, a text is too short to tell what is said around it.
  if (roles.every((role) => role === 'noise' || role === 'heading')) return { text, left: [] }
  const isHeaded = units.some((unit) => isKnownHeading(unit))
  let isOfTitle = false
  const placed = units.map((unit, at): Placed => {
    const [role = 'other', roleBefore, roleAfter] = [roles[at], roles[at - 1], roles[at + 1]]
    if (unit.before !== 'clause' && unit.before !== 'sentence') isOfTitle = role === 'title'
    return { unit, before: units[at - 1], isOfTitle, role, roleBefore, roleAfter }
  })
  const left: string[] = []
  let kept = ''
  let at = 0
  for (const run of runsOf(placed, language)) {
    const [first, last] = [run[0]?.unit, run.at(-1)?.unit]
    const isAside = run.every((each) => saysNothing(each, isHeaded, language))
    if (first === undefined || last === undefined || !isAside || isInTable(first, text)) continue
    left.push(text.slice(first.start, last.end))
    kept += text.slice(at, first.start)
    at = last.until
  }
  kept += text.slice(at)
  return kept.trim() === '' || left.length === 0 ? { text, left: [] } : { text: kept, left }
}

const isKnownHeading = ({ label, text, isHeading }: Unit): boolean =>
  (label !== '' && kindOfHeading(label) !== undefined) || (isHeading && kindOfHeading(text) !== undefined)

/** The units of each sentence; in Chinese, neighbouring clauses of a sentence of one kind. */
function runsOf(placed: readonly Placed[], language: Language): Placed[][] {
  const runs: Placed[][] = []
  for (const each of placed) {
    const isSame = language === 'en' || (each.role === 'noise') === (each.roleBefore === 'noise')
    if (each.before !== undefined && each.unit.before === 'clause' && isSame) runs.at(-1)?.push(each)
    else runs.push([each])
  }
  return runs
}

function saysNothing(placed: Placed, isHeaded: boolean, language: Language): boolean {
  const { unit, before, role, isOfTitle } = placed
  if (role !== 'noise' || isKnownHeading(unit) || statesFact(unit, language)) return false
  const isBehindJob =
    before !== undefined && unit.before === 'sentence' && before.before !== 'clause' && namesJob(before.text)
  return !isOfTitle && !isBehindJob && !(isHeaded && isOfList(placed))
}

/** In a text with headings, a line alone between lines about the job is one more of them. */
function isOfList({ before, roleBefore, roleAfter }: Placed): boolean {
  if (before?.isHeading === true && isKnownHeading(before)) return true
  return roleBefore !== undefined && ofJob.has(roleBefore) && roleAfter !== 'noise'
}

const ofJob: ReadonlySet<Role> = new Set(['duties', 'must', 'preferred', 'offer'])

/** A label, pay, a place or a job is a fact, whatever is said around it. */
function statesFact({ text, label }: Unit, language: Language): boolean {
  if (label !== '' && (label !== speaker || /\d/u.test(text))) return true
  return isPay(text, language) || isPlace(text, language) || namesJob(text) || titleName.test(text)
}

/** The name of the title, alone on its line. */
const titleName = /^(?:(?:job |position )?title|position|role|(?:岗位|职位)(?:名称)?)$/iu

const namesJob = (text: string): boolean =>
  endsWithTitle(text) || vocabulary().findTitles(normalize(text)).length > 0

/** Cells of a table are read as a row. */
function isInTable({ start }: Unit, text: string): boolean {
  const end = text.indexOf('\n', start)
  const from = Math.max(text.lastIndexOf('\n', start), start - rowCharactersMax)
  const line = text.slice(from + 1, Math.min(end < 0 ? text.length : end, start + rowCharactersMax))
  return /[\t|｜]/u.test(line)
}

const rowCharactersMax = 300
