import type { Line } from '../../text/index.ts'
import { resumeHeading } from '../read/resume-sections.ts'
import { isNameAlone, isPersonalLine, labelOf, namesSkills } from './fields.ts'

/**
 * Drops personal data that spans several lines of a resume: cells below a row of labels, a value below its
 * label, and a name above personal details.
 */
export function withoutPersonalBlocks(lines: readonly Line[]): Line[] {
  const labels = lines.map(({ text }) => labelOf(text))
  /** A single such word may be a skill (`Mobile`); with another label within two lines it is a label. */
  const isLabel = (index: number): boolean =>
    labels[index] === 'open' ||
    (labels[index] === 'label' && [-2, -1, 1, 2].some((step) => labels[index + step] !== undefined))
  const kept: Line[] = []
  let columns: Columns | undefined
  lines.forEach((line, index) => {
    if (isLabel(index) || (isLabel(index - 1) && isValue(line.text)) || image.test(line.text)) return
    const isName = isNameAlone(line.text) && !namesSkills(line.text)
    if (isName && isPersonalLine(lines[index + 1]?.text ?? '')) return
    const cells = cellsOf(line)
    const header = columnsOf(cells)
    if (header !== undefined) columns = header
    else if (columns?.count !== cells.length) columns = undefined
    if (columns === undefined) kept.push(line)
    else kept.push(...cells.filter(({ text }, at) => !columns?.personal.has(at) && /[^-:\s]/u.test(text)))
  })
  return kept
}

const image = /^!\[[^\]\n]{0,80}\]\(.{0,200}\)$/u
const valueCharactersMax = 60
const isValue = (text: string): boolean =>
  text.length <= valueCharactersMax && resumeHeading(text.toLowerCase()) === undefined && !namesSkills(text)

/** The number of columns of a table, and the indexes of those with personal data. */
interface Columns {
  readonly count: number
  readonly personal: ReadonlySet<number>
}

const labelShareMin = 0.5
const cellsMin = 2

/** The personal columns of a table, by its first row; undefined if the row doesn't hold labels. */
function columnsOf(cells: readonly Line[]): Columns | undefined {
  if (cells.length < cellsMin) return undefined
  const personal = new Set(cells.flatMap(({ text }, at) => (labelOf(text) === undefined ? [] : [at])))
  return personal.size > cells.length * labelShareMin ? { count: cells.length, personal } : undefined
}

function cellsOf({ text, start }: Line): Line[] {
  if (!/[|｜\t]/u.test(text)) return [{ text, start, isItem: false }]
  const inner = text.replace(/(?<![|｜\s])[|｜\s]+$/u, '')
  const from = inner.search(/[^|｜\s]/u)
  if (from < 0) return []
  const cells: Line[] = []
  let at = from
  for (const cell of inner.slice(from).split(/[|｜\t]/u)) {
    const lead = cell.length - cell.trimStart().length
    cells.push({ text: cell.trim(), start: start + at + lead, isItem: false })
    at += cell.length + 1
  }
  return cells
}
