import type { Language } from '../text/index.ts'
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
export function isTitle(line: string, language: Language): boolean {
  const isShort = language === 'zh' ? line.length <= 40 : line.length <= 80 && line.split(/\s+/u).length <= 10
  return isShort && !noTitle[language].test(line) && classify(line, language, 'summary') === 'summary'
}
