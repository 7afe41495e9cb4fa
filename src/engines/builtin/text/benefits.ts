import { readWordLists } from './word-lists.ts'

const listed = readWordLists(new URL('./benefits.tsv', import.meta.url))

/**
 * What an employer offers, so that a line of nothing else is told from what it asks for. All patterns are for
 * normalised text.
 */
const benefit = new RegExp(`${listed('zh')}|\\b${listed('en')}\\b|${listed('pay in en')}`, 'gu')
/** Words that go with what is offered and ask for nothing. */
const filler = new RegExp(`${listed('filler zh')}|\\b${listed('filler en')}\\b|[\\s\\p{P}\\p{S}]`, 'gu')
/** These alone, without words that ask for something, are no ground to call a line an offer. */
const weak =
  /^(?:社保|保险|旅游|零食|体检|equity|bonus(?:es)?|commissions?|holidays?|绩效|补贴|提成|奖金|healthcare|medical|health|dental|life|vision|disability)$/u

/** Whether a normalised line or sentence says nothing but what the employer offers. */
export function isBenefits(normalized: string): boolean {
  if (normalized.length > benefitCharactersMax) return false
  const named = normalized.match(benefit) ?? []
  if (!named.some((each) => !weak.test(each.trim()))) return false
  return normalized.replace(benefit, '').replace(filler, '') === ''
}

const benefitCharactersMax = 200
