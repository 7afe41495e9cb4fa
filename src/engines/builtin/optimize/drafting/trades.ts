import { endsWithTitle, type Language } from '../../text/index.ts'

/** Where a title is expected, a trade outside the lists is recognised by a typical ending of titles. */
export function endsAsTitle(text: string, language: Language): boolean {
  return endsWithTitle(text) || tradeEnd[language].test(text)
}

const tradeEnd: Record<Language, RegExp> = {
  zh: /^[\u3400-\u9fffA-Za-z]{0,8}(?:师[傅父]?|[月育]儿?嫂|(?<![成人党会团学队职])员|(?<![员化施手分职加竣招用义人])工|匠|飞手|管家|阿姨|小妹|小哥|博士?后|总监|站长|BD|HR|HRBP|UI|QA|SRE|DBA)$/u,
  en: /^(?:[A-Za-z/&-]{2,16} ){0,3}(?:[A-Za-z]{3,12}(?:smith|(?<!l)ist|wright|keeper|maker|person|monger|herd)|[A-Za-z]{3,12} ?(?:hand|person|guy|desk|tech))$/u,
}
