import { type Language, longPattern, normalize } from '../../text/index.ts'

const money = String.raw`[\d][\d,.]{0,10}\s?(?:k|w|千|万|m)?`
const sign = String.raw`(?:(?:us|s|a|au|ca|c|nz|hk|r)?[$€£¥₹]|(?:usd|cad|eur|gbp|aud|sgd|hkd|chf|rmb|inr|pln|sek|nok|dkk|czk|huf|aed|jpy|myr|php|zar|nzd|mxn)\s?)`

const pay: Record<Language, readonly RegExp[]> = {
  zh: [
    longPattern(
      'iu',
      String.raw`^(?:税前|综合)?(?:底薪|月薪|年薪|时薪|日薪|日结|日入|薪资|薪酬|工资|待遇|收入)?\s?[￥¥]?${money}元?(?:\s?[-~～—–至到]\s?[￥¥]?${money}元?)?(?:起|以上|左右)?
        (?:\s?[/／每](?:个?月|年|天|日|小时|时|h))?(?:\s?[·•*×x]\s?\d{2}薪?)?(?:\s?[+＋]\s?[\u3400-\u9fff]{2,6}){0,3}$`,
    ),
    /^(?:薪资|待遇|工资)?面议$/u,
  ],
  en: [
    longPattern(
      'iu',
      String.raw`^[$]?\.?\d{2,3} ?(?:cpm|cents (?:a|per) mile)$|^\d{1,3}(?:\.\d{1,2})? ?(?:an|per) hour$|^(?:up to |from |ote |salary |pay |circa |c\.? ?)?${sign}${money}(?:\s?(?:-|–|—|to)\s?${sign}?${money})?\s?(?:usd|cad|eur|gbp)?(?:\s?(?:per|an?|/|p\.?)\s?(?:hour|hr|h|year|yr|annum|a\.?|month|mo|week|wk|day|mile)|\s?p\/?[whd]|\s?pcm)?
        (?:,? (?:doe|ote|base|plus [a-z ]{3,30}|\+ .{2,40}|\([^()]{2,40}\)|depending on experience|dependent on experience|uncapped)){0,3},?(?: uncapped)?\.?$`,
    ),
  ],
}
/** Numbers alone are pay if a unit says so, or if both ends of a range are of that size. */
const unit = /[kw千万元薪起]|^日[入结]|提成|面议|\/|(?<!\d)[1-9]\d{3,5}\s?[-~～—–至到]\s?[1-9]\d{3,5}(?!\d)/iu

/** Whether a piece of text states pay and nothing else. */
export function isPay(text: string, language: Language): boolean {
  const plain = normalize(text).trim()
  return pay[language].some((pattern) => pattern.test(plain)) && (language === 'en' || unit.test(plain))
}
