import type { Language } from '../../text/index.ts'
import type { DraftLine } from '../draft.ts'
import { isPay } from '../facts/pay.ts'
import { isPlace, isPlaceLine, placeInPassing, placeNamed } from '../facts/places.ts'
import { isNameAlone, partByWords } from '../parts/classify.ts'
import { firstUpper } from '../plain/plain-text.ts'
import { labelsOf } from '../words/labels.ts'

/**
 * The lines, plus pay, hours and place from sentences that mention them among other things, as lines of
 * their own. `isPlaced`: the place was given apart from the text.
 */
export function withFactsApart(
  lines: readonly DraftLine[],
  title: string | undefined,
  isPlaced: boolean,
  language: Language,
): DraftLine[] {
  const placed = withPlace(lines.flatMap(language === 'en' ? withClausesApart : withAddressApart), language)
  if (isPlaced || placed.some(({ text }) => isPlaceLine(text))) return placed
  const bracket = /[（(]([^（）()]{2,40})[）)]$/u.exec(title ?? '')?.[1] ?? ''
  const { facts, pair } = labelsOf[language]
  if (!isPlace(bracket, language)) return [...placed, ...passingPlace(placed, language)]
  return [...placed, { part: 'basics', text: pair(facts.place, bracket) }]
}

const number =
  '(?:\\d{1,2}(?:\\.\\d{1,2})?|(?:twenty|thirty|forty|fifty|sixty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)'
/** `40-50 hours a week`, `one in four Saturdays`, `Mon-Fri 8-5`: when the work is done. */
const hours = new RegExp(
  `^(?:about |around |approx\\.? |up to )?${number}(?: and a half)?(?:\\s?(?:-|–|to)\\s?${number})?\\+? ?(?:hours|hrs?)(?: ?(?:a|per|/|each) ?(?:week|wk|day|shift))?$|` +
    '^(?:one|1) in (?:two|three|four|five|six|\\d) (?:saturdays|sundays|weekends)$|' +
    '^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}(?: ?[-–/to]{1,2} ?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}){1,6}(?: \\d[\\d:.apm -]{0,14})?$',
  'iu',
)
const commaOutside = /,\s(?![^()]{0,60}\))/u

/** `somewhere between 28k and 34k + commission`, mentioned in passing. */
function isPaid({ part }: DraftLine, clause: string, isSentence: boolean): boolean {
  const isSum =
    /[$€£¥]\s?\d|(?<!401 ?\(?)\b\d{2,3}k\b/u.test(clause) &&
    clause.length <= clauseCharactersMax * (isSentence ? 2 : 1)
  return isSum && part === 'summary' && partByWords(clause, 'en') === 'offer'
}

const speaksOfPay = ({ part }: DraftLine) => part !== 'duties' && part !== 'must' && part !== 'preferred'

const clauseCharactersMax = 80
/** `a Head of Finance (£85-95k + up to 15% bonus)` */
const paidInBrackets = /\s[(]((?:up to |from |to )?[$€£]\s?\d[^()]{2,80})[)]/gu

/** English sentences without the clauses that state pay or hours, and those clauses as facts. */
function withClausesApart(line: DraftLine): DraftLine[] {
  const isBasic = line.part === 'basics'
  if (line.part === 'offer' || line.part === 'other' || isPlaceLine(line.text)) return [line]
  const { facts, pair } = labelsOf.en
  const found: DraftLine[] = []
  const open = line.text.replace(paidInBrackets, (_whole, words: string) => {
    if (line.part === 'summary' || line.part === 'company')
      found.push({ ...line, part: 'offer', text: words })
    return line.part === 'summary' || line.part === 'company' ? '' : _whole
  })
  const rest = open.split(/(?<=[a-z0-9)]{2}[.!?])\s(?=[A-Z])/u).map((sentence) => {
    const clauses = sentence.split(commaOutside)
    const kept = clauses.filter((clause, at) => {
      const bare = clause.replace(/[.!]$/u, '').trim()
      if (at === 0 && clauses.length > 1 && !isPay(bare, 'en') && !hours.test(bare)) return true
      if (isBasic && clauses.length === 1) return true
      if (isPay(bare, 'en') && speaksOfPay(line))
        found.push({ ...line, part: 'offer', text: pair(facts.pay, bare) })
      else if (isPaid(line, bare, clauses.length === 1))
        found.push({ ...line, part: 'offer', text: firstUpper(bare) })
      else if (!isBasic && hours.test(bare))
        found.push({ ...line, part: 'basics', text: pair(facts.hours, bare) })
      else return true
      return false
    })
    const end = /[.!?]$/u.exec(sentence)?.[0] ?? ''
    const text = kept[0] === clauses[0] ? kept.join(', ') : firstUpper(kept.join(', '))
    return text === '' || /[.!?]$/u.test(text) ? text : text + end
  })
  const text = rest.filter(Boolean).join(' ')
  return text === '' ? found : [{ ...line, text }, ...found]
}

/** `base 武汉光谷，汇报给总监`: the words after the place are not part of it if they indicate a part. */
function withAddressApart(line: DraftLine): DraftLine[] {
  const comma = line.text.search(/[，,]/u)
  const behind = line.text.slice(comma + 1)
  const part = comma > 0 ? partByWords(behind, 'zh') : undefined
  if (
    line.part !== 'basics' ||
    part === undefined ||
    part === 'must' ||
    !isPlaceLine(line.text.slice(0, comma))
  )
    return [line]
  return [
    { ...line, text: line.text.slice(0, comma) },
    { ...line, part, text: behind },
  ]
}

/** `Shop is in Akron`, `酒店在三亚` state only the place, wherever they occur. */
const tellsPlace =
  /^(?:the |our )?(?:shop|office|store|site|plant|job|role|clinic|yard|studio|salon|hotel|warehouse|depot)(?:'s| is| are)? (?:based |located )?(?:in|at|near)[\s.]{0,3}$|^(?:酒店|公司|工厂|厂|店|门店|学校|医院|工地|项目|地点)(?:就?在|位于)[\s。，]{0,2}$/iu
const onlyPlace =
  /^(?:(?:based|located|situated) )?(?:in|out of|at)?[\s.]{0,3}$|^(?:就?在|位于)[\s。，]{0,2}$/iu

/** If no line names the place as a fact, a sentence may. */
function withPlace(given: readonly DraftLine[], language: Language): DraftLine[] {
  if (given.some(({ part, text }) => part === 'basics' && isPlaceLine(text))) return [...given]
  const lines = given.flatMap((line) => withPlaceApart(line, language))
  if (lines.length > given.length || lines.some(({ text }) => isPlaceLine(text))) return lines
  for (const { part, text } of lines) {
    const isElsewhere =
      language === 'en' ? part === 'other' || isOfEmployer(part, text) : part === 'preferred'
    const place = isElsewhere ? undefined : placeNamed(text, language)
    const left = place === undefined ? text : text.replace(place, '')
    const isSame = tellsPlace.test(left) || (onlyPlace.test(left) && part !== 'must')
    if (place !== undefined) {
      const named: DraftLine = {
        part: 'basics',
        text: labelsOf[language].pair(labelsOf[language].facts.place, place),
      }
      return [...lines.filter((line) => !(isSame && line.text === text)), named]
    }
  }
  return [...lines]
}

/** The place that a sentence mentions in passing, if no other place is stated. */
function passingPlace(lines: readonly DraftLine[], language: Language): DraftLine[] {
  for (const { part, text } of lines) {
    if (part !== 'summary' && part !== 'must' && part !== 'basics' && part !== 'company') continue
    const place = placeInPassing(text, language)
    if (place !== undefined) {
      const { facts, pair } = labelsOf[language]
      return [{ part: 'basics', text: pair(facts.place, place) }]
    }
  }
  return []
}

/** The places of an employer's offices or customers are not the place of the job. */
const isOfEmployer = (part: string, text: string) =>
  part === 'company' && /\b(?:headquarter|offices|clients?|customers?|trips?|across|cover)/iu.test(text)

const clauseMark: Record<Language, RegExp> = {
  zh: /([，,；;]\s?)/u,
  en: /(;\s|,\s(?=\d+ days\b|hybrid|remote|on-?site)|(?<=[a-z]{3}\.)\s(?=[A-Z€$£]))/u,
}
const placeCharactersMax: Record<Language, number> = { zh: 12, en: 60 }

/** `Mercy Rehab, Tulsa.`: the employer and its place. */
function employerBefore(line: DraftLine): DraftLine[] | undefined {
  const [, name = '', place = ''] = /^([^,]{3,40}), ([^,]{3,24}(?:, [A-Z]{2})?)[.]?$/u.exec(line.text) ?? []
  if (!isNameAlone(name) || !isPlace(place, 'en') || isPlace(name, 'en')) return undefined
  const { facts, pair } = labelsOf.en
  return [
    { ...line, part: 'company', text: name },
    { ...line, part: 'basics', text: pair(facts.place, place) },
  ]
}

/** `苏州昆山` between commas, `Houston.` as a sentence: a place and nothing else, wherever it occurs. */
function withPlaceApart(line: DraftLine, language: Language): DraftLine[] {
  if (line.part === 'company' || line.part === 'duties' || line.part === 'preferred') return [line]
  // Every other element is the punctuation after a clause.
  const parts = line.text.split(clauseMark[language])
  const clauses = parts.filter((_part, index) => index % 2 === 0)
  const bare = (clause: string) => clause.replace(/[.。]$/u, '').trim()
  const employer = language === 'en' ? employerBefore(line) : undefined
  if (employer !== undefined) return employer
  const at = clauses.findIndex(
    (clause) => clause.length <= placeCharactersMax[language] && isPlace(bare(clause), language),
  )
  const found = clauses[at]
  if (found === undefined) return [line]
  const labels = labelsOf[language]
  const place: DraftLine = { ...line, part: 'basics', text: labels.pair(labels.facts.place, bare(found)) }
  const isLast = at === clauses.length - 1
  const from = Math.max(0, isLast ? at * 2 - 1 : at * 2)
  const rest = parts.toSpliced(from, 2).join('')
  if (rest === '') return [place]
  return [{ ...line, part: partByWords(rest, language) ?? line.part, text: rest }, place]
}
