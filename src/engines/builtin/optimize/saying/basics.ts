import { type Language, longPattern, normalize } from '../../text/index.ts'
import type { Draft } from '../draft.ts'
import { isPay } from '../facts/pay.ts'
import { placeLabel } from '../facts/places.ts'
import { firstUpper } from '../plain/plain-text.ts'
import type { Labels } from '../words/labels.ts'
import type { Ask, ContentLine } from './content.ts'

export interface Basics {
  readonly lines: ContentLine[]
  readonly places: readonly string[]
}

const experienceLabel =
  /^(?:工作)?经验(?:要求)?\s?[:：]\s?|^工作年限\s?[:：]\s?|^experience(?: level)?\s?:\s?/iu

/** Years of age or of study. */
const notOfWork =
  /岁|合同|试用|一签|\bcontract\b|\bterm\b|年龄|学制|毕业|届|记录|\b(?:last|past)\b|felon|held for|licen[cs]e held|commitment|graduat|violation|accident|incident|\bold\b|\bof age\b|\bage\b|-year (?:degree|college)|years? (?:of )?(?:college|university|school)\b/iu
/** A number of openings without words that say so. */
const openings = /^(?:\d{1,3}|若干|[一两])\s?[名人位](?:（[^（）]{1,60}）)?$/u
const yearsIn: Record<Language, RegExp> = {
  zh: /(?<![0-9一二两三四五六七八九十])[0-9一二两三四五六七八九十]{1,3}\s?\+?(?:[-~～至到—–]\s?[0-9一二两三四五六七八九十]{1,3}\s?)?年(?:及)?(?:以上|以内|左右)?/u,
  en: longPattern(
    'iu',
    String.raw`\b(?:[0-9]{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\+?\s?(?:(?:-|–|
      to)\s?[0-9]{1,2}\+?\s?)?(?:years?|yrs?|yoe)\b\+?`,
  ),
}

/** Place, experience, pay, headcount and similar facts: the given values, and marks for missing ones. */
export function basicsOf(
  draft: Draft,
  absent: ReadonlySet<string>,
  ask: Ask,
  language: Language,
  labels: Labels,
): Basics {
  const given = draft.lines.filter(({ part }) => part === 'basics').map(({ text }) => text)
  const places = placesOf(draft, given)
  const isExperience = (line: string) => draft.experience === undefined && experienceLabel.test(line)
  const rest = given.filter(
    (line, at) =>
      given.every((other, place) => place === at || !isSaidBy(line, other)) &&
      (!placeLabel.test(line) || isWayOfWork(line, places)) &&
      !isExperience(line),
  )
  const named = given.filter(isExperience).map((line) => line.replace(experienceLabel, '').trim())
  const pair = (name: string, text: string): ContentLine => ({
    before: labels.pair(firstUpper(name), ''),
    text,
  })
  const asked = (fact: string): ContentLine[] => {
    const name = labels.gapNames[fact]
    const isCounted =
      fact === 'headcount' &&
      rest.some((line) => openings.test(line) || /^(?:招聘)?(?:人数|若干)/u.test(line))
    if (name === undefined || !absent.has(fact) || isCounted || (fact === 'pay' && hasPay(draft, language)))
      return []
    ask(fact, name)
    return [{ text: '', after: labels.pair(firstUpper(name), labels.blank) }]
  }
  const years = draft.experience ?? experienceOf(draft, language, labels)
  const experiences = named.length > 0 ? named : years === undefined ? [] : [years]
  const lines = [
    ...(places.length > 0 ? places.map((place) => pair(labels.place, place)) : asked('place')),
    ...(experiences.length > 0
      ? experiences.map((text) => pair(labels.experience, text))
      : asked('experience')),
    ...rest.map((text) => (openings.test(text) ? pair(labels.gapNames.headcount ?? '', text) : { text })),
    ...['pay', 'headcount', 'employment'].flatMap(asked),
  ]
  return { lines, places: places.length > 1 ? places : [] }
}

function hasPay(draft: Draft, language: Language): boolean {
  return draft.lines.some(
    ({ part, text }) =>
      part === 'offer' &&
      (isPay(text, language) || (language === 'zh' && sum.test(text))) &&
      !/面议/u.test(text),
  )
}

/** `5000包吃`, `(5500-6500)`: pay among other words, without the benefits beside it. */
const sum =
  /^(?!.{0,40}(?:推荐奖|安家|补[贴助]|津贴|报销)).{0,60}?(?<![\d.])(?:[1-9]\d{3,4}(?!\d|年)|\d{1,3}[kKwW万])/u

/** Every stated place, once: if one contains the other, the longer one. */
function placesOf(draft: Draft, lines: readonly string[]): string[] {
  const named = lines
    .filter((line) => placeLabel.test(line))
    .map((line) =>
      line
        .replace(placeLabel, '')
        .replace(placeLabel, '')
        .replace(/[.。]$/u, '')
        .trim(),
    )
  const all = [draft.place, ...named].filter((place) => place !== undefined && place !== '') as string[]
  const towns = all.filter((place) => !wayOfWork.test(place))
  return distinctPlaces(towns.length > 0 ? towns : all)
}

/** `Work location: Hybrid (3 days)` beside a town states the mode of work, not the place. */
const wayOfWork = /^(?:hybrid|remote|on-?site|in[- ]person|in[- ]office)\b[^,]{0,60}$|^(?:远程|居家)办公$/iu

/** `Employment type: Full-time` beside `Job type: Full-time`. */
function isSaidBy(line: string, other: string): boolean {
  const [, value = ''] = /^employment type: (.{4,40})$/iu.exec(line) ?? []
  const [said = ''] = /^(?:job|contract|position) type\s?:?\s?/iu.exec(other) ?? []
  return value !== '' && said !== '' && other.slice(said.length).toLowerCase() === value.toLowerCase()
}

function isWayOfWork(line: string, places: readonly string[]): boolean {
  const place = line.replace(placeLabel, '').trim()
  return wayOfWork.test(place) && !places.includes(place)
}

/** `郑州·金水区` is in `郑州市金水区文化路81号`. */
function placeKey(place: string): string {
  return normalize(place).replace(/[\s·•/,，市省-]/gu, '')
}

function distinctPlaces(all: readonly string[]): string[] {
  return all.filter((place, index) => {
    const key = placeKey(place)
    return all.every((other, at) => {
      const holds = at !== index && placeKey(other).includes(key)
      return !holds || (placeKey(other) === key && index < at)
    })
  })
}

/** The first number of years of work that a line names. */
function yearsOf(line: string, language: Language): string | undefined {
  const clauses = line.split(/[，；。;]|,\s|\sand (?=\d)/u).filter((clause) => !notOfWork.test(clause))
  const found = clauses.map((clause) => yearsIn[language].exec(clause) ?? yearsIn.en.exec(clause))
  return found.find((match) => match !== null)?.[0]
}

/** The required years of experience, if the requirements state only one number of them. */
function experienceOf(draft: Draft, language: Language, labels: Labels): string | undefined {
  const stated = draft.lines
    .filter(({ part }) => part === 'must')
    .flatMap(({ text }) => yearsOf(text, language) ?? [])
  const [first, ...others] = new Set(stated)
  return first === undefined || others.length > 0 ? undefined : labels.seeMust(first.trim())
}
