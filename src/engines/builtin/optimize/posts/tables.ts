import { type Language, splitSections } from '../../text/index.ts'

/** One of several jobs in a text. */
export interface Post {
  readonly title: string
  readonly text: string
}

interface Table {
  readonly rows: readonly (readonly string[])[]
}

/** Converts tables to text: pairs to `name: value`, lists under their column heads, one row for each job. */
export function withoutTables(text: string, language: Language): { text: string; posts: Post[] } {
  const posts: Post[] = []
  const lines = barredAsPairs(text.split('\n'), language)
  const kept: string[] = []
  for (let at = 0; at < lines.length; ) {
    const { table, next } = tableAt(lines, at)
    if (table === undefined) kept.push(withoutPipes(lines[at] ?? ''))
    else {
      const found = postsOf(table, language)
      if (found === undefined) kept.push(...linesOf(table, language))
      else posts.push(...found)
    }
    at = next
  }
  return { text: kept.join('\n'), posts }
}

/** `地点 | 石家庄` on each of several lines: names of facts and their values. */
const barred = /^\s{0,4}([^|｜\d]{2,24}?)\s{0,3}[|｜]\s{0,3}([^|｜]{1,400})$/u
const barredMin = 3

function barredAsPairs(lines: readonly string[], language: Language): string[] {
  const pairs = lines.map((line) => barred.exec(line))
  const areNames = pairs.every(
    (pair) => pair === null || (pair[1] ?? '').length <= (language === 'zh' ? 6 : 16),
  )
  if (!areNames || pairs.filter((pair) => pair !== null).length < barredMin) return [...lines]
  const colon = language === 'zh' ? '：' : ': '
  return lines.map((line, at) => {
    const [, name = '', value = ''] = pairs[at] ?? []
    return name === '' ? line : named(name, value, colon)
  })
}

const rule = /^\s{0,9}\|?(?:\s{0,9}:?-{2,40}:?\s{0,9}\|){0,40}\s{0,9}:?-{2,40}:?\s{0,9}\|?\s{0,9}$/u
const isPiped = (line: string) => /^\s{0,9}\|.{1,2000}\|\s{0,9}$/u.test(line)

function tableAt(lines: readonly string[], from: number): { table?: Table; next: number } {
  const first = lines[from] ?? ''
  const second = lines[from + 1] ?? ''
  const isMarkdown = (first.includes('|') && second.includes('|') && rule.test(second)) || isPiped(first)
  const isTabbed = !isMarkdown && first.includes('\t') && cellsOf(first, '\t').length > 1
  if (!isMarkdown && !isTabbed) return { next: from + 1 }
  const sign = isMarkdown ? '|' : '\t'
  let next = from
  const rows: string[][] = []
  while (next < lines.length) {
    const line = lines[next] ?? ''
    if (!line.includes(sign) || (isMarkdown && !(isPiped(line) || rule.test(line) || rows.length > 0))) break
    if (!rule.test(line)) rows.push(cellsOf(line, sign))
    next += 1
  }
  const isTable = rows.length > 1 || (isTabbed && rows.length === 1)
  return isTable ? { table: { rows }, next } : { next: from + 1 }
}

function cellsOf(line: string, sign: string): string[] {
  const bare = sign === '|' ? line.trim().replace(/^\||\|$/gu, '') : line.replace(/^\n+/u, '').trimEnd()
  return bare.split(sign).map((cell) => cell.trim())
}

/** A row of a table on its own. */
function withoutPipes(line: string): string {
  return isPiped(line) ? cellsOf(line, '|').filter(Boolean).join(' | ') : line
}

const postHead =
  /^(?:招聘)?(?:岗位|职位|职务|工种)(?:名称)?$|^(?:role|position|title|job|job title|vacancy)s?$/iu
const countHead =
  /^(?:招聘)?(?:人数|名额)(?:.{0,4})$|^(?:openings?|headcount|number|vacancies|positions|no\.?)$/iu
const bareHead =
  /^(?:项目|字段|内容|详情|说明|名称|信息|field|detail|details|item|description|info|value|key|序号|#)$/iu

/** A table with a column of jobs: the cells of a row describe its job. */
function postsOf({ rows }: Table, language: Language): Post[] | undefined {
  const [head = [], ...body] = rows
  const column = head.findIndex((cell) => postHead.test(cell))
  if (column < 0 || head.length < 3 || body.length === 0) return undefined
  const colon = language === 'zh' ? '：' : ': '
  return body.map((row) => ({
    title: row[column] ?? '',
    text: head
      .flatMap((name, at) => {
        const cell = row[at] ?? ''
        if (at === column || cell === '' || bareHead.test(name)) return []
        const isCount = countHead.test(name) && language === 'zh' && /^\d{1,3}$/u.test(cell)
        return [name === '' ? cell : `${name}${colon}${cell}${isCount ? '人' : ''}`]
      })
      .join('\n'),
  }))
}

function linesOf({ rows }: Table, language: Language): string[] {
  const [head = [], ...body] = rows
  const width = Math.max(...rows.map((row) => row.length))
  const colon = language === 'zh' ? '：' : ': '
  if (body.length > 0 && head.length > 1 && head.every(isListHead)) {
    return head.flatMap((name, at) => [
      `${name}${colon}`,
      ...body.flatMap((row) => (row[at] ? [`- ${row[at]}`] : [])),
    ])
  }
  const isHeaded = body.length > 0 && head.length > 1 && head.every((cell) => bareHead.test(cell))
  const pairs = isHeaded ? body : rows
  if (width === 2) {
    return pairs.map(([name = '', value = '']) => (name && value ? named(name, value, colon) : name + value))
  }
  const areLabels =
    width % 2 === 0 && rows.every((row) => row.every((cell, at) => at % 2 > 0 || isLabel(cell)))
  if (!areLabels) return rows.map((row) => row.filter(Boolean).join(' | '))
  return rows.flatMap((row) =>
    row.flatMap((name, at) => (at % 2 === 0 && name ? [named(name, row[at + 1] ?? '', colon)] : [])),
  )
}

const named = (name: string, value: string, colon: string) =>
  /[:：]$/u.test(name) ? `${name}${value}` : `${name}${colon}${value}`
const isLabel = (cell: string) =>
  cell === '' || (cell.length <= 8 && /^[\u3400-\u9fff]{2,6}[:：]?$/u.test(cell))

function isListHead(cell: string): boolean {
  const [section] = splitSections(`${cell}:\n- x`)
  return section?.kind === 'must' || section?.kind === 'preferred' || section?.kind === 'duties'
}
