import { longPattern } from '../compliance/index.ts'
import { type Language, normalize } from '../text/index.ts'
import type { Ask, ContentLine } from './complete.ts'
import type { Draft } from './draft.ts'
import type { Labels } from './labels.ts'

export interface Basics {
  readonly lines: ContentLine[]
  readonly places: readonly string[]
}

const placeLabel =
  /^(?:工作|上班|办公)?地[点址]\s?(?:[:：]|位于|在(?!线)|为|\s)\s?|^(?:base|坐标)\s?[:：]?\s?(?=[\u3400-\u9fff])|^(?:work |job )?locations?\s?:\s?/iu
/** Years that are an age or a study. */
const notOfWork = /岁|年龄|学制|\bold\b|\bof age\b|\bage\b|-year (?:degree|college)/iu
/** A number of openings, without words that say so. */
const openings = /^\d{1,3}\s?[名人位]$/u
const years: Record<Language, RegExp> = {
  zh: /[0-9一二两三四五六七八九十]{1,3}\s?(?:[-~～至到—–]\s?[0-9一二两三四五六七八九十]{1,3}\s?)?年(?:及)?(?:以上|以内|左右)?/u,
  en: longPattern(
    'iu',
    String.raw`\b(?:[0-9]{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\+?\s?(?:(?:-|–|
      to)\s?[0-9]{1,2}\+?\s?)?(?:years?|yrs?)\b\+?`,
  ),
}

/** Place, experience, pay, headcount and the like: what was given, and marks for what was not. */
export function basicsOf(
  draft: Draft,
  absent: ReadonlySet<string>,
  ask: Ask,
  language: Language,
  labels: Labels,
): Basics {
  const given = draft.lines.filter(({ part }) => part === 'basics').map(({ text }) => text)
  const places = placesOf(draft, given)
  const rest = given.filter((line) => !placeLabel.test(line))
  const pair = (name: string, text: string): ContentLine => ({
    before: labels.pair(firstUpper(name), ''),
    text,
  })
  const asked = (fact: string): ContentLine[] => {
    const name = labels.gapNames[fact]
    if (name === undefined || !absent.has(fact)) return []
    ask(fact, name)
    return [{ text: '', after: labels.pair(firstUpper(name), labels.blank) }]
  }
  const experience = draft.experience ?? experienceOf(draft, language, labels)
  const lines = [
    ...(places.length > 0 ? places.map((place) => pair(labels.place, place)) : asked('place')),
    ...(experience !== undefined ? [pair(labels.experience, experience)] : asked('experience')),
    ...rest.map((text) => (openings.test(text) ? pair(labels.gapNames.headcount ?? '', text) : { text })),
    ...['pay', 'headcount', 'employment'].flatMap(asked),
  ]
  return { lines, places: places.length > 1 ? places : [] }
}

/** Every place stated, once: of two of which one holds the other, the longer. */
function placesOf(draft: Draft, lines: readonly string[]): string[] {
  const named = lines
    .filter((line) => placeLabel.test(line))
    .map((line) => line.replace(placeLabel, '').trim())
  const all = [draft.place, ...named].filter((place) => place !== undefined && place !== '') as string[]
  return all.filter((place, index) => {
    const key = normalize(place)
    return all.every((other, at) => {
      const holds = at !== index && normalize(other).includes(key)
      return !holds || (normalize(other) === key && index < at)
    })
  })
}

/** The years that the requirements ask for, where they name only one number of them. */
function experienceOf(draft: Draft, language: Language, labels: Labels): string | undefined {
  const stated = draft.lines
    .filter(({ part, text }) => part === 'must' && !notOfWork.test(text))
    .flatMap(({ text }) => years[language].exec(text)?.[0] ?? [])
  const [first, ...others] = new Set(stated)
  return first === undefined || others.length > 0 ? undefined : labels.seeMust(first.trim())
}

function firstUpper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
