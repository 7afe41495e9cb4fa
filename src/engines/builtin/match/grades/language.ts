import { allMatches } from '../../text/index.ts'
import { readForms } from '../read/forms.ts'
import type { Segment } from '../read/segment.ts'
import { type Aspect, best, gradeCredit } from './aspect.ts'
import { isDenied, type PlacedSentence, placedSentences } from './placed-sentence.ts'

const languages = readForms<string>(new URL('./languages.tsv', import.meta.url))
/** Levels on the steps of the Common European Framework: A1 is 1, C2 is 6, 0 is almost nothing. */
const levels = readForms<string>(new URL('./language-levels.tsv', import.meta.url), (cells) => ({
  name: `${cells[0]}#${cells[1]}`,
  forms: cells[2],
}))

interface Level {
  readonly level: number
  readonly start: number
  readonly end: number
}

interface Spoken {
  readonly language: string
  readonly level: number | undefined
  readonly start: number
  readonly end: number
}

/** The number of characters after and before a language in which its level is searched. */
const reach = { after: 48, before: 26 } as const
const sentenceEnds = /[。；;!?！？\n]/u
const clauseEnds = /[,，、。；;:：|()（）]/u
/** People, markets and goods of a country: they prove no command of its language. */
const ofCountry =
  /^\s?(?:team|market|clients?|customers?|cuisine|food|restaurant|channel|history|law|company|colleagues?|guests?|buyers?|suppliers?|website|office|tourists?|客户|客人|供应商|市场|同事|团队)/u
/** A subject of study or teaching: it implies a good command of the language. */
const ofSubject =
  /^(?:专业|系|文学|语言文学|老师|教师|教学|教育|翻译|\s?(?:teacher|tutor|literature|studies|major|degree|philology))/u
const levelOfSubject = 5

function spokenIn(norm: string): Spoken[] {
  const named = languages.find(norm)
  return named.map(({ classes: [language = ''], start, end }, at) => {
    const behind = norm.slice(end, Math.min(named[at + 1]?.start ?? norm.length, end + reach.after))
    const before = norm.slice(Math.max(named[at - 1]?.end ?? 0, start - reach.before), start)
    const after = upTo(ownPart(behind, named[at + 1] !== undefined), sentenceEnds)
    const level = ofCountry.test(behind)
      ? undefined
      : (levelOf(after, language) ??
        levelOf(lastClause(before), language) ??
        (ofSubject.test(behind) ? levelOfSubject : levelOfUse(norm, start, end)))
    return { language, level, start, end }
  })
}

/** Before another language, the text after the last comma belongs to that one: `German C1, some Dutch`. */
function ownPart(text: string, isBeforeOther: boolean): string {
  const last = isBeforeOther ? text.search(lastPart) : -1
  return last < 0 ? text : text.slice(0, last)
}
const lastPart = /[,，、;；][^,，、;；]*$/u

const upTo = (text: string, end: RegExp): string => text.split(end)[0] ?? ''
const lastClause = (text: string): string => text.split(clauseEnds).at(-1) ?? ''

const failed =
  /没过|未过|没考过|没通过|未通过|差\d|差一|差得|差点|差.{0,2}分|再没报|落榜|没拿|备考|准备|报名|要考|考[过了].{0,3}[次回]|failed|not passed?|wasn't lucky|preparing|booked|sat\b|register(?:ed)? for/u
const cetPass = 425
const score = /(?<!\d)([2-7]\d\d)(?!\d)/u

/** The level that a text states for a language. If it states a low and a high one, their mean. */
function levelOf(text: string, language: string): number | undefined {
  const found = levelsIn(text, language).map(({ level, end }) =>
    isFailed(text, end) ? Math.max(0, level - belowFailed) : level,
  )
  const scored = scoreLevel(text, language)
  const all = scored === undefined ? found : [...found, scored]
  if (all.length === 0) return undefined
  const [low, high] = [Math.min(...all), Math.max(...all)]
  return low <= 2 && high - low >= 2 ? Math.round((low + high) / 2) : high
}

function levelsIn(text: string, language: string): Level[] {
  return levels.find(text).flatMap(({ classes, start, end }) =>
    classes.flatMap((name) => {
      const [level, of] = name.split('#')
      return of === '' || of === language ? [{ level: Number(level), start, end }] : []
    }),
  )
}

/** A failed or planned examination counts this many levels lower. */
const belowFailed = 2

/** Whether an examination was failed or is still planned. */
function isFailed(text: string, end: number): boolean {
  const behind = text.slice(end, end + 16)
  if (failed.test(behind)) return true
  const points = score.exec(behind)?.[1]
  return (
    points !== undefined &&
    /四级|六级|4级|6级|cet/u.test(text.slice(Math.max(0, end - 6), end)) &&
    Number(points) < cetPass
  )
}

const ielts = /(?:雅思|ielts)\D{0,12}?([4-9](?:\.\d)?)(?!\d)/u
const toefl = /(?:托福|toefl)\D{0,12}?(\d{2,3})(?!\d)/u
const numbered = /(?:topik|hsk)[^\d一二三四五六]{0,6}([1-6一二三四五六])\s?级?/u
const toeic = /(?:托业|toeic)\D{0,12}?(\d{3})(?!\d)/u

/** Converts scores by the comparison tables of the examinations' publishers. */
function scoreLevel(text: string, language: string): number | undefined {
  const of = (pattern: RegExp): number | undefined => {
    const found = pattern.exec(text)?.[1]
    return found === undefined ? undefined : Number(found)
  }
  const grade = numbered.exec(text)?.[1]
  if (grade !== undefined && (language === 'korean' || language === 'mandarin')) {
    return Math.max(0, '一二三四五六'.indexOf(grade) + 1 || Number(grade)) - (language === 'korean' ? 0 : 1)
  }
  const step = (value: number, limits: readonly number[]): number =>
    2 + limits.filter((limit) => value >= limit).length
  const [one, other, third] = [of(ielts), of(toefl), of(toeic)]
  if (one !== undefined) return step(one, [4, 5.5, 7, 8.5])
  if (other !== undefined) return step(other, [42, 72, 95, 115])
  return third === undefined ? undefined : step(third, [550, 785, 945])
}

const used = /用$|全程$|\b(?:in|speak|spoke|speaks|speaking|write|wrote)\s$/u
const usedFor =
  /^(?:邮件|合同|报告|会议|沟通|面谈|接待|汇报|文档|写|办事|聊|谈|说|讲|对账|电话|[-\s]?speaking)/u
const levelOfUsing = 5

/** Work done in a language proves a good command: `meetings in English`, `全英文邮件`. */
function levelOfUse(norm: string, start: number, end: number): number | undefined {
  const isUsed =
    used.test(norm.slice(Math.max(0, start - 9), start)) || usedFor.test(norm.slice(end, end + 10))
  return isUsed ? levelOfUsing : undefined
}

export interface StatedLanguage {
  /** The start of the language name; undefined if only an examination is named. */
  readonly start: number | undefined
  readonly end: number | undefined
  /** The words that state its level. */
  readonly level: { readonly start: number; readonly end: number } | undefined
}

/** The languages in a normalised line, each with the words for its level, if any. */
export function statedLanguages(norm: string): StatedLanguage[] {
  const named = languages.find(norm)
  const stated = named.map(({ start, end }, at): StatedLanguage => {
    const until = Math.min(named[at + 1]?.start ?? norm.length, end + reach.after)
    const from = Math.max(named[at - 1]?.end ?? 0, start - reach.before)
    if (ofCountry.test(norm.slice(end))) return { start, end, level: undefined }
    const behind = upTo(ownPart(norm.slice(end, until), named[at + 1] !== undefined), sentenceEnds)
    const clause = lastClause(norm.slice(from, start))
    return {
      start,
      end,
      level: levelWords(norm, end, end + behind.length) ?? levelWords(norm, start - clause.length, start),
    }
  })
  const exam = examined.exec(norm)
  if (exam === null || stated.some(({ level }) => level !== undefined)) return stated
  const from = exam.index
  const level = levelWords(norm, from, from + reach.after) ?? { start: from, end: from + exam[0].length }
  return [
    ...stated,
    { start: undefined, end: undefined, level: { start: Math.min(from, level.start), end: level.end } },
  ]
}

/** An examination with its score: `CET-6（568 分）`. */
const pointsBehind = /^[\s:：]{0,2}(?:[(（]\s?\d[\d.]{0,4}\s?分?\s?[)）]|\d[\d.]{0,4}(?:\s?分)?)/u
const partsLevels = /[)）,，、;；]/u

/** The first level words in a part of a text, merged with level words that directly follow. */
function levelWords(norm: string, from: number, to: number): StatedLanguage['level'] {
  const part = norm.slice(from, to)
  const exams = allMatches(part, examNamed).map(({ 0: exam, index }) => ({
    start: index,
    end: index + exam.length,
  }))
  const hits = [...levels.find(part), ...exams].sort((a, b) => a.start - b.start)
  const [first] = hits
  if (first === undefined) return undefined
  let end = first.end
  for (const hit of hits) {
    if (hit.start > end && partsLevels.test(part.slice(end, hit.start))) break
    end = Math.max(end, hit.end)
  }
  const points = pointsBehind.exec(part.slice(end))?.[0].length ?? 0
  return { start: from + first.start, end: from + end + points }
}

export interface HeldLanguages {
  readonly sources: readonly { readonly source: PlacedSentence; readonly spoken: readonly Spoken[] }[]
}

export function readLanguages(segments: readonly Segment[]): HeldLanguages {
  const wanted = (norm: string): boolean => languages.find(norm).length > 0 || examined.test(norm)
  const sources = placedSentences(segments, wanted).flatMap((each) => {
    const norm = each.sentence.norm
    const spoken = [...spokenIn(norm), ...examinedIn(norm)]
    return spoken.length === 0 ? [] : [{ source: each, spoken }]
  })
  return { sources }
}

/** Examinations that imply their language. */
const examined =
  /cet-?\s?[46]|大学英语[四六]级|(?<!\p{Script=Han})[四六]级|专[四八]|tem-?[48]|雅思|托福|托业|ielts|toefl|toeic|\bn[1-5]\b|topik|hsk|jlpt|\bdelf|\bdalf|\bceli\b|\bdele\b|goethe|歌德|testdaf|catti/u
const examNamed = new RegExp(examined.source, 'gu')
const examLanguages: readonly (readonly [RegExp, string])[] = [
  [/cet-?\s?[46]|[四六]级|专[四八]|tem-?[48]|雅思|托福|托业|ielts|toefl|toeic|catti/u, 'english'],
  [/\bn[1-5]\b|jlpt/u, 'japanese'],
  [/topik/u, 'korean'],
  [/hsk/u, 'mandarin'],
  [/delf|dalf/u, 'french'],
  [/goethe|歌德|testdaf/u, 'german'],
  [/celi/u, 'italian'],
  [/dele/u, 'spanish'],
]

function examinedIn(norm: string): Spoken[] {
  const found = examined.exec(norm)
  if (found === null) return []
  const language = examLanguages.find(([pattern]) => pattern.test(found[0]))?.[1]
  if (language === undefined) return []
  const hasStatedLevel = spokenIn(norm).some((each) => each.language === language && each.level !== undefined)
  if (hasStatedLevel) return []
  const { index: start, 0: exam } = found
  const level = levelOf(norm.slice(start, start + reach.after), language)
  return [{ language, level: level ?? 0, start, end: start + exam.length }]
}

const either = /或|任一|之一|均可|\/|\bor\b|\beither\b|\bone of\b/u
/** The level demanded if a requirement names a language without a level. */
const usualLevel = 4

/**
 * Compares the languages that a requirement demands with those in the resume. Undefined if it demands none,
 * or if the resume covers too few to decide.
 */
export function judgeLanguages(normalized: string, { sources }: HeldLanguages): Aspect | undefined {
  const asked = [...spokenIn(normalized), ...examinedIn(normalized)].filter(
    ({ end }) => !ofCountry.test(normalized.slice(end)) && !ofSubject.test(normalized.slice(end)),
  )
  const found = asked.map(({ language, level }) => {
    const said = sources.flatMap((each) =>
      each.spoken.filter((held) => held.language === language).map((held) => ({ each, held })),
    )
    const withLevel = said.filter(({ held }) => held.level !== undefined)
    const counted = withLevel.length > 0 || level === undefined ? withLevel : said
    return best(
      counted.map(({ each, held }) => ({
        credit: isUnspoken(each.source, held)
          ? gradeCredit.short
          : worthOf(level ?? usualLevel, held.level ?? levelUnstated(each.source)),
        place: { segment: each.source.segment, at: each.source.at },
      })),
    )
  })
  const known = found.filter((each) => each !== undefined)
  if (known.length === 0) return undefined
  if (asked.length > 1 && either.test(normalized)) return best(known)
  if (known.length < asked.length) return undefined
  const mean = known.reduce((sum, each) => sum + each.credit, 0) / known.length
  const least = known.reduce((low, each) => (each.credit < low.credit ? each : low))
  return { credit: least.credit < 1 ? Math.min(mean, 0.79) : 1, place: least.place }
}

/** A denial nearby doesn't apply to `mother tongue` and `native`. */
const isUnspoken = (source: PlacedSentence, { level, start, end }: Spoken): boolean =>
  level !== nativeLevel && isDenied(source, start, end)
const nativeLevel = 6

/** A listed language implies some command; a mere mention, as of a market or of guests, implies none. */
const levelUnstated = ({ sentence, segment }: PlacedSentence): number =>
  sentence.isList || segment.section === 'skills' ? levelListed : 0
const levelListed = 3

function worthOf(asked: number, held: number): number {
  if (held >= asked) return gradeCredit.reached
  return held === asked - 1 ? gradeCredit.oneBelow : gradeCredit.short
}
