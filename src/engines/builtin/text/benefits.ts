import { readWordLists } from './word-lists.ts'

const listed = readWordLists(new URL('./benefits.tsv', import.meta.url))

/**
 * Benefits that an employer offers. A line of benefits alone is not a requirement. All patterns are for
 * normalised text.
 */
const benefit = new RegExp(`${listed('zh')}|\\b${listed('en')}\\b|${listed('pay in en')}`, 'gu')
/** Words that accompany a benefit and ask for nothing. */
const filler = new RegExp(`${listed('filler zh')}|\\b${listed('filler en')}\\b|[\\s\\p{P}\\p{S}]`, 'gu')
/** Weak words: without any other benefit they don't make a line an offer. */
const weak =
  /^(?:社保|保险|旅游|零食|体检|equity|bonus(?:es)?|commissions?|holidays?|绩效|补贴|提成|奖金|healthcare|medical|health|dental|life|vision|disability)$/u

/** Whether a normalised line or sentence only lists benefits. */
export function isBenefits(normalized: string): boolean {
  if (normalized.length > benefitCharactersMax) return false
  const named = normalized.match(benefit) ?? []
  if (!named.some((each) => !weak.test(each.trim()))) return false
  return normalized.replace(benefit, '').replace(filler, '') === ''
}

const benefitCharactersMax = 200
