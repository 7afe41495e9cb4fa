import { limits, type ProfileEducation } from '../../../contract/index.ts'
import { degreeMentions } from '../match/read/degrees.ts'
import { vocabulary } from '../vocabulary.ts'
import { type Cell, cellAt, cellsOf, isAsideCell, trimmed } from './cells.ts'
import { type Dated, dateOf, isHeader, rangeOf } from './dated.ts'
import type { ProfileLine } from './lines.ts'
import { valueAt } from './placed.ts'

type Draft = { -readonly [Key in keyof ProfileEducation]: ProfileEducation[Key] }

/** The schools of a resume, with degrees and subjects. */
export function readEducation(lines: readonly ProfileLine[]): ProfileEducation[] {
  const wanted = lines.filter((line, at) => isOfEducation(line, lines[at - 1], lines[at + 1]))
  const blocks = Map.groupBy(wanted, ({ block }) => block)
  const all = [...blocks.values()].flatMap(entriesOf)
  return all.filter((entry) => !isRepeated(entry, all)).slice(0, limits.profileEntriesMax.education)
}

function isOfEducation(line: ProfileLine, before?: ProfileLine, next?: ProfileLine): boolean {
  if (line.section === 'education') return true
  if (line.section !== 'plain' || !isHeader(line)) return false
  return [line, before, next].some(
    (each) => each !== undefined && each.block === line.block && isHeader(each) && describesStudies(each),
  )
}

/** Whether a line names a school and a degree or subject. */
export function describesStudies(line: ProfileLine): boolean {
  if (line.norm.length > lineMax || !school.test(line.norm)) return false
  return cellsOf(line, 0, line.norm.length).some(isSchoolCell) && degreeMentions(line.norm).length > 0
}

const lineMax = 160
const school =
  /大学|学院|学校|中学|高中|一中|职校|技校|党校|\b(?:university|college|institute|school|academy|polytechnic|universit\p{L}{1,4}|universidad|hochschule|mit|eth|ucl|ucla|iit|nit)(?!\p{L})/u
const schoolCell =
  /(?:大学|学院|学校|中学|高中|一中|二中|三中|职校|技校|党校|研究院|中科院|科学院|校区)(?:[(（][^()（）]{1,12}[)）])?$|\b(?:university|college|institute|school|academy|polytechnic|universit\p{L}{1,4}|universidad|hochschule|mit|eth|ucl|ucla|iit|nit)(?!\p{L})/u
const notSchool = /学生会|奖学金|主席|社团|课程|scholarship|high school diploma|school of (?:the )?year/u
const schoolMax = 70

function isSchoolCell({ norm }: Cell): boolean {
  return norm.length <= schoolMax && schoolCell.test(norm) && !notSchool.test(norm)
}

function entriesOf(lines: readonly ProfileLine[]): ProfileEducation[] {
  const drafts: Draft[] = []
  for (const line of lines) {
    if (!isHeader({ ...line, isItem: false })) continue
    const found = read(line)
    if (found === undefined) continue
    const last = drafts.at(-1)
    if (last === undefined || repeats(last, found)) drafts.push(found)
    else merge(last, found)
  }
  return drafts.filter(({ school, degree }) => school !== null || degree !== null)
}

/** Whether an entry repeats a school without dates. Tables of personal data repeat the last school. */
function isRepeated(entry: ProfileEducation, all: readonly ProfileEducation[]): boolean {
  if (entry.start_date !== null || entry.end_date !== null || entry.school === null) return false
  return all.some(
    (other) => other !== entry && other.end_date !== null && other.school?.text === entry.school?.text,
  )
}

function read(line: ProfileLine): Draft | undefined {
  const dates = rangeOf(line) ?? dateOf(line)
  const cells = ownCells(line, dates)
  const draft: Draft = { school: null, degree: null, subject: null, start_date: null, end_date: null }
  if (dates !== undefined) {
    draft.start_date = dates.start
    draft.end_date = dates.end
  }
  const left: Cell[] = []
  for (const cell of cells) {
    const degree = degreeIn(line, cell)
    if (isSchoolCell(cell) && (degree === undefined || degree.subject === undefined)) {
      draft.school ??= valueAt(line, cell.from, cell.to)
    } else if (degree !== undefined) {
      if (draft.degree !== null) continue
      draft.degree = valueAt(line, degree.degree.from, degree.degree.to)
      draft.subject ??=
        degree.subject === undefined ? null : valueAt(line, degree.subject.from, degree.subject.to)
    } else if (mayBeSubject(cell)) left.push(cell)
  }
  const known =
    left.find(isKnownSubject) ?? (draft.school === null && draft.degree === null ? undefined : left[0])
  if (draft.subject === null && known !== undefined) draft.subject = valueAt(line, known.from, known.to)
  return Object.values(draft).some((value) => value !== null) ? draft : undefined
}

function ownCells(line: ProfileLine, dates: Dated | undefined): Cell[] {
  const parts: readonly (readonly [number, number])[] =
    dates === undefined
      ? [[0, line.norm.length]]
      : [
          [0, dates.from],
          [dates.to, line.norm.length],
        ]
  return parts
    .flatMap(([from, to]) => cellsOf(line, from, to))
    .map((cell) => withoutLabel(line, cell))
    .flatMap((cell) => cutSchool(line, cell))
    .flatMap((cell) => cutBracket(line, cell))
}

const label =
  /^(?:毕业院校|毕业学校|学校名称|院校|学校|学历|学位|学历层次|专业|主修|所学专业|专业名称|school|university|degree|major|subject|field)\s?[:：]\s?/u

function withoutLabel(line: ProfileLine, cell: Cell): Cell {
  const found = label.exec(cell.norm)
  return found === null ? cell : cellAt(line, cell.from + found[0].length, cell.to)
}

const gluedSchool = /^(\p{Script=Han}{2,12}?(?:大学|学院))(?!附属|附中|校区|分校|学院)\p{Script=Han}{2,20}/u

/** Splits a school from its subject where no separator does: `西京建筑大学土木工程专业`. */
function cutSchool(line: ProfileLine, cell: Cell): Cell[] {
  const head = gluedSchool.exec(cell.norm)?.[1]
  if (head === undefined) return [cell]
  const at = cell.from + head.length
  return [cellAt(line, cell.from, at), cellAt(line, at, cell.to)]
}

const inBracket = /^([^(（]{2,60})[(（]([^()（）]{2,30})[)）]$/u

/** Splits off a degree in brackets: `机械工程（硕士）`. */
function cutBracket(line: ProfileLine, cell: Cell): Cell[] {
  const found = inBracket.exec(cell.norm)
  if (found === null || degreeMentions(found[2] ?? '').length === 0) return [cell]
  const at = cell.from + (found[1] ?? '').length
  if (degreeMentions(found[1] ?? '').length > 0) return [cell]
  return [trimmed(line, cell.from, at), trimmed(line, at, cell.to)].filter((each) => each !== undefined)
}

const chineseDegree =
  /(?:在读)?(?:全日制|非全日制|统招|自考|成人|专升本|双)?(?:博士后|博士研究生|硕士研究生|本科生|研究生|博士|硕士|本科|学士|大学专科|大专|专科|高中|中专|mba|emba)(?:学位|学历|在读)?/u
const latinDegree =
  /^(?:ph\.?\s?d\.?|(?:bachelor|master|doctor|associate)(?:['’]?s)?(?: [12](?= ))?(?: degree)?(?: of (?:science|arts|engineering|technology|commerce|laws?|philosophy|education|fine arts|business administration|medicine|nursing|music|design|architecture|applied science|computer applications))?|[bm]\.?\s?(?:sc|eng|tech|ed|com|phil|des|arch|s|a|e|ba|fa|ca)\b\.?|mba|emba|llb|llm|jd|md|bba|bca|mca|meng|beng|diploma|a[- ]levels?|gcses?|hnd|hnc|high school diploma|ged|associate degree|postgraduate (?:diploma|certificate)|pg ?dip|[bm]\.?\s?sc)\s?(?:[(](?:hons?|honours|honors|[a-z.]{2,6})[)]|hons\b|honours\b)?(?= |$|,|:)/u
const intoSubject = /^\s{0,2}(?:degree )?(?:in |of |[:,-] ?)?\s?/u

interface FoundDegree {
  readonly degree: Cell
  readonly subject: Cell | undefined
}

/** The degree in a cell, and the text beside it. */
function degreeIn(line: ProfileLine, cell: Cell): FoundDegree | undefined {
  const { norm, from, to } = cell
  const latin = latinDegree.exec(norm)
  if (latin !== null && !isState(line, cell)) {
    const end = from + latin[0].trimEnd().length
    const into = intoSubject.exec(line.norm.slice(end, to))?.[0].length ?? 0
    const subject = trimmed(line, end + into, to)
    return {
      degree: cellAt(line, from, end),
      subject: subject && isSubjectText(subject) ? subject : undefined,
    }
  }
  const found = chineseDegree.exec(norm)
  if (found === null || norm.length > chineseDegreeMax) return undefined
  const degree = cellAt(line, from + found.index, from + found.index + found[0].length)
  const [before, behind] = [trimmed(line, from, degree.from), trimmed(line, degree.to, to)]
  const subject = [before, behind].find(
    (each) => each !== undefined && isSubjectText(each) && !isSchoolCell(each),
  )
  return { degree, subject }
}

/** `Boston, MA`. */
function isState({ norm }: ProfileLine, { from, to }: Cell): boolean {
  return to - from === 2 && norm.slice(0, from).trimEnd().endsWith(',')
}

const chineseDegreeMax = 30
const noSubject =
  /^(?:专业|毕业院校|学历|学位|学校|院校)$|gpa|绩点|排名|均分|成绩|课程|rank|grade|honou?rs|distinction|^\d|\d\.\d|学历|学位|毕业|论文|导师|奖|在读|预计|expected|thesis|cum laude|first class|merit|专业前|top \d|cgpa|全日制|统招|^(?:工学|理学|文学|管理学|经济学|法学|医学)$/u
const subjectMax = 60

const isSubjectText = ({ norm }: Cell): boolean =>
  norm.length > (/\p{Script=Han}/u.test(norm) ? 1 : 2) &&
  norm.length <= subjectMax &&
  !noSubject.test(norm) &&
  /\p{L}{2}/u.test(norm)

function mayBeSubject(cell: Cell): boolean {
  return isSubjectText(cell) && !isAsideCell(cell) && !/[:：](?!\s?\p{L}{2,24}$)/u.test(cell.norm)
}

function isKnownSubject({ norm, text }: Cell): boolean {
  if (/(?:专业|工程|科学|技术|管理|学)$/u.test(norm)) return true
  return vocabulary()
    .find(norm, text)
    .some(({ concept }) => concept.kind === 'majors')
}

/** Whether a found value begins a new entry. */
function repeats(last: Draft, found: Draft): boolean {
  const isDated = ({ start_date, end_date }: Draft): boolean => start_date !== null || end_date !== null
  if (isDated(last) && isDated(found)) return true
  if (last.school !== null && found.school !== null)
    return !/(?:学院|系)$|^(?:school|college|department) of/iu.test(found.school.text)
  return last.degree !== null && found.degree !== null && (found.school !== null || last.school !== null)
}

function merge(last: Draft, found: Draft): void {
  last.school ??= found.school
  last.degree ??= found.degree
  last.subject ??= found.subject
  if (last.start_date === null && last.end_date === null) {
    last.start_date = found.start_date
    last.end_date = found.end_date
  }
}
