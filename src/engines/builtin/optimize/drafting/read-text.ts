import type { Scanner } from '../../compliance/index.ts'
import type { Language } from '../../text/index.ts'
import { withFactsApart } from '../facts/fields.ts'
import { withListMarks } from '../plain/list-marks.ts'
import { type Post, withoutTables } from '../posts/tables.ts'
import { type Piece, type Sieved, sieve } from '../sieve.ts'
import { rolesOf } from '../units/roles.ts'
import { speaker, unitsOf, withPointsApart, withTurnsApart } from '../units/units.ts'
import type { RoledUnit } from './lines.ts'
import { settleRoles } from './settle-roles.ts'

/** A text with its units and their roles. */
export interface Read extends Omit<Sieved, 'pieces'> {
  readonly units: readonly RoledUnit[]
  /** The jobs of a table. */
  readonly posts: readonly Post[]
}

/**
 * The units of a text that may be published, each with the role that it has among all of them: an unlawful
 * demand says what the clauses beside it are.
 */
export function readText(
  given: string,
  stated: string,
  language: Language,
  scan: Scanner,
  arePoints = false,
): Read {
  const listed = withPointsApart(withTurnsApart(withListMarks(given)))
  const { text: tabled, posts } = withoutTables(listed, language)
  const whole = rolesIn(language === 'zh' ? withFactsApart(tabled) : tabled, language, arePoints)
  const unitAt = (place: number) => whole.units.find(({ end }) => place < end)
  const saysHowToApply = (place: number) => {
    const unit = unitAt(place)
    return unit?.role === 'other' && contact.test(unit.text)
  }
  const { text, pieces, ...removed } = sieve(withoutSpeakers(whole), language, stated, scan, saysHowToApply)
  const units = unitsOf(text, language).map(
    (unit): RoledUnit => ({ ...unit, role: unitAt(placeIn(pieces, unit.start))?.role ?? 'other' }),
  )
  return { text, units, posts, ...removed }
}

/** An address, or a number to call. */
const contact = /https?:|www\.|\S@\S|\d[\d -]{5,}\d/u

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

/** A text with its units and their roles. */
export function rolesIn(text: string, language: Language, arePoints = false): Pick<Read, 'text' | 'units'> {
  const units = unitsOf(text, language)
  const roles = rolesOf(units, language, arePoints)
  return { text, units: settleRoles(units.map((unit, at) => ({ ...unit, role: roles[at] ?? 'other' }))) }
}
