import { endsWithTitle, type Language, splitSections } from '../../text/index.ts'
import { isAboutApplying, partByWords } from '../parts/classify.ts'
import { endsAsTitle } from '../parts/trades.ts'
import { firstUpper } from '../plain/plain-text.ts'
import { type Post, withoutTables } from './tables.ts'

/** The text that applies to every job, and the text of each job if there are several. */
export interface Posts {
  readonly common: string
  readonly posts: readonly Post[]
}

interface Head {
  readonly title: string
  /** The rest of the title's line. */
  readonly rest: string
  /** The line has a number of openings, a heading mark or further text, so it is more than a lone title. */
  readonly isSure: boolean
}

/** If more lines than this look like titles, they are a list. */
const postsMax = 12
const chineseHead =
  /^(?:第[一二三四五六]个[,，：:\s是]{0,2}|[（(]?(?:[一二三四五六七八九十\d]{1,2}|[A-Da-d](?=[.、．)）\s]))[）)]?[、.．)）：:\s]{1,2}|[#【*•●◆-]{1,4}\s{0,2}|(?:招聘)?(?:岗位|职位)(?:名称)?[一二三四五六七八\d]?[:：]\s{0,2})?\s{0,2}([\u3400-\u9fffA-Za-z+#./]{2,16}?)\s{0,3}(?:[（(x×*]?\s?(?:招)?(\d{1,3}|若干|[一二两三四五六七八九十])\s?[名人位个]?[)）]?)?\s{0,2}】?(?:$|[\s：:，,]{1,3}(.{1,200})$)/u
const chineseCount = /(?:\d{1,3}|若干|[一二两三四五六七八九十])\s?[名人位]|[（(]\d{1,3}[)）]|[x×*]\d/u
/** `第一个，中学物理老师，…` */
const ordinal = /^第[一二三四五六]个/u
const noPost =
  /^(?:管理|带领|负责|招聘|招|团队|现有|共|其中|限|需|要求|工作|本科|大专|经验|每|有|会(?![计务员])|能|熟|包|月(?!嫂))/u
const englishHead =
  /^(?:(?:\d{1,2}[.)]|[-•*●]|#{1,4})\s{1,3})?([A-Z][\w/&+.' ]{2,44}?(?:\s\([A-Z][^()\d]{1,24}\))?)(?:\s?\((?:x\s?)?(\d{1,2})(?: (?:openings?|positions?|posts?|vacancies))?\)|\s?x\s?(\d{1,2}))?(?:\s{1,2}[-–—]\s{1,2}(.{3,200})|(?::|(?<=^\d{1,2}[.)]\s.{2,60})\.)\s{1,3}(.{3,200})|:)?$/u
/** `2x shuttering carpenters - €28/hr, …` */
const countedFirst =
  /^(?:[-•*●]\s{1,3})?(\d{1,2})\s?[x×]\s{0,2}([A-Za-z][A-Za-z/&' -]{2,40}?)(?:\s[-–—]\s(.{1,200})|[,:]\s(.{1,200}))?$/u
const marked =
  /^(?:\s{0,3}(?:[一二三四五六七八九十]{1,2}、|#{1,4}\s|【|\d{1,2}[.)、]|(?:招聘)?(?:岗位|职位)(?:名称)?[一二三四五六七八\d]?(?=[:：\s])))/u

/** The jobs of a text that describes several: rows of a table, or passages that each begin with a title. */
export function readPosts(text: string, language: Language): Posts {
  const tabled = withoutTables(text, language)
  if (tabled.posts.length > 0) return { common: tabled.text, posts: tabled.posts }
  const lines = tabled.text.split('\n')
  const counts = language === 'zh' ? countsIn(lines) : undefined
  const heads = lines.map((line) => countedHead(line, counts) ?? headOf(line, language))
  const found = heads.filter((head) => head !== undefined)
  const names = new Set(found.map(({ title }) => title))
  const isSeveral = names.size > 1 && names.size === found.length && names.size <= postsMax
  const first = heads.findIndex((head) => head !== undefined)
  if (!isSeveral || hasSections(lines.slice(0, first).join('\n'))) return { common: tabled.text, posts: [] }
  const rest = counts === undefined ? lines : lines.map((line) => withoutCounts(line, counts, names))
  const over = outerNumber.exec(lines[first - 1]?.trim() ?? '') ?? undefined
  const told = over === undefined ? rest : rest.map((line, at) => (at === first - 1 ? '' : line))
  return apart(told, heads, language, over !== undefined)
}

/** `一、招聘岗位及人数` above the jobs: `二、报名条件` after them applies to all. */
const outerNumber =
  /^[一二三四五六七八九十]{1,2}、\s{0,2}(?:招聘)?(?:岗位|职位|计划)(?:(?:及|和|与|、)?(?:招聘)?(?:人数|名额|要求|信息))?[:：]?$/u
const outerHead = /^\s{0,4}(?:[一二三四五六七八九十]{1,2}、|(?:关于我们|岗位职责|任职要求|我们提供)：$|## )/u

const counted = /([\u3400-\u9fff]{2,10}?)(\d{1,2}|[一两二三四五六七八九十])[名人位个](?=[、，,；;和及\s]|$)/gu
const call = /^.{0,14}?(?:招聘?|诚聘|急聘|急招)(?![商生标投募贤])[！!：:\s]{0,4}/u

/** `急聘：厨师1名、洗碗阿姨2名` on one line: jobs that later lines may describe, with their openings. */
function countsIn(lines: readonly string[]): ReadonlyMap<string, string> {
  const found = lines.map((line) => [...line.replace(call, '').matchAll(counted)])
  const all = found.find((each) => each.length > 1) ?? []
  return new Map(all.map(([, title = '', count = '']) => [title, count]))
}

/** `洗碗阿姨：4000` if the call has counted this job, under this name or one with this ending. */
function countedHead(line: string, counts: ReadonlyMap<string, string> | undefined): Head | undefined {
  const [, title = '', rest = ''] =
    /^\s{0,4}([\u3400-\u9fff]{2,10})\s?[:：]\s?(\S.{0,200})$/u.exec(line) ?? []
  const [, count] = [...(counts ?? [])].find(([name]) => title !== '' && name.endsWith(title)) ?? []
  return count === undefined ? undefined : { title, rest: `${count}名\n${rest}`, isSure: true }
}

/** If other lines describe the jobs of a call, only the caller is left of it: `火锅店`. */
function withoutCounts(line: string, counts: ReadonlyMap<string, string>, told: ReadonlySet<string>): string {
  const isTold = (name: string) => [...told].some((title) => name.endsWith(title))
  const names = [...line.replace(call, '').matchAll(counted)].map(([, name = '']) => name)
  const isCall = names.length > 1 && names.every((name) => counts.has(name) && isTold(name))
  if (!isCall) return line
  const first = names[0] ?? ''
  const title = [...told].find((each) => first.endsWith(each)) ?? ''
  return first.slice(0, first.length - title.length)
}

function headOf(line: string, language: Language): Head | undefined {
  const text = line.trim()
  if (text.length < 2 || text.length > headCharactersMax) return undefined
  if (language === 'zh') {
    const [, title = '', count, rest = ''] = chineseHead.exec(text) ?? []
    if (title === '' || noPost.test(title)) return undefined
    const isCounted = count !== undefined && chineseCount.test(text)
    const isTitle = endsAsTitle(title, 'zh')
    const isListed = isTitle && marked.test(text) && (rest === '' || /^(?:招聘)?人数\s?[:：]/u.test(rest))
    const isTold = isTitle && (ordinal.test(text) || /^[^：:]{2,16}[：:]/u.test(text))
    if (!isCounted && !isListed && !(isTold && rest !== '')) return undefined
    if (!isTitle && partByWords(title, 'zh') !== undefined) return undefined
    const told = isCounted ? `${/^若干/u.test(count) ? '招聘若干名' : `${count}名`}\n${rest}` : rest
    return { title, rest: told.trim(), isSure: isTitle }
  }
  const counted = countedFirst.exec(text)
  if (counted !== null) {
    const [, count, name = '', dashed, listed] = counted
    return {
      title: firstUpper(name),
      rest: `Openings: ${count}\n${dashed ?? listed ?? ''}`.trim(),
      isSure: endsWithTitle(name),
    }
  }
  const [, title = '', openings, times, dashed, coloned] = englishHead.exec(text) ?? []
  if (
    title === '' ||
    !endsWithTitle(title) ||
    /^(?:Report|Reports|Reporting|Work|About|The|Our|Join)\b/u.test(title)
  ) {
    return undefined
  }
  const count = openings ?? times
  const rest = dashed ?? coloned ?? ''
  const isSure = count !== undefined || marked.test(text) || /\d/u.test(rest)
  const told = count === undefined ? rest : `Openings: ${count}\n${rest}`
  return isSure ? { title: title.trim(), rest: told.trim(), isSure } : undefined
}

const headCharactersMax = 220

function hasSections(text: string): boolean {
  return splitSections(text).some(({ kind }) => kind === 'duties' || kind === 'must' || kind === 'preferred')
}

/**
 * The lines after a job's title belong to it, up to those that apply to all. A one-line job has only its
 * line.
 */
function apart(
  lines: readonly string[],
  heads: readonly (Head | undefined)[],
  language: Language,
  isNumbered: boolean,
): Posts {
  const common: string[] = []
  const posts: OpenPost[] = []
  const lastHead = heads.findLastIndex((head) => head !== undefined)
  const endsJobs = (line: string) => isNumbered && outerHead.test(line)
  for (const [at, line] of lines.entries()) {
    const head = heads[at]
    const last = posts.at(-1)
    if (head !== undefined) {
      const clauses = head.rest.split(
        language === 'zh'
          ? /(?<!(?:按照?|依据?|根据)《[^》]{2,24}》)[，,；;。](?![^（(]{0,60}[）)])\s?|(?<=[\u3400-\u9fff\d])\s{1,40}(?=[\u3400-\u9fff\d])|\s{1,40}(?=\d)/u
          : /[a-z)]\.\s[A-Z£$€]/u.test(head.rest)
            ? /(?<=[a-z\d)])\.\s{1,3}(?=[A-Z£$€])|\n/u
            : /(?:,(?!\d)|[;\n])(?![^()]{0,60}\))\s{0,3}/u,
      )
      const isTold = /[^\d名\s]/u.test(head.rest.replace(/Openings: \d{1,2}/u, ''))
      posts.push({ title: head.title, lines: clauses.filter(Boolean), isOpen: !isTold })
    } else if (last?.isOpen && !endsJobs(line) && !isOfAll(line, language, lastHead < at, posts))
      last.lines.push(line)
    else {
      if (last !== undefined && line.trim() !== '') last.isOpen = false
      common.push(line)
    }
  }
  const isSure = heads.some((head) => head?.isSure)
  if (!isSure) return { common: lines.join('\n'), posts: [] }
  return {
    common: common.join('\n'),
    posts: posts.map(({ title, lines: own }) => ({ title, text: own.join('\n') })),
  }
}

interface OpenPost {
  readonly title: string
  readonly lines: string[]
  isOpen: boolean
}

const ofAll: Record<Language, RegExp> = {
  zh: /^(?:以上|上述|所有|各|两个|三个)(?:岗位|职位)|^(?:报名|联系|电话|公司)/u,
  en: /^(?:both|all|each|these|either)\b.{0,24}\b(?:roles?|positions?|jobs?)|^how to apply\b/iu,
}
const ofLast: Record<Language, RegExp> = {
  zh: /^(?:福利|待遇|薪资|薪酬|工资|工作地点|地点|地址)/u,
  en: /^(?:benefits|what we offer|salary|pay|locations?)\b/iu,
}

/** After the last job, pay and place apply to all jobs, unless another job had its own. */
function isOfAll(line: string, language: Language, isLast: boolean, posts: readonly OpenPost[]): boolean {
  const bare = (text: string) => text.replace(/^[\s#*【•●◆-]{0,6}(?:[一二三四五六七八九十]{1,2}、)?/u, '')
  const text = bare(line)
  if (ofAll[language].test(text) || isAboutApplying(text, language)) return true
  if (!isLast || !ofLast[language].test(text)) return false
  const before = posts.slice(0, -1).flatMap((post) => post.lines)
  return !before.some((each) => ofLast[language].test(bare(each)))
}
