import type { ProfileValue } from '../../../contract/index.ts'
import { nameSpan, surname } from '../match/person/fields.ts'
import { endsWithTitle } from '../text/title.ts'
import { cellsOf, isEmployerCell } from './cells.ts'
import type { ProfileLine } from './lines.ts'
import { valueAt } from './placed.ts'

const label =
  /(?<!\p{L})(?:姓\s{0,6}名|name|full name|candidate name|候选人|求职者)\s{0,4}[:：]?\s{1,4}|(?:姓\s{0,6}名|name)\s{0,2}[:：]/u
const linesMax = 12
const nameMax = 40
/** `陈 思 远`, or `思远 陈` from templates with the given name first. */
const spaced = /^\p{Script=Han}{1,3}(?:\s{1,4}\p{Script=Han}{1,2}){1,3}$/u
const spacedMax = 4
const noName = /简历|resume|curriculum|vitae|\bcv\b|姓名|page|联系|电话|邮箱|求职|岗位|应聘|个人|\d/iu

/** The person's name: after its label, or at the head of the resume. */
export function readName(lines: readonly ProfileLine[], email: string | undefined): ProfileValue | null {
  const head = lines.filter(({ section }) => section === 'plain' || section === 'contact').slice(0, linesMax)
  for (const line of head) {
    const found = label.exec(line.norm)
    if (found === null) continue
    const at = found.index + found[0].length
    const [cell] = cellsOf(line, at, Math.min(line.norm.length, at + nameMax))
    const end =
      cell === undefined
        ? at
        : at +
          (cell.norm.search(/\s(?:性别|年龄|出生|电话|手机|民族|gender|age|sex)/u) + 1 ||
            cell.norm.length + cell.from - at)
    const value = valueAt(line, at, Math.min(end, line.norm.length))
    if (value !== null && value.text.length <= nameMax) return value
  }
  for (const line of head) {
    const value = nameAlone(line)
    if (value !== null) return value
  }
  return nameOfEmail(lines, email)
}

/** If another column comes first, the name is the line that matches the e-mail address. */
function nameOfEmail(lines: readonly ProfileLine[], email: string | undefined): ProfileValue | null {
  const local = email?.slice(0, email.indexOf('@')).toLowerCase()
  if (local === undefined) return null
  for (const line of lines) {
    if (line.norm.length > nameMax) continue
    const value = nameAlone(line)
    const surname = value?.text.toLowerCase().split(/\s+/u).at(-1) ?? ''
    if (value !== null && surname.length > 2 && local.includes(surname)) return value
  }
  return null
}

function nameAlone(line: ProfileLine): ProfileValue | null {
  const text = line.text.trim()
  if (isSpacedName(text)) {
    return valueAt(line, 0, line.norm.length)
  }
  const [found] = nameSpan(line.text)
  if (found === undefined) return null
  const name = line.text.slice(found.start, found.end)
  if (noName.test(name) || endsWithTitle(name)) return null
  const [cell] = cellsOf(line, 0, line.norm.length)
  if (cell !== undefined && isEmployerCell(cell)) return null
  const start = line.start + found.start
  return { text: name.trimEnd(), start, end: start + name.trimEnd().length }
}

function isSpacedName(text: string): boolean {
  if (!spaced.test(text) || noName.test(text)) return false
  const name = text.replace(/\s/gu, '')
  if (name.length > spacedMax || endsWithTitle(name)) return false
  return surname.test(name) || surname.test(text.split(/\s/u).at(-1) ?? '')
}
