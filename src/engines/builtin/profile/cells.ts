import { usStates } from '../text/patterns.ts'
import { endsWithTitle } from '../text/title.ts'
import type { ProfileLine } from './lines.ts'
import { countries, isPlaceText } from './places.ts'

/** A piece of a line between two separators. Offsets are in the line's normalised text. */
export interface Cell {
  readonly from: number
  readonly to: number
  readonly norm: string
  /** The text as written. */
  readonly text: string
}

const separator =
  /\s{0,4}[|｜•·∙‧；;]\s{0,4}|\s{2,8}|\s[-–—~]{1,3}\s|[,，、]\s{0,4}|\s[/@]\s|(?<=[a-z.)]) at (?=[a-z])|(?<=[\u3400-\u9fff)）])\s(?=[\u3400-\u9fffa-z(（【「])|(?<=[\u3400-\u9fff])\s?[-–—]{1,3}\s?(?=[\u3400-\u9fff])|(?<=[\u3400-\u9fff])\/(?=\s)/gu
/** A company suffix that a comma separates from its name. */
const suffix =
  /^(?:inc|llc|l\.l\.c|ltd|limited|co|corp|gmbh|plc|s\.a|pte|pvt|llp|ag|bv|b\.v|n\.v|kg|pty)\b\.?/u
const around = /[\s,，、;；:：|｜•·\-–—~/@()（）【】[\]「」]/u

/** The cells of a part of a line, without the punctuation around them. */
export function cellsOf(line: ProfileLine, from: number, to: number): Cell[] {
  const cells: Cell[] = []
  const part = line.norm.slice(from, to)
  let at = 0
  const add = (end: number): void => {
    const cell = trimmed(line, from + at, from + end)
    const last = cells.at(-1)
    if (cell === undefined) return
    if (last !== undefined && suffix.test(cell.norm))
      cells[cells.length - 1] = cellAt(line, last.from, cell.to)
    else cells.push(cell)
  }
  for (const match of part.matchAll(separator)) {
    add(match.index)
    at = match.index + match[0].length
  }
  add(part.length)
  const [first, last] = cells
  // `Milan, Italy`.
  if (cells.length === 2 && first && last && countries().has(last.norm) && mayBeTown(first)) return []
  return cells.flatMap((cell, index) => withoutCity(line, cell, cells[index + 1]))
}

const mayBeTown = (cell: Cell): boolean =>
  cell.norm.split(' ').length <= 2 && !isEmployerCell(cell) && !isTitleCell(cell)

const state = new RegExp(`^(?:${usStates})(?: \\d{5})?$`, 'u')
const twoWords =
  /(?:^|\s)(?:new|san|los|las|st\.?|fort|palo|santa|salt|el|baton|grand|long|ann|mountain|redwood|kansas|oklahoma|colorado|jersey|menlo|silver|cedar|green|little|cape|college|virginia|chapel|iowa)\s\S{1,20}$/u

/** `Lakeside University Chicago, IL`: the state after the comma shows that the word before it is a town. */
function withoutCity(line: ProfileLine, cell: Cell, next: Cell | undefined): Cell[] {
  if (state.test(cell.text)) return []
  if (next === undefined || !state.test(next.text)) return [cell]
  const length = twoWords.exec(cell.norm)?.[0].length ?? cell.norm.length - cell.norm.lastIndexOf(' ') - 1
  const rest = trimmed(line, cell.from, cell.to - length)
  return rest === undefined ? [] : [rest]
}

/** A part of a line as a cell; undefined if it is empty. */
export function trimmed(line: ProfileLine, from: number, to: number): Cell | undefined {
  let [start, end] = [from, to]
  while (start < end && around.test(line.norm.charAt(start))) start += 1
  while (end > start && around.test(line.norm.charAt(end - 1)) && !closes(line.norm, start, end)) end -= 1
  return start < end ? cellAt(line, start, end) : undefined
}

const opening: Readonly<Record<string, string>> = { ')': '(', '）': '（', ']': '[', '】': '【', '」': '「' }

/** Whether the last character closes a bracket that the part opens. */
function closes(norm: string, start: number, end: number): boolean {
  const open = opening[norm.charAt(end - 1)]
  return open !== undefined && norm.slice(start, end).includes(open)
}

export function cellAt(line: ProfileLine, from: number, to: number): Cell {
  const { places } = line
  const text = places === null ? line.text.slice(from, to) : line.text.slice(places[from], places[to])
  return { from, to, norm: line.norm.slice(from, to), text }
}

const titleMax = 60
const roleWord =
  /^(?:实习生|实习|创始人|联合创始人|合伙人|董事长|总裁|副总裁|总经理|副总经理|ceo|cto|cfo|coo|cmo|vp|founder|co-?founder|chief [a-z]{3,12} officer|president|vice president|partner|owner|head of [a-z &]{2,30}|intern|freelancer?|[a-z ]{2,30}(?:fellow|intern|trainee|apprentice))$/u
const titleBefore =
  /^(?:(?:senior|junior|lead|principal|staff|chief|head|deputy|assistant|associate) [a-z&/ -]{2,40}|head of .{2,40}|director of .{2,40}|vp of .{2,40}|vice president,? .{2,40}|[a-z]{2,20} (?:engineer|manager|analyst|developer|designer|director|officer|lead|specialist)(?: (?:i{1,3}|iv|v|\d|[(].{1,20}[)]|[-–] .{2,30}))?)$/u
const notTitle = /公司|大学|学院|\b(?:university|college|inc|ltd|llc|gmbh)\b/u

export function isTitleCell({ norm, text }: Cell): boolean {
  if (norm.length > titleMax || norm.length < 2 || notTitle.test(norm)) return false
  return roleWord.test(norm) || titleBefore.test(norm) || endsWithTitle(text)
}

const employerWord =
  /(?:公司|集团|银行|医院|卫生院|事务所|研究院|研究所|设计院|工作室|酒店|宾馆|大学|学院|学校|中学|小学|幼儿园|超市|商场|餐厅|饭店|工厂|厂|出版社|杂志社|报社|电视台|传媒|证券|保险|基金|信托|协会|基金会|委员会|管理局|分局|法院|检察院|派出所|政府|旗舰店|门店|专卖店|药房|诊所|物业|科技|网络|股份|实验室|俱乐部|农场|合作社|中心|律所|会计所|培训机构|机构|分行|支行|营业部|经营部|商行|总部|影院|书店|4s店|养老院|福利院|驿站)(?:[(（][^()（）]{1,20}[)）])?$/u
/** Final words of employer names. */
const employerEnds = new Set(
  `inc llc ltd limited corp corporation company co gmbh plc group bank hospital clinic university college school
  academy institute lab labs laboratory laboratories technologies technology systems solutions services consulting
  partners associates holdings ventures capital studio studios agency foundation trust council ministry hotel hotels
  restaurant motors airlines pharma pharmaceuticals software network networks media logistics foods industries
  international enterprises insurance health healthcare energy construction pte pvt llp ag s.a b.v pty nhs sons sa bv
  nv kg oy ab as aps spa srl`
    .trim()
    .split(/\s+/u),
)
const bracketMax = 30

export function isEmployerCell({ norm }: Cell): boolean {
  if (norm.length > 70) return false
  if (employerWord.test(norm)) return true
  const words = withoutBracket(norm).split(/[\s,]+/u)
  const last = words.at(-1)?.replaceAll(/^[.'’]|[.'’]$/gu, '') ?? ''
  return words.length > 1 && employerEnds.has(last)
}

/** `Acme Ltd (Berlin)` without its bracket. */
function withoutBracket(norm: string): string {
  const open = norm.endsWith(')') ? norm.lastIndexOf('(') : -1
  return open > 0 && norm.length - open <= bracketMax ? norm.slice(0, open).trimEnd() : norm
}

const chinesePlace =
  /^(?:中国|北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|成都|武汉|西安|长沙|郑州|青岛|济南|厦门|宁波|合肥|福州|无锡|大连|沈阳|东莞|佛山|珠海|昆明|贵阳|南昌|石家庄|太原|哈尔滨|长春|南宁|海口|兰州|乌鲁木齐|香港|澳门|台北|新加坡|东京|伦敦|纽约)(?:[省市]|特别行政区)?(?:[\u3400-\u9fff]{1,6}[区县市])?$/u
const latinPlace =
  /^(?:remote|hybrid|on-?site|full[- ]?time|part[- ]?time|contract|permanent|freelance|全职|兼职|远程|实习|usa?|uk|u\.s\.a?\.?|united (?:states|kingdom)|china|germany|france|india|canada|australia|singapore|japan|hong kong|london|new york|paris|berlin|tokyo|beijing|shanghai|shenzhen)$/u

/** A place or a mode of work, so neither a title nor an employer. */
export function isAsideCell({ norm, text }: Cell): boolean {
  if (latinPlace.test(norm) || chinesePlace.test(norm)) return true
  return isPlaceText(text)
}

const department =
  /(?:部|事业部|事业群|中心|组|团队|科|处|科室|车间|项目部|department|division|team|dept\.?)$/u

export const isDepartmentCell = ({ norm }: Cell): boolean => norm.length <= 30 && department.test(norm)
