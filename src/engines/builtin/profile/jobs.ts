import { limits, type ProfileJob, type ProfileValue } from '../../../contract/index.ts'
import {
  type Cell,
  cellAt,
  cellsOf,
  isAsideCell,
  isDepartmentCell,
  isEmployerCell,
  isTitleCell,
  trimmed,
} from './cells.ts'
import { type Dated, isAtEdge, isHeader, rangeOf } from './dated.ts'
import { describesStudies } from './education.ts'
import type { ProfileLine } from './lines.ts'
import { valueAt } from './placed.ts'

interface Draft {
  readonly dates: Dated
  title: ProfileValue | null
  employer: ProfileValue | null
}

/** The jobs of a resume, read from ranges of dates and the short lines around them. */
export function readJobs(lines: readonly ProfileLine[]): ProfileJob[] {
  const blocks = Map.groupBy(lines.filter(mayDescribeWork), ({ block }) => block)
  return [...blocks.values()].flatMap(jobsOfBlock).slice(0, limits.profileEntriesMax.jobs)
}

const mayDescribeWork = ({ section }: ProfileLine): boolean => section === 'work' || section === 'plain'

interface Anchor {
  readonly at: number
  readonly dates: Dated
}

function jobsOfBlock(lines: readonly ProfileLine[]): ProfileJob[] {
  const anchors = lines.flatMap((line, at): Anchor[] => {
    const dates = rangeOf(line)
    if (dates === undefined || !isHeader({ ...line, isItem: false }, dates.to - dates.from)) return []
    return isAtEdge(line, dates) ? [{ at, dates }] : []
  })
  const [first] = anchors
  if (first === undefined) return []
  const isPlain = lines[0]?.section === 'plain'
  const above = isPlain ? 1 : linesAbove(lines, first)
  /** A heading over several jobs: `Banque du Marais`, followed by two titles with their dates. */
  let heading: ProfileValue | null = null
  return anchors.flatMap((anchor, index) => {
    const before = anchors[index - 1]
    const next = anchors[index + 1]
    const from = Math.max((before?.at ?? -1) + 1, anchor.at - above)
    const until = Math.min(next === undefined ? lines.length : next.at - above, anchor.at + 1 + belowMax)
    const around = { lines, from, until: Math.max(until, anchor.at + 1) }
    const job = jobAt(anchor, around, isPlain)
    if (job === undefined) return []
    const at = lines[anchor.at]?.start ?? 0
    if (job.employer !== null) heading = job.employer.end <= at ? job.employer : null
    else if (job.title !== null && job.title.start >= at) return [{ ...job, employer: heading }]
    return [job]
  })
}

const belowMax = 2
const aboveMax = 3

/** The number of lines above the dates of the first entry; other entries have the same number. */
function linesAbove(lines: readonly ProfileLine[], { at, dates }: Anchor): number {
  const anchor = lines[at]
  if (anchor === undefined) return 0
  let count = 0
  while (count <= aboveMax && at - count > 0) {
    const line = lines[at - count - 1]
    if (line === undefined || !isHeader(line)) break
    count += 1
  }
  const own = ownCells(anchor, dates)
  if (own.some(isTitleCell) && own.some((cell) => isEmployerCell(cell))) return 0
  return count > aboveMax ? 0 : count
}

interface Around {
  readonly lines: readonly ProfileLine[]
  readonly from: number
  readonly until: number
}

function jobAt(
  { at, dates }: Anchor,
  { lines, from, until }: Around,
  isPlain: boolean,
): ProfileJob | undefined {
  const anchor = lines[at]
  if (anchor === undefined) return undefined
  const draft: Draft = { dates, title: null, employer: null }
  const own = ownCells(anchor, dates)
  const near = lines.slice(from, until)
  if (isPlain && near.some(describesStudies)) return undefined
  take(draft, anchor, own)
  for (let index = at - 1; index >= from && lacks(draft); index -= 1) {
    const line = lines[index]
    if (line === undefined || !isHeader(line)) break
    take(draft, line, cellsOfLine(line))
  }
  for (let index = at + 1; index < until && lacks(draft); index += 1) {
    const line = lines[index]
    if (line === undefined || !isHeader(line)) break
    const cells = cellsOfLine(line)
    const hasTitleOrEmployer = cells.some((cell) => isTitleCell(cell) || isEmployerCell(cell))
    if (
      !hasTitleOrEmployer &&
      (own.length > 0 ? index > at + 1 || own.length > 1 || cells.length > 1 : cells.length > 2)
    )
      break
    take(draft, line, cells)
  }
  const { title, employer } = draft
  if (isPlain && (title === null || employer === null)) return undefined
  if (title === null && employer === null) return undefined
  return { title, employer, start_date: dates.start, end_date: dates.end }
}

const lacks = ({ title, employer }: Draft): boolean => title === null || employer === null

function ownCells(line: ProfileLine, { from, to }: Dated): Cell[] {
  return [...cellsIn(line, 0, from), ...cellsIn(line, to, line.norm.length)]
}

const cellsOfLine = (line: ProfileLine): Cell[] => cellsIn(line, 0, line.norm.length)

/** The cells of a part of a line. An employer and a title without a separator become two cells. */
function cellsIn(line: ProfileLine, from: number, to: number): Cell[] {
  return cellsOf(line, from, to).flatMap((cell) => cutGlued(line, cell))
}

const employerEnd =
  /(?:公司|集团(?!股份|有限|公司|总)|银行|医院|事务所|研究院|研究所|工作室|学校|大学|中学)(?:[(（][^()（）]{1,12}[)）])?/gu
const latinEnd = /\b(?:inc|llc|ltd|corp|gmbh|plc|co|& sons)\b\.?\s(?=[a-z])/gu

function cutGlued(line: ProfileLine, cell: Cell): Cell[] {
  for (const match of [...cell.norm.matchAll(employerEnd), ...cell.norm.matchAll(latinEnd)]) {
    const at = cell.from + match.index + match[0].length
    const [head, tail] = [trimmed(line, cell.from, at), trimmed(line, at, cell.to)]
    if (head === undefined || tail === undefined || head.norm.length < 4) continue
    if (isTitleCell(tail) || /[a-z]\.?$/u.test(head.norm)) return [head, tail]
    if (isDepartmentCell(tail)) return [head]
  }
  return [cell]
}

const noName =
  /^[\d\s.,%+-]+$|^(?:base|汇报对象|下属|薪资|月薪|离职原因|证明人|工作地点|所在部门|部门|行业|规模)/u
const nameMax = 50
const label =
  /^(?:职位|职务|岗位|公司|公司名称|单位|工作单位|任职公司|position|title|company|employer|role)\s?[:：]\s?/u

/** Fills in the title and the employer from the cells if they are still missing. */
function take(draft: Draft, line: ProfileLine, all: readonly Cell[]): void {
  const left: Cell[] = []
  const cells = all.map((cell) => withoutLabel(line, cell))
  for (const cell of cells) {
    const [isTitle, isEmployer] = [isTitleCell(cell), isEmployerCell(cell)]
    if (isTitle && draft.title === null && !(isEmployer && draft.employer === null)) {
      draft.title = valueAt(line, cell.from, cell.to)
    } else if (isEmployer && draft.employer === null) {
      draft.employer = valueAt(line, cell.from, cell.to)
    } else if (!isTitle && !isEmployer && mayBeName(cell)) left.push(cell)
  }
  const [first] = left
  if (first === undefined || (draft.title === null) === (draft.employer === null)) return
  const value = valueAt(line, first.from, first.to)
  if (draft.employer === null) draft.employer = value
  else if (cells.length > 1) draft.title = value
}

function withoutLabel(line: ProfileLine, cell: Cell): Cell {
  const found = label.exec(cell.norm)
  return found === null ? cell : cellAt(line, cell.from + found[0].length, cell.to)
}

function mayBeName(cell: Cell): boolean {
  if (cell.norm.length < 2 || cell.norm.length > nameMax || noName.test(cell.norm)) return false
  return !isAsideCell(cell) && !isDepartmentCell(cell)
}
