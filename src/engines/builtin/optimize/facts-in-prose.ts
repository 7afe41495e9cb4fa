import type { Language } from '../text/index.ts'
import { isPlaceLine } from './basics.ts'
import { partByWords } from './classify.ts'
import type { DraftLine } from './draft.ts'
import { isPay } from './fields.ts'
import { labelsOf } from './labels.ts'
import { isPlace, placeNamed } from './places.ts'
import { firstUpper } from './plain-text.ts'

/** The lines, and what a sentence says of pay, hours and place among other things as lines of their own. */
export function withFactsApart(
  lines: readonly DraftLine[],
  title: string | undefined,
  language: Language,
): DraftLine[] {
  const placed = withPlace(language === 'en' ? lines.flatMap(withClausesApart) : lines, language)
  const bracket = /[（(]([^（）()]{2,40})[）)]$/u.exec(title ?? '')?.[1] ?? ''
  if (!isPlace(bracket, language) || placed.some(({ text }) => isPlaceLine(text))) return placed
  const { facts, pair } = labelsOf[language]
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

/** `somewhere between 28k and 34k + commission`, said on the way. */
function isPaid({ part }: DraftLine, clause: string): boolean {
  const isSum = /[$€£¥]\s?\d|(?<!401 ?\(?)\b\d{2,3}k\b/u.test(clause) && clause.length <= clauseCharactersMax
  return isSum && part === 'summary' && partByWords(clause, 'en') === 'offer'
}

const clauseCharactersMax = 80

/** English sentences without the clauses that state pay or hours, and those as facts. */
function withClausesApart(line: DraftLine): DraftLine[] {
  if (line.part === 'offer' || line.part === 'basics' || line.part === 'other') return [line]
  const { facts, pair } = labelsOf.en
  const found: DraftLine[] = []
  const rest = line.text.split(/(?<=[a-z0-9)]{2}[.!?])\s(?=[A-Z])/u).map((sentence) => {
    const clauses = sentence.split(commaOutside)
    const kept = clauses.filter((clause, at) => {
      const bare = clause.replace(/[.!]$/u, '').trim()
      if (at === 0 && clauses.length > 1 && !isPay(bare, 'en')) return true
      if (isPay(bare, 'en')) found.push({ ...line, part: 'offer', text: pair(facts.pay, bare) })
      else if (isPaid(line, bare)) found.push({ ...line, part: 'offer', text: firstUpper(bare) })
      else if (hours.test(bare)) found.push({ ...line, part: 'basics', text: pair(facts.hours, bare) })
      else return true
      return false
    })
    const end = /[.!?]$/u.exec(sentence)?.[0] ?? ''
    const text = kept.join(', ')
    return text === '' || /[.!?]$/u.test(text) ? text : text + end
  })
  const text = rest.filter(Boolean).join(' ')
  return text === '' ? found : [{ ...line, text }, ...found]
}

const onlyPlace = /^(?:(?:based|located|situated) )?(?:in|out of|at)?[\s.]{0,3}$/iu

/** Where no line names the place by itself, a sentence may. */
function withPlace(given: readonly DraftLine[], language: Language): DraftLine[] {
  if (given.some(({ part, text }) => part === 'basics' && isPlaceLine(text))) return [...given]
  const lines = given.flatMap((line) => withPlaceApart(line, language))
  if (lines.length > given.length || lines.some(({ text }) => isPlaceLine(text))) return lines
  for (const { part, text } of lines) {
    const isElsewhere = language === 'en' ? part === 'company' || part === 'other' : part === 'preferred'
    const place = isElsewhere ? undefined : placeNamed(text, language)
    const isSame = place !== undefined && onlyPlace.test(text.replace(place, '')) && part === 'basics'
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

const clauseMark: Record<Language, RegExp> = {
  zh: /[，,；;]\s?/u,
  en: /;\s|,\s(?=\d+ days\b|hybrid|remote|on-?site)|(?<=[a-z]{3}\.)\s(?=[A-Z€$£])/u,
}
const placeCharactersMax: Record<Language, number> = { zh: 12, en: 60 }

/** `苏州昆山` between commas, `Houston.` as a sentence: a place and nothing else, wherever it stands. */
function withPlaceApart(line: DraftLine, language: Language): DraftLine[] {
  if (line.part === 'company' || line.part === 'duties' || line.part === 'preferred') return [line]
  const clauses = line.text.split(clauseMark[language])
  const bare = (clause: string) => clause.replace(/[.。]$/u, '').trim()
  const at = clauses.findIndex(
    (clause) => clause.length <= placeCharactersMax[language] && isPlace(bare(clause), language),
  )
  const found = clauses[at]
  if (found === undefined) return [line]
  const labels = labelsOf[language]
  const place: DraftLine = { ...line, part: 'basics', text: labels.pair(labels.facts.place, bare(found)) }
  const rest = clauses.filter((_clause, index) => index !== at).join(language === 'zh' ? '，' : '; ')
  if (rest === '') return [place]
  return [{ ...line, part: partByWords(rest, language) ?? line.part, text: rest }, place]
}
