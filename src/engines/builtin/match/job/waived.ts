const subject =
  '(?:(?:相关|工作|行业|从业|实习){0,2}(?:经验|经历|年限|背景)|学历|专业|性别|男女|年龄|院校|学校|户籍|籍贯|地域|地区|民族|婚否|婚育|外语|英语|语言|证书|届别)'
const open = '(?:不限(?!于)|不设限|不拘|(?:不[作做]?|无|没有?)(?:硬性|特殊|特别)?要求)'
/** Stops at a space in Chinese, and before a demand that replaces the waived one. */
const rest = '(?:(?!但|而是|且|并)[^\\s,，;；。.!！?？()（）]){0,40}'
const restInEnglish = '(?:(?!\\b(?:but|if|and|when|where|unless|as)\\b)[^,，;；。.!！?？()（）]){0,40}'
const waived = new RegExp(
  [
    `(?:${subject}[、/和与及]?){1,6}[均都皆也]?${open}`,
    `不限(?:制)?${subject}`,
    `(?:[无毋][需须]|不需要?|不要求|不强求)${rest}`,
    `\\bno (?!less|lower|fewer|more|later)${restInEnglish}?\\b(?:needed|required|necessary)\\b`,
    `(?:\\b(?:you|we|it|(?:this|the) (?:role|job|position)) )?\\b(?:do(?:es)?(?: not|n['’]?t)) (?:need|require)\\b${restInEnglish}`,
  ].join('|'),
  'gu',
)

/**
 * Blanks the waived parts of a normalised demand: `学历不限`, `无需本科`, `no experience needed`. All other
 * characters keep their offsets.
 */
export function withoutWaived(normalized: string): string {
  return normalized.replace(waived, (part) => ' '.repeat(part.length))
}
