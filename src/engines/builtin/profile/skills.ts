import { limits, type ProfileValue } from '../../../contract/index.ts'
import { statedLanguages } from '../match/grades/language.ts'
import { vocabulary } from '../vocabulary.ts'
import type { ProfileLine } from './lines.ts'
import { type Placed, valueAt } from './placed.ts'

const separator = /[,，、;；|｜•·∙/\t。]|\s{2,8}|\s[-–—]\s|\sand\s|和|及|与/gu
const lead =
  /^(?:(?:能够|可以|可|能|会|善于)?(?:熟练|精通|熟悉|掌握|了解|擅长|使用|运用|应用|操作|具备|独立|编写|常用|至少|日常|深入|理解|良好的|一定的|较强的|基本|有|用|地)+|(?:proficient|experienced|skilled|fluent|familiar|expert|advanced|strong|good|basic|intermediate|solid|working knowledge|knowledge|experience|understanding)(?: (?:in|with|of|at|knowledge of|experience with|skills in))+)\s{0,2}(?:[:：]\s{0,2})?/u
/** Words after a skill that are not part of its name. */
const tails =
  '等等 等工具 等软件 等技术 等语言 等框架 等 的使用 的开发 开发经验 使用经验 编程语言 语言 框架 办公软件'.split(
    ' ',
  )
const label = /^[^:：,，、]{1,30}[:：]\s{0,3}/u
/** In a table or definition list, only a space may follow a label. */
const bareLabel =
  /^(?:编程语言|开发语言|语言|软件|工具|中间件|数据库|框架|前端|后端|设计|办公|平台|其他|技术|办公软件|设计软件|操作系统|systems|methods|tools|software|languages|frameworks|databases|programming|cloud|libraries|platforms|technologies|frontend|backend|web|technical|regulation|design)\s{1,4}(?=\S)/u
const isSeparated = /[,，、;；]/u
const wordsMax = 4
const hanMax = 12
const unitsMax = 40
const level =
  /^(?:熟练|精通|熟悉|掌握|了解|良好|一般|优秀|expert|advanced|intermediate|beginner|proficient|basic|fluent|native|\d{1,2}\+? years?|\d+%|lv\.?\s?\d|★+☆*|[●○]+)$/u

/** The skills that a resume lists. Without a list, the skills that it claims. */
export function readSkills(lines: readonly ProfileLine[]): ProfileValue[] {
  const listed = lines.filter(({ section }) => section === 'skills').flatMap(skillsIn)
  const found = listed.length > 0 ? listed : lines.filter(isClaim).flatMap(claimed)
  const seen = new Set<string>()
  const distinct = found.filter(({ text }) => {
    const key = text.toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
  return distinct.slice(0, limits.profileEntriesMax.skills)
}

const claim = /熟练|精通|熟悉|掌握|技能|技术栈|\bproficien|\bskill|\bexpertise\b|\btech stack\b/u
const isClaim = ({ norm, section }: ProfileLine): boolean =>
  section !== 'education' && section !== 'languages' && claim.test(norm)

function skillsIn(line: ProfileLine): ProfileValue[] {
  if (languageLabel.test(line.norm) && statedLanguages(line.norm).length > 0) return []
  const found: ProfileValue[] = []
  for (const { from, to } of piecesOf(line)) {
    const item = bare(line, from, to)
    if (item === undefined) continue
    const text = line.norm.slice(item.from, item.to)
    if (isLanguage(text) || bareLabel.test(`${text} x`)) continue
    if (isShort(text)) {
      const value = valueAt(line, item.from, item.to)
      if (value !== null) found.push(value)
    } else found.push(...namedIn(line, item.from, item.to))
  }
  return found
}

const languageLabel = /^\s{0,4}(?:语言|外语|languages?)(?![a-z\p{Script=Han}])/u

/** Whether a text is a language: `English (C1)`, `大学英语六级`. */
const isLanguage = (text: string): boolean =>
  statedLanguages(text).some(({ start, end, level }) => {
    const length = (end ?? 0) - (start ?? 0) + (level === undefined ? 0 : level.end - level.start)
    return length >= text.replace(/[\s()（）]/gu, '').length * languageShareMin
  })
const languageShareMin = 0.7

interface Piece {
  readonly from: number
  readonly to: number
}

/** The pieces between separators. Separators inside brackets are ignored. */
function piecesOf({ norm }: Placed): Piece[] {
  const lead =
    label.exec(norm)?.[0].length ?? (isSeparated.test(norm) ? bareLabel.exec(norm)?.[0].length : 0) ?? 0
  const pieces: Piece[] = []
  let from = lead
  let depth = 0
  let at = lead
  for (const match of norm.slice(lead).matchAll(separator)) {
    const index = lead + match.index
    for (; at < index; at += 1) depth += depthOf(norm.charAt(at))
    if (depth > 0 || isInWord(norm, index, match[0])) continue
    pieces.push({ from, to: index })
    from = index + match[0].length
  }
  pieces.push({ from, to: norm.length })
  return pieces
}

const depthOf = (sign: string): number => (/[(（]/u.test(sign) ? 1 : /[)）]/u.test(sign) ? -1 : 0)

/** Whether a slash is part of a word: `CI/CD`, `A/B`, `UI/UX`, `TCP/IP`. */
function isInWord(norm: string, at: number, sign: string): boolean {
  return (
    sign === '/' &&
    /[a-z\d]{1,3}$/u.test(norm.slice(Math.max(0, at - 4), at)) &&
    /^[a-z]{1,3}(?![a-z])/u.test(norm.slice(at + 1))
  )
}

function bare(line: Placed, start: number, end: number): Piece | undefined {
  let [from, to] = [start, end]
  const text = (): string => line.norm.slice(from, to)
  from += text().length - text().trimStart().length
  from += lead.exec(text())?.[0].length ?? 0
  for (let round = 0; round < roundsMax; round += 1) to -= tailLength(text())
  from += text().length - text().trimStart().length
  to -= text().length - text().trimEnd().length
  return to - from >= 1 && !level.test(text()) && /[\p{L}]/u.test(text()) ? { from, to } : undefined
}

const roundsMax = 3

/** The length of the end of a text that is not part of a skill: `等工具`, `(3 years)`, a full stop. */
function tailLength(text: string): number {
  const bare = text.replace(/(?<![.。\s])[.。\s]{1,3}$/u, '')
  if (bare.length < text.length) return text.length - bare.length
  const open = /[)）]$/u.test(text) ? Math.max(text.lastIndexOf('('), text.lastIndexOf('（')) : -1
  if (open > 0) return text.length - open
  const found = tails.find((each) => text.endsWith(each) && text.length > each.length)
  return found?.length ?? 0
}

function isShort(text: string): boolean {
  if (text.length > unitsMax || /[:：!！?？]/u.test(text)) return false
  if (/\p{Script=Han}/u.test(text)) return text.replace(/[^\p{Script=Han}]/gu, '').length <= hanMax
  return text.split(' ').length <= wordsMax
}

/** `熟练操作液相色谱仪` names a skill. From other lines, only skills in the vocabulary are taken. */
const claimed = (line: ProfileLine): ProfileValue[] =>
  lead.test(line.norm.trimStart()) ? skillsIn(line) : namedIn(line, 0, line.norm.length)

/** The skills in a part of a line that the vocabulary contains. */
function namedIn(line: ProfileLine, from: number, to: number): ProfileValue[] {
  const norm = line.norm.slice(from, to)
  return vocabulary()
    .find(norm, norm.length === line.text.length ? line.text : norm)
    .filter(({ concept }) => concept.kind === 'skills')
    .map(({ start, end }) => valueAt(line, from + start, from + end))
    .filter((value) => value !== null)
}
