import type { Language } from '../../text/index.ts'
import type { DraftLine, Part } from '../draft.ts'
import { isEmployerName, isNameAlone } from '../facts/employer.ts'
import { factOf } from '../facts/fields.ts'
import { isPlace, isPlaceLine } from '../facts/places.ts'
import { firstUpper } from '../plain/plain-text.ts'
import { kindOfHeading } from '../units/heading-kinds.ts'
import type { Role } from '../units/roles.ts'
import { speaker, type Unit } from '../units/units.ts'
import { labelsOf } from '../words/labels.ts'
import { isPreferred } from './preferred.ts'

/** A unit with its role. */
export interface RoledUnit extends Unit {
  readonly role: Role
}

/** The lines of a draft, and what is left out because it isn't about the job. */
export interface Lines {
  readonly lines: DraftLine[]
  readonly left: string[]
}

/**
 * Neighbouring clauses of one role in one sentence are one line; the words are verbatim parts of the text.
 */
export function linesOf(units: readonly RoledUnit[], text: string, language: Language): Lines {
  const lines: DraftLine[] = []
  const left: string[] = []
  for (const run of runsOf(units, language)) {
    const [first] = run
    const last = run.at(-1)
    if (first === undefined || last === undefined) continue
    const { role } = first
    const isProse = role === 'summary' || role === 'company'
    const end = isProse
      ? last.end + (/^[.。!！?？]{1,3}/u.exec(text.slice(last.end, last.until))?.[0].length ?? 0)
      : last.end + (/^[?？]/u.exec(text.slice(last.end, last.until))?.[0].length ?? 0)
    const words = withoutEnd(text.slice(first.start, end).replace(/^[\\#]{1,9}\s/u, ''), isProse)
    if (role === 'noise')
      left.push(isNamedBy(first, words) ? labelsOf[language].pair(first.label, words) : words)
    else if (role === 'heading') {
      if (saysMore(first, language))
        lines.push(lineOf(first, words, isPreferred(words) ? 'preferred' : 'summary', language))
    } else if (role !== 'title') lines.push(lineOf(first, words, role, language))
  }
  return { lines, left }
}

/** Whether words have a label of their own; that of a heading is the heading itself. */
const isNamedBy = ({ label }: RoledUnit, words: string): boolean =>
  label !== '' && label !== speaker && !words.startsWith(label)

function runsOf(given: readonly RoledUnit[], language: Language): RoledUnit[][] {
  const runs: RoledUnit[][] = []
  const units = given.map(
    (unit): RoledUnit => (isPlaceAlone(unit, language) ? { ...unit, role: 'basics' } : unit),
  )
  for (const unit of units) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const isSame =
      last !== undefined && last.role === unit.role && (unit.before === 'clause' || goesOn(last, unit))
    if (run !== undefined && isSame && !isFactAlone(last, language) && !isFactAlone(unit, language))
      run.push(unit)
    else runs.push([unit])
  }
  return joinedPlaces(runs, language)
}

/** Sentences of running text stay together in the parts that are read as paragraphs. */
function goesOn(last: RoledUnit, unit: RoledUnit): boolean {
  const isProse = unit.role === 'company' || unit.role === 'summary'
  return (unit.role === 'noise' || isProse) && unit.before === 'sentence' && last.mark === ''
}

function isFactAlone({ role, text }: RoledUnit, language: Language): boolean {
  return (
    (role === 'basics' || role === 'offer') &&
    (isPlaceLine(text) || factOf(text, language, labelsOf[language]) !== undefined)
  )
}

/** `Leeds.`: a place and nothing else, whatever is said around it. */
const isPlaceAlone = ({ role, text }: RoledUnit, language: Language) =>
  role !== 'title' && role !== 'noise' && role !== 'preferred' && isPlace(text, language)

/** `Lubbock`, `Texas`: a place may contain a comma. */
function joinedPlaces(runs: readonly RoledUnit[][], language: Language): RoledUnit[][] {
  if (language === 'zh') return [...runs]
  const joined: RoledUnit[][] = []
  for (const run of runs) {
    const before = joined.at(-1)
    const [unit] = run
    const [place] = before ?? []
    const isMore =
      before !== undefined &&
      unit?.before === 'clause' &&
      run.length === 1 &&
      place?.role === 'basics' &&
      unit.role === 'basics' &&
      /^[A-Z]/u.test(unit.text) &&
      placeOf(`${place.text}, ${unit.text}`, language)
    if (isMore) before.push(...run)
    else joined.push([...run])
  }
  return joined
}

const placeOf = (text: string, language: Language) =>
  factOf(text, language, labelsOf[language])?.startsWith(labelsOf[language].facts.place) === true

function lineOf(first: RoledUnit, words: string, part: Part, language: Language): DraftLine {
  const { facts, pair } = labelsOf[language]
  if (isNamedBy(first, words) && keepsLabel(first.label, part)) {
    const labelled = pair(first.label, words)
    return { part: isPlaceLine(labelled) ? 'basics' : part, text: labelled }
  }
  const text = language === 'en' ? firstUpper(words) : words
  const fact = factOf(words, language, labelsOf[language])
  if (fact === undefined && part === 'offer' && /^\d{4,5}$/u.test(words))
    return { part, text: pair(facts.pay, words) }
  if (fact === undefined) return { part: namesEmployer(words, part, language) ? 'company' : part, text }
  const isNamed = namesFact.test(words)
  if (fact === facts.place) return { part: 'basics', text: pair(fact, words) }
  if (fact === facts.pay) return { part: 'offer', text: isNamed ? text : pair(fact, words) }
  if (fact === facts.education) return { part, text: isSchooling.test(words) ? text : pair(fact, words) }
  if (fact === facts.experience && part === 'must') return { part, text }
  return { part: 'basics', text: isNamed ? text : pair(firstUpper(fact), words) }
}

const isSchooling = /学历/u

/** `Mercy Rehab` among basic facts, `Acme Robotics` below the title. */
const namesEmployer = (words: string, part: Part, language: Language): boolean =>
  (part === 'summary' || part === 'basics') &&
  (isEmployerName(words) ||
    /^[\u3400-\u9fff]{2,16}(?:公司|集团)$/u.test(words) ||
    (language === 'en' && isNameAlone(words)))

const namesFact =
  /^(?:工资|薪水|薪酬|薪资|月薪|年薪|时薪|日薪|底薪|招聘?人数|经验|工作经验|salary|pay|rate)|经验$|experience/iu

/** A list item needs no full stop; an item of several sentences keeps its own. */
function withoutEnd(words: string, isProse: boolean): string {
  return isProse || /[.!?]\s/u.test(words) || abbreviated.test(words)
    ? words
    : words.replace(/(?<=[^.\s])\.$/u, '')
}

const abbreviated = /(?:\b(?:etc|inc|ltd|corp|co|approx|ph\.d|a\.m|p\.m|[a-z])|[.…])\.$/iu

const general =
  /^(?:其[他它]|备注|说明|补充|内容|工作|信息|other|others|note|notes|details|also|plus|misc)$/iu
const specific =
  /学历|专业|技能|证|语言|薪|工资|底薪|待遇|经验|年龄|education|experience|skills|salary|compensation|pay|rate|knowledge|licen/iu

/** Whether a label is part of the statement, and not only the name of its part. */
function keepsLabel(label: string, part: Part): boolean {
  if (general.test(label)) return false
  if (part === 'basics' || part === 'other') return true
  const kind = kindOfHeading(label)
  return kind === undefined || kind === 'place' || specific.test(label)
}

/** A heading that is neither known nor marked may say something of the job. */
function saysMore({ text, label, mark }: RoledUnit, language: Language): boolean {
  if (kindOfHeading(text, label !== '' || headingMark.test(mark)) !== undefined) return false
  const isLong =
    language === 'zh' ? text.length > headingCharactersMax : text.split(/\s+/u).length > headingWordsMax
  return label === '' || /\d/u.test(text) || isLong
}

const headingMark = /^[◎◆◇■□★☆▶►]/u
const headingCharactersMax = 14
const headingWordsMax = 8
