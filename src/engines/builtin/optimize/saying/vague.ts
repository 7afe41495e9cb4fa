import { type Language, longPattern, normalize } from '../../text/index.ts'
import { wordLists } from '../words/cues.ts'

/** Words that praise a character and can't be verified without more detail. */
const soft: Record<Language, RegExp> = {
  zh: new RegExp(wordLists.zh('soft'), 'gu'),
  en: new RegExp(wordLists.en('soft'), 'gu'),
}
const fillers: Record<Language, RegExp> = {
  zh: new RegExp(wordLists.zh('filler'), 'gu'),
  en: new RegExp(`\\b${wordLists.en('filler')}\\b|[\\s\\p{P}]`, 'gu'),
}
const otherDuties: Record<Language, RegExp> = {
  zh: /(?:领导|上级|公司|主管|经理|部门)?(?:领导)?(?:交办|安排|交代|交给|布置|分配)的?(?:其他|其它|各项|临时性?)(?:的)?(?:工作|任务|事项|事务)/u,
  en: longPattern(
    'u',
    String.raw`\b(?:other|additional|related) (?:duties|tasks|projects|responsibilities)(?: as)? (?:assigned|
      required|needed)\b`,
  ),
}

/** A line of soft words only. A number or a name in it makes it specific. */
export function isOnlySoft(line: string, language: Language): boolean {
  const text = normalize(line)
  if (text.length > 120 || /[0-9]/u.test(text) || (language === 'zh' && /[a-z]/u.test(text))) return false
  if (text.search(soft[language]) < 0) return false
  const rest = text.replace(soft[language], '').replace(fillers[language], '')
  return rest.length <= (language === 'zh' ? 2 : 0)
}

const vagueAmount: Record<Language, RegExp> = {
  zh: /(?:丰富|一定|较多|多年|相关)的?[^，,。；;]{0,16}(?:经验|经历)/u,
  en: /\b(?:extensive|significant|considerable|some|proven|solid|several years of|relevant|prior|previous)\b[^.;]{0,40}\bexperience\b/u,
}
const amount =
  /[0-9]|[一二两三四五六七八九十]\s?[年个]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b/u

/** `有丰富的销售经验`, `proven experience in sales`: the amount is not stated. */
export function isVagueAmount(line: string, language: Language): boolean {
  const text = normalize(line)
  return text.length <= 120 && vagueAmount[language].test(text) && !amount.test(text)
}

const vagueDuty: Record<Language, RegExp> = {
  zh: /^(?:负责|协助|配合|参与|处理|完成|做好)[^，,。；;\d]{0,8}(?:相关|有关|各项|各类|各种|日常|一些)的?[^，,。；;\d]{0,4}(?:工作|事务|事宜|事项|任务)$/u,
  en: longPattern(
    'u',
    `^(?:you(?:'ll| will) )?(?:(?:be )?(?:responsible for|involved in|working on|handle|perform) )?(?:various|miscellaneous|different|general|
      a variety of|a range of) [a-z -]{0,24}(?:tasks?|duties|projects|activities|things|work)\\b[^\\d]{0,40}$|
      ^(?:you(?:'ll| will) )?(?:help(?: out)?|assist|support)(?: with| in| to)?(?: improve| maintain)?(?: the| our)? [a-z]{3,16}(?: [a-z]{3,16})?$`,
  ),
}

/** `协助部门完成相关工作`, `assist with projects`: the task is not stated. */
export function isVagueDuty(line: string, language: Language): boolean {
  return line.length <= 120 && vagueDuty[language].test(normalize(line).replace(/[.。]$/u, ''))
}

/** `完成领导交办的其他工作`, `other duties as assigned`: a duty whose scope is open. */
export function isOpenDuty(line: string, language: Language): boolean {
  return line.length <= 120 && otherDuties[language].test(normalize(line))
}
