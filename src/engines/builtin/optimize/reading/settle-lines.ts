import type { Language } from '../../text/index.ts'
import type { DraftLine, Part } from '../draft.ts'
import { isPay } from '../facts/pay.ts'
import { isAboutApplying, isNameAlone } from '../parts/classify.ts'
import { firstUpper } from '../plain/plain-text.ts'
import { type Role, roleOf } from '../roles/role.ts'

/**
 * The lines in their final parts, and the lines that address a colleague or belong to the page around the
 * job.
 */
export interface SettledLines {
  readonly lines: DraftLine[]
  readonly left: string[]
  /** Lines that name a colleague. */
  readonly unsettled: string[]
}

/** Classifies every line of a draft again on its own: a certain result overrides the context. */
export function settleLines(
  lines: readonly DraftLine[],
  title: string | undefined,
  asides: readonly string[],
  language: Language,
): SettledLines {
  const isLetter = asides.some((words) => isOfLetter.test(words))
  const colleagues = colleaguesIn(asides)
  const unsettled: string[] = []
  const settled: DraftLine[] = []
  const left: string[] = []
  for (const line of lines) {
    const text = withoutNames(bared(line, title, language), colleagues)
    if (title !== undefined && isTitleAgain(text, title)) continue
    if (isLetter && nameAlone.test(text)) left.push(text)
    else if (line.part !== 'other' && colleagues.some((name) => text.includes(name))) unsettled.push(text)
    else if (isAroundJob(text, line.part, language)) left.push(text)
    else if (title !== undefined && looksFor(text, title, language))
      settled.push({ ...line, part: 'summary' })
    else settled.push({ ...line, text, part: partOf({ ...line, text }, language) })
  }
  return settled.length + unsettled.length === 0
    ? { lines: [...lines], left: [], unsettled: [] }
    : { lines: settled, left, unsettled }
}

/** `..., and answer the phones when Ravi is out`: the last clause is removed with the name. */
function withoutNames(text: string, names: readonly string[]): string {
  const name = names.find((each) => text.includes(each))
  if (name === undefined) return text
  const starts = clauseStarts.map((word) => text.lastIndexOf(word)).filter((at) => at > 0)
  const at = Math.max(...starts, 0)
  const clause = text.slice(at)
  return at > 0 && clause.includes(name) && !text.slice(0, at).includes(name) && !clause.includes(',')
    ? text.slice(0, at)
    : text
}

const clauseStarts = [' when ', ' while ', ' if ', ' after ', ' until ', ' because ', ' since ']

/** A greeting, a thank you or the head of a mail. */
const isOfLetter = /^(?:hi|hello|dear|thanks|thank you|cheers|regards|from|to|各位|大家)\b|谢谢|你好/iu

/** The names in a message to a colleague: `Ravi hasn't heard yet`, `老吴`. */
function colleaguesIn(asides: readonly string[]): string[] {
  const names = asides.flatMap((words) =>
    [...words.matchAll(named)].map(([, english, chinese]) => english ?? chinese ?? ''),
  )
  return [...new Set(names)].filter((name) => name !== '')
}

const named =
  /\b(?!(?:This|That|It|He|She|They|There|What|Who|Here|One|The|Nobody|Everyone)\b)([A-Z][a-z]{2,11}) (?:is|was|has|hasn't|doesn't|didn't|isn't|left|wants|will)\b|(?<![\u3400-\u9fff])((?:[老小阿][\u3400-\u9fff]|[\u3400-\u9fff](?:总|姐|哥)))(?=[，,最说要和的来]|$)/gu

/** The recipient and the sender: `Jo,`, `Alex`. */
const nameAlone = /^[A-Z][a-z]{1,11},?$/u

/** A line without its list mark, its leading title and the name of its part. */
function bared({ text, part }: DraftLine, title: string | undefined, language: Language): string {
  const words = text.replace(pointMark, '')
  if (language === 'zh') return part === 'duties' ? words.replace(dutyLabel, '') : words
  const isLed = title !== undefined && words.startsWith(`${title}, `)
  return isLed ? firstUpper(words.slice(title.length + 2)) : words
}

const pointMark = /^[•●▪◆*·]\s{0,3}/u
/** `你会做：`, `内容：` under the heading of duties. */
const dutyLabel = /^[\u3400-\u9fff]{0,3}(?:做|内容|职责|任务)[:：]\s?(?=\S{4})/u

const wordsOf = (text: string): string => text.toLowerCase().replace(/[\s\p{P}]/gu, '')

/** `职称：会计`, `NIGHT PORTER` below the title add nothing. */
function isTitleAgain(text: string, title: string): boolean {
  return wordsOf(text.replace(/^[\u3400-\u9fff]{2,6}[:：]/u, '')) === wordsOf(title)
}

/** A sentence that names the employer and the job comes before all others. */
function looksFor(text: string, title: string, language: Language): boolean {
  const isSaid = text.toLowerCase().includes(title.toLowerCase()) && text.length > title.length + besideMin
  return isSaid && seeks[language].test(text)
}

const besideMin = 8
const seeks: Record<Language, RegExp> = {
  zh: /(?:招聘?|诚聘|急聘|缺|找)(?:一?[个名位]|[一两二三四五六七八九十几\d]{1,3}[个名位人])/u,
  en: /\b(?:needs?|seeks?|has an opening|is hiring|are hiring|looking for)\b/iu,
}

/**
 * The least chance at which a line counts as noise, by its part: higher for parts that need more certainty.
 */
const noiseMin: Readonly<Record<Part, number>> = {
  summary: 0.55,
  company: 0.85,
  other: 0.6,
  basics: 0.75,
  must: 0.75,
  preferred: 0.75,
  duties: 0.85,
  offer: 0.85,
}

function isAroundJob(text: string, part: Part, language: Language): boolean {
  if (isCall.test(text)) return true
  if (text.length > aroundCharactersMax || isPay(text, language)) return false
  const { role, chance } = roleOf(text, language)
  if (role === 'noise' && chance >= noiseMin[part]) return true
  if (language === 'en' || part !== 'summary' || text.length > callCharactersMax || /\d/u.test(text))
    return false
  return text.split(/\s+/u).some((piece) => isGreeting(piece))
}

/** `@人事 ...`, `< Back`. */
const isCall = /^(?:@[\u3400-\u9fffA-Za-z]{1,8}\s|[<←«]\s)/u
const aroundCharactersMax = 90
const callCharactersMax = 16
const greetingMin = 0.65

function isGreeting(piece: string): boolean {
  const { role, chance } = roleOf(piece, 'zh')
  return role === 'noise' && chance >= greetingMin
}

/**
 * Under a heading, a line moves to another part only if that part is almost certain; elsewhere if it is
 * likely.
 */
const movesMin = { headed: 0.97, preferred: 0.9, prose: 0.85, plain: 0.7, post: 0.45 }
/** The parts that a line below a list of preferences may move to. */
const told: ReadonlySet<Role> = new Set(['offer', 'basics'])
const asked: ReadonlySet<Role> = new Set(['duties', 'must', 'summary'])
const isProse: ReadonlySet<Role> = new Set(['summary', 'company'])
const fixed: ReadonlySet<Role> = new Set(['noise', 'title', 'preferred'])

function partOf({ part, text, isHeaded, posts }: DraftLine, language: Language): Part {
  if (text.length <= contactCharactersMax && reaches[language].test(text)) return 'other'
  if (contract[language].test(text) && part !== 'company') return 'basics'
  const { role, chance } = roleOf(text, language)
  if (fixed.has(role) || role === part || isNameAlone(text)) return part
  if (part === 'preferred') return chance >= movesMin.preferred && told.has(role) ? (role as Part) : part
  if (part === 'other' && isAboutApplying(text, language)) return part
  // `熟练操作注塑机` under the heading of duties is a duty.
  if (isHeaded && asked.has(role) && asked.has(part)) return part
  const least = isHeaded ? movesMin.headed : isProse.has(role) ? movesMin.prose : movesMin.plain
  if (posts !== undefined && part === 'must' && role === 'duties' && chance >= movesMin.post) return role
  if (chance < least || (role === 'summary' && posts !== undefined)) return part
  return role as Part
}

const contactCharactersMax = 60
/** The person or place to contact. */
const reaches: Record<Language, RegExp> = {
  zh: /^(?:联系|咨询|应聘)(?:人|方式|电话)?[:：]?\s?[\u3400-\u9fff\d]|^(?:有意者|加微信|微信同号|报名)/u,
  en: /^(?:message|call|text|phone|e-?mail|ask for|contact|questions:)\s.{2,40}$/iu,
}
/** The length of a contract or of a trial period is no experience. */
const contract: Record<Language, RegExp> = {
  zh: /^(?:签)?(?:劳动)?合同(?:期)?[签为]?\S{0,3}[年月]|^试用期?\S{0,4}月(?=$|[，,；;])/u,
  en: /^(?:contract|term|probation)\b.{0,20}\b(?:months?|years?)$/iu,
}
