import { endsWithTitle, type Language, normalize } from '../../text/index.ts'
import { firstUpper } from '../plain/plain-text.ts'
import { type Labels, labelsOf } from '../words/labels.ts'
import { isPay } from './pay.ts'
import { isPlace } from './places.ts'

const experience: Record<Language, RegExp> = {
  zh: /^(?:经验|工作经验)?[:：]?\s?(?:\d{1,2}\s?[-~～—至到]\s?\d{1,2}年(?:以上)?|\d{1,2}年(?:及)?(?:以上|以内)|经验不限|不限经验|无需经验|应届(?:毕业)?生?|在校\/应届)(?:经验|工作经验)?$|^经验\d{1,2}\s?[-~～—]\s?\d{1,2}年$/u,
  en: /^(?:\d{1,2}\+?(?:\s?(?:-|–|to)\s?\d{1,2}\+?)? (?:years?|yrs?|yoe)(?:'? (?:of )?(?:exp|experience))?|entry[- ]level|no experience (?:needed|required|necessary)|mid-senior level|associate level)$/iu,
}
const employment =
  /^(?:full|part)[- ]time(?:,? (?:permanent|temporary|contract))?$|^(?:permanent|temporary|seasonal)$/iu
/** `20-99人` is the size of an employer. */
const headcount =
  /^(?!\d{2,5}\s?[-~～—至]\s?\d{2,5}\s?人)(?:招聘?\s?)?(?:各?\d{1,3}(?:\s?[-~～—至]\s?\d{1,3})?\s?[名人位]|[一两二三四五六七八九十]{1,2}(?:个人|名|位)|[x×]\s?\d{1,3})$/u
const education =
  /^(?:学历)?(?:(?:统招|全日制)?(?:初中|中专|高中|中专\/中技|大专|专科|本科|硕士|博士|研究生)(?:及以上|以上)?(?:学历)?|学历不限|不限学历)$/u

/** The name of the fact that a piece of a line states; undefined if it states none. */
export function factOf(piece: string, language: Language, labels: Labels): string | undefined {
  const text = piece.trim()
  const plain = normalize(text)
  if (isPay(text, language)) return labels.facts.pay
  if (experience[language].test(plain)) return labels.facts.experience
  if (language === 'zh' && headcount.test(plain)) return labels.gapNames.headcount
  if (language === 'zh' && education.test(plain)) return labels.facts.education
  if (language === 'en' && employment.test(plain)) return firstUpper(labels.gapNames.employment ?? '')
  // `Hotel Sales Manager, Savannah`
  const isTitled = language === 'en' && text.includes(',') && endsWithTitle(text.slice(0, text.indexOf(',')))
  return isPlace(text, language) && !isTitled ? labels.facts.place : undefined
}

/** `上海 15-25K 3-5年 本科`: a line of facts between spaces is a line for each. */
export function withFactsApart(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const pieces = line.trim().split(/\s+/u)
      const isRow = line.length <= rowCharactersMax && !/[，。；：:]/u.test(line) && pieces.length > 1
      const facts = isRow ? pieces.filter((piece) => factOf(piece, 'zh', labelsOf.zh) !== undefined) : []
      return facts.length > 1 ? pieces : [line]
    })
    .join('\n')
}

const rowCharactersMax = 80
