import type { Language } from '../../text/index.ts'
import { roleOfLine } from '../units/roles.ts'
import type { RoledUnit } from './lines.ts'
import type { Opening } from './openings.ts'

/** What the jobs of a text are called, and by which marks. */
export interface Names {
  readonly language: Language
  readonly count: number
  readonly aliases: ReadonlyMap<string, number>
  /** Aliases that are the beginning of a longer name. */
  readonly beginnings: ReadonlySet<string>
  readonly keys: ReadonlyMap<string, number>
}

/** The names of the jobs, and those parts of them that only one of the jobs has. */
export function namesOf(openings: readonly Opening[], language: Language): Names {
  const found = new Map<string, Set<number>>()
  const beginnings = new Set<string>()
  for (const [job, { name }] of openings.entries()) {
    const parts = language === 'zh' ? partsOfChinese(name, beginnings) : partsOfEnglish(name)
    for (const part of parts) found.set(part, new Set([...(found.get(part) ?? []), job]))
  }
  const aliases = new Map(
    [...found].flatMap(([part, [job = 0, ...more]]) => (more.length > 0 ? [] : [[part, job] as const])),
  )
  const keys = new Map(
    openings.flatMap(({ mark }, job) => (mark.key === '' ? [] : [[mark.key, job] as const])),
  )
  return { language, count: openings.length, aliases, beginnings, keys }
}

function partsOfChinese(name: string, beginnings: Set<string>): string[] {
  const parts = [name]
  for (let length = 2; length < name.length; length += 1) {
    parts.push(name.slice(-length), name.slice(0, length))
    beginnings.add(name.slice(0, length))
  }
  return parts
}

const partsOfEnglish = (name: string): string[] => {
  const words =
    name
      .toLowerCase()
      .replace(/\([^()]*\)/gu, '')
      .match(/[\p{L}-]{3,}/gu) ?? []
  return [...new Set([words.join(' '), ...words].map(singular))]
}

const singular = (words: string) => words.replace(/(?<=[^s])s$/u, '')

/** The jobs that a unit begins with the names or marks of, and the unit without a single name. */
export function jobsNamed(
  unit: RoledUnit,
  names: Names,
): { readonly jobs: ReadonlySet<number>; readonly unit: RoledUnit } | undefined {
  const byLabel = unit.label === '' ? undefined : nameAt(`${unit.label}:`, names)
  if (byLabel !== undefined && byLabel.length === unit.label.length)
    return several(unit, byLabel.job, { ...unit, label: '' }, names)
  const lead = names.language === 'en' ? (/^the /iu.exec(unit.text)?.[0].length ?? 0) : 0
  const first = nameAt(unit.text.slice(lead), names)
  if (first === undefined) return undefined
  const rest = unit.text.slice(lead + first.length)
  const cut = (isValue[names.language].exec(rest)?.[0].length ?? -1) + lead + first.length
  if (cut < lead + first.length || cut >= unit.text.length)
    return several(unit, first.job, roled(unit, names.language), names)
  const own: RoledUnit = { ...unit, text: unit.text.slice(cut), start: unit.start + cut, before: 'line' }
  return several(unit, first.job, roled(own, names.language), names)
}

function roled(unit: RoledUnit, language: Language): RoledUnit {
  if (unit.role !== 'summary' && unit.role !== 'title') return unit
  if (/[$£€¥￥]\s?\d/u.test(unit.text)) return { ...unit, role: 'offer' }
  const { role } = roleOfLine(unit.text, language)
  return role === 'title' || role === 'heading' || role === 'noise' ? unit : { ...unit, role }
}

const isValue: Record<Language, RegExp> = {
  zh: /^岗?[\s:：]{0,2}(?![和、及与])/u,
  en: /^(?:\s?[:-]\s|\s(?=[A-Z]{0,3}[\d$£€₹]))/u,
}

/** A unit that names other jobs too is said of all of these, in full. */
function several(unit: RoledUnit, job: number, own: RoledUnit, names: Names) {
  const jobs = new Set([job])
  const text = unit.text.toLowerCase()
  for (const [alias, other] of names.aliases)
    if (other !== job && !names.beginnings.has(alias) && isIn(text, alias, names.language)) jobs.add(other)
  for (const [key, other] of names.keys) if (hasWord(unit.text, key) && joins.test(unit.text)) jobs.add(other)
  if (jobs.size === names.count) return undefined
  return { jobs, unit: jobs.size > 1 ? unit : own }
}

const isIn = (text: string, alias: string, language: Language) =>
  language === 'zh' ? text.includes(alias) : hasWord(text, alias) || hasWord(text, `${alias}s`)

/** Whether a text contains a word whole. The word is one of the input's, so it is no pattern. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!letter.test(text.charAt(at - 1)) && !letter.test(text.charAt(at + word.length))) return true
  return false
}

const letter = /[\p{Script=Latin}\d]/u
/** Words between the marks of several jobs. */
const joins = /\band\b|[&和与、及/]/u

function nameAt(text: string, names: Names): { job: number; length: number } | undefined {
  const [marked, key = ''] = keyAt[names.language].exec(text) ?? []
  const byKey = names.keys.get(key)
  if (marked !== undefined && byKey !== undefined) return { job: byKey, length: key.length }
  let found: { job: number; length: number } | undefined
  const plain = text.toLowerCase()
  for (const [alias, job] of names.aliases) {
    if (
      alias.length <= (found?.length ?? 0) ||
      !plain.startsWith(names.language === 'zh' ? alias.toLowerCase() : alias)
    )
      continue
    const plural = names.language === 'en' && plain.startsWith('s', alias.length) ? 1 : 0
    const rest = text.slice(alias.length + plural)
    const isName =
      names.language === 'en'
        ? behindEnglish.test(rest)
        : !names.beginnings.has(alias) || behindBeginning.test(rest)
    if (isName) found = { job, length: alias.length + plural }
  }
  return found
}

const keyAt: Record<Language, RegExp> = {
  zh: /^([A-H甲乙丙丁戊己])(?=岗|[\s:：]?\d|[和与、及])/u,
  en: /^([A-H])(?=\s?[:$£€₹]| and [A-H]\b)/u,
}
const behindBeginning = /^(?:岗|[\s:：]?\d|[:：要需])/u
const behindEnglish =
  /^(?:\s?[:–—]|\s[A-Z]{0,3}[\d$£€₹]|\s(?:gets?|is|are|will|has|have|must|needs?|works?|earns?|starts?|runs?|and|role|job|position|post)\b)/u
