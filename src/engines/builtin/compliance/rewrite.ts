import type { Language } from '../text/index.ts'
import { longPattern } from '../text/index.ts'
import type { Hit } from './scan.ts'

/** Marks where words were taken out, so that what is left of that clause can be looked at. */
const gap = '\uE000'
const clauseMark: Record<Language, RegExp> = { zh: /([，,；;。！!？?、])/u, en: /([,;]|[.!?](?=\s|$))/u }

/**
 * A line without the words that its hits object to, or with their replacements. What is left of a clause is
 * dropped where it says nothing any more; a number or a Latin word is never dropped.
 */
export function rewriteLine(line: string, hits: readonly Hit[], language: Language): string {
  const edits = withoutNested(hits.filter((hit) => hit.replacement !== null))
  if (edits.length === 0) return line
  let text = ''
  let at = 0
  for (const { start, end, replacement } of edits) {
    const before = withArticle(text + line.slice(at, start).replaceAll(gap, ''), replacement)
    text = before + atPlace(replacement || gap, line, start)
    at = end
  }
  text += line.slice(at).replaceAll(gap, '')
  return tidy(text, language)
}

/** Stretches that overlap become one; only a stretch that stands alone keeps its replacement. */
function withoutNested(hits: readonly Hit[]): { start: number; end: number; replacement: string }[] {
  const edits: { start: number; end: number; replacement: string }[] = []
  for (const { start, end, replacement } of [...hits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = edits.at(-1)
    if (last === undefined || start >= last.end) edits.push({ start, end, replacement: replacement ?? '' })
    else if (end > last.end) edits[edits.length - 1] = { start: last.start, end, replacement: '' }
  }
  return edits
}

/** A replacement begins with a capital where it begins a sentence. */
function atPlace(replacement: string, line: string, start: number): string {
  const beginsSentence = /(?:^|[.!?:•])\W{0,4}$/u.test(line.slice(Math.max(0, start - 6), start))
  return beginsSentence ? replacement.charAt(0).toUpperCase() + replacement.slice(1) : replacement
}

/** `a salesman` becomes `a sales representative`, `a young engineer` becomes `an engineer`. */
function withArticle(before: string, replacement: string): string {
  if (replacement === '') return before
  return before.replace(/\b(a)n?(?= $)/iu, /^[aeiou]/iu.test(replacement) ? '$1n' : '$1')
}

/** What stands in brackets is looked at by itself, and they go with the last of it. */
function tidy(text: string, language: Language): string {
  const outer = text.replace(brackets, (whole, open: string, inner: string, close: string) => {
    if (!inner.includes(gap)) return whole
    const rest = withoutEmptyClauses(inner, language)
    return rest === '' ? '' : `${open}${rest}${close}`
  })
  const clean = withoutEmptyClauses(outer, language)
  if (/^[\p{P}\s]*$/u.test(clean)) return ''
  return language === 'en' ? clean.charAt(0).toUpperCase() + clean.slice(1) : clean
}

const brackets = /([(（])([^()（）]{0,300})([)）])/gu

function withoutEmptyClauses(text: string, language: Language): string {
  const parts = text.split(clauseMark[language])
  let kept = ''
  for (let index = 0; index < parts.length; index += 2) {
    const clause = parts[index] ?? ''
    const mark = parts[index + 1] ?? ''
    if (!clause.includes(gap)) kept += clause + mark
    else if (saysSomething(clause, language)) kept += mended(clause, language) + mark
    else if (/[。.！!？?；;]/u.test(mark)) kept = kept.replace(/[，,、\s]+$/u, '') + mark
  }
  return withoutLooseSigns(kept)
}

const fillers: Record<Language, RegExp> = {
  zh: longPattern(
    'gu',
    String.raw`优先|考虑|录用|要求|条件|必须|须|需|应|且|并|和|及|与|或|等|均可|即可|人员|人士|毕业|院校|高校|学校|以上|岗位|应聘|候选人|求职者|备注|其他|其它|注|者|的|为|在|是|
      有|年龄|性别|户籍|身高|[\s:：()（）【】/\-–—~～*_#]`,
  ),
  en: longPattern(
    'giu',
    String.raw`\b(?:a|an|the|and|or|with|for|of|to|in|on|only|must|should|be|is|are|have|has|we|you|who|that|
      please|preferred|required|candidates?|applicants?|people|need|apply|also|not|looking|seeking|hiring|
      preferably)\b|[\s:()/\-–—*_#'"]`,
  ),
}

/** English words that a sentence doesn't begin with, behind a gap, or end with, before one. */
const danglingStart =
  /^\s{0,3}\uE000\s{0,3}(?:for|to|in|at|of|with|by|from|on|will|would|should|is|are|be|your|soon|who|that|and|or|please|years?|wanted|needed)\b/iu
const danglingEnd =
  /(?:^|\s)(?:for|to|in|at|of|with|by|is|are|would|a|an|the|our|this|that|only|must|be|we|you|job|role|position|applications?|prefer(?:red)?|candidates)\s{0,3}\uE000\s{0,3}$/iu
const danglingWordsMax = 9

/** The same in Chinese: what only leads to the words taken out, or only follows from them. */
const leadsNowhere = longPattern(
  'u',
  `^(?:招聘\\uE000{1,3}|(?:我们|我司|本?公司|本店|本单位|我们团队|[本该此]岗?职?位?|岗位|本次|因|由于|鉴于|同等条件下?|入职|面试|报到|上岗|应聘|投递|简历|在职期间|体检|最好|只要|希望|实行|提供|
    需提供|家里|身体|特别优秀者|[男女](?:士|性|生|员工)|给[你您]|国内|至|欢迎|第一学历|劳动|工作不努力|轻松)[^，。0-9A-Za-z]{0,9}\\uE000{1,3}[^0-9A-Za-z]{0,3}|\\uE000{1,3}(?:至|方可|士|递|采集|应聘|报名|
    安排面试|报告|工资|合同|来|等|女性|男性|人员|婚姻状况)[^0-9A-Za-z]{0,6})$`,
)

/** A piece of a sentence that is none by itself any more. One with a number in it is kept all the same. */
function isDangling(clause: string, language: Language): boolean {
  if (language === 'zh') return leadsNowhere.test(clause.trim())
  const rest = clause.replaceAll(gap, ' ').trim()
  const isShort = !/[0-9]/u.test(rest) && rest.split(/\s+/u).length <= danglingWordsMax
  return isShort && (danglingStart.test(clause) || danglingEnd.test(clause))
}

function saysSomething(clause: string, language: Language): boolean {
  if (isDangling(clause, language)) return false
  const rest = clause.replaceAll(gap, '').replace(fillers[language], '')
  return language === 'zh' ? rest.length >= 2 || /[0-9A-Za-z]/u.test(rest) : rest.length >= 2
}

/** What is left of a clause, without the joints that held the words taken out. */
function mended(clause: string, language: Language): string {
  const joints =
    language === 'zh'
      ? /^(?:的|者|且|并且?|和|及|与|或|、|，)+|(?:且|并且?|和|及|与|或|、)+$/gu
      : /^(?:and|or|with|,)\s|\s(?:and|or|with|be|a|an|the)$/giu
  const lead = /^\s*/u.exec(clause)?.[0] ?? ''
  const rest = clause.replaceAll(gap, language === 'en' ? ' ' : '').trim()
  return lead + rest.replace(joints, '').replace(/ {2,}/g, ' ').trim()
}

function withoutLooseSigns(text: string): string {
  return text
    .replaceAll(gap, '')
    .replace(/[(（【[]\s{0,3}[,，、;；]?\s{0,3}[)）】\]]/gu, '')
    .replace(/[，,、]\s{0,3}(?=[，,、。；;！!])/gu, '')
    .replace(/(?<=[(（:：])\s?[，,、；;]/gu, '')
    .replace(/[，,、；;](?=[)）])/gu, '')
    .replace(/ {2,}/g, ' ')
    .replace(/\s(?=[,.;!?])/gu, '')
    .trim()
    .replace(/^[，,、。；;.!！?？\s]+/u, '')
    .replace(/[，,、\s]+$/u, '')
}
