import { type Language, type Line, leadingTitle } from '../text/index.ts'
import { classify } from './classify.ts'

const named: Record<Language, RegExp> = {
  zh: /^(?:职位名称|岗位名称|职位|岗位|招聘岗位|招聘职位|应聘岗位)\s?[:：]\s?(.{1,60})$/u,
  en: /^(?:job title|position title|position|title|role)\s?:\s?(.{1,100})$/iu,
}
const noTitle: Record<Language, RegExp> = {
  zh: /[。；;，,！!？?：:]|^(?:招聘|诚聘|急聘|急招|我们|公司)/u,
  en: /[.;!?:]$|^(?:we|our|the|join|are you|looking|you|about)\b/iu,
}

/** The title that a line names as one. */
export function titleNamed(line: string, language: Language): string | undefined {
  return named[language].exec(line)?.[1]?.trim()
}

/** Whether the first line of a text reads as a title: short, no sentence, no statement of a fact. */
function isTitle(line: string, language: Language): boolean {
  const isShort = language === 'zh' ? line.length <= 40 : line.length <= 80 && line.split(/\s+/u).length <= 10
  return isShort && !noTitle[language].test(line) && classify(line, language, 'summary') === 'summary'
}

interface FoundTitle {
  readonly title: string
  /** It is all that its line says, and so many lines are used up by it. */
  readonly isWholeLine: boolean
  readonly lines: number
}

/** The title that a text begins with: its first heading or line, or what that line begins with. */
export function leadingTitleOf(
  heading: string,
  rest: readonly Line[],
  text: string,
  language: Language,
): FoundTitle | undefined {
  const [line, next] = rest
  const first = heading !== '' ? heading : line?.text
  if (first === undefined || (heading === '' && line?.isItem === true)) return undefined
  const leading = leadingTitle(first)
  const named = language === 'en' && leading !== undefined ? firstUpper(leading.text) : leading?.text
  if (leading?.isSentence) return { title: named ?? first, isWholeLine: false, lines: 0 }
  const isNamed = leading?.end === first.length
  if (!isNamed && !isTitle(first, language)) return undefined
  const title = isNamed ? (named ?? first) : first
  if (heading !== '' || line === undefined || next === undefined)
    return { title, isWholeLine: true, lines: 1 }
  const between = text.slice(line.start + line.text.length, next.start)
  const goesOn = /^[, –-]{1,4}$/u.test(between) && detail.test(next.text)
  return goesOn
    ? { title: text.slice(line.start, next.start + next.text.length), isWholeLine: true, lines: 2 }
    : { title, isWholeLine: true, lines: 1 }
}

/** `, Underwriting Platform` behind a title on the same line. */
const detail = /^[A-Z][\w&/ .'()-]{1,50}$/u

function firstUpper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
