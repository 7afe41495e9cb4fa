import type { Language } from '../../text/index.ts'
import { type Role, roleOfLine } from '../units/roles.ts'
import type { Named } from './counted-titles.ts'
import type { Mark } from './job-marks.ts'
import type { RoledUnit } from './lines.ts'

/** A unit in pieces: each title with its count, and the words before and behind it. */
export function apart(unit: RoledUnit, named: readonly Named[], mark: Mark, language: Language): RoledUnit[] {
  const pieces: RoledUnit[] = []
  let from = mark.length
  for (const { text, start, end, until, count } of named) {
    if (start < 0) pieces.push({ ...unit, text, end: unit.start, role: 'title', label: '' })
    else {
      pieces.push(...more(unit, from, start, language))
      const [countStart, countEnd] = count ?? [0, 0]
      pieces.push({
        ...piece(unit, start, count === undefined ? until : end),
        role: 'title',
        before: 'sentence',
      })
      if (count !== undefined)
        pieces.push({ ...piece(unit, countStart, countEnd), role: 'basics', label: openings, before: 'line' })
      from = until
    }
  }
  const isOfLabel = named[0] !== undefined && named[0].start < 0
  pieces.push(
    ...(isOfLabel
      ? [{ ...unit, label: '', before: 'sentence' as const }]
      : more(unit, from, unit.text.length, language)),
  )
  const [first, ...rest] = pieces
  return first === undefined ? [] : [{ ...first, before: unit.before, mark: unit.mark }, ...rest]
}

const openings = 'Openings'

const piece = (unit: RoledUnit, from: number, until: number): RoledUnit => ({
  ...unit,
  text: unit.text.slice(from, until),
  start: unit.start + from,
  end: unit.start + until,
  until: until === unit.text.length ? unit.until : unit.start + until,
  before: 'clause',
  mark: '',
  label: '',
})

const signs = /^[\s,，、;；:：。.·—–-]+|[\s,，、;；:：。·—–-]+$/gu
const call: Record<Language, RegExp> = {
  zh: /^(?:我们|店里|公司|本店|我司|厂里|门店)$|(?:现|急|诚|直|再|另外?|还)?(?:需要|招聘?|诚?聘|招收|需|缺|找|要)(?:以下)?[一两二三四五六七八九十\d]{0,2}[名位个]?$|^(?:[和及与]|以及|急|各)$/u,
  en: /^(?:\W{0,3}(?:and|two|three|four|five|six|seven|eight|nine|ten|twelve|\d{1,2}\s?[x×]|plus|&|we|are|we['’]re|is|need|now|hiring|looking|for|seeking|seeks|wanted?|an?|the|also|paid|gig)(?![\p{L}])){1,6}\W{0,3}$/iu,
}

/** The words between two titles, without signs and the call; each piece has the role that it has alone. */
function more(unit: RoledUnit, from: number, until: number, language: Language): RoledUnit[] {
  const found: RoledUnit[] = []
  const words = unit.text.slice(from, until)
  for (const { index, 0: given } of words.matchAll(
    language === 'zh' ? /[^,，;；（）()]{1,200}/gu : /(?:[^,;()]|,(?=\d)){1,200}/gu,
  )) {
    const text = given.replace(signs, '').replace(call[language], '').replace(signs, '')
    if (!/[\p{L}\p{N}]/u.test(text)) continue
    const start = from + index + given.indexOf(text)
    const role = unit.role === 'title' || unit.role === 'summary' ? roleAlone(text, language) : unit.role
    found.push({ ...piece(unit, start, start + text.length), role })
  }
  return found
}

/** Words beside a title with the role of one have the role that they have alone. */
export function behindTitle(unit: RoledUnit, language: Language): RoledUnit {
  return unit.role === 'title' ? { ...unit, role: roleAlone(unit.text, language) } : unit
}

function roleAlone(text: string, language: Language): Role {
  const { role } = roleOfLine(text, language)
  return role === 'title' || role === 'heading' || role === 'noise' ? 'summary' : role
}
