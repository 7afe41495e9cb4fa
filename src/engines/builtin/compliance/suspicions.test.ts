import { describe, expect, test } from 'vitest'
import { findCompliance } from './index.ts'

describe('what no rule knows', () => {
  test.each([
    ['zh', '两班倒，孩子还没断奶的妈妈先别投', 'marriage-childbearing'],
    ['zh', '长期招分拣，二十出头的来，年纪大的融不进来', 'age-limit'],
    ['zh', '活不难，进过局子的就算了', 'criminal-record'],
    ['en', 'Nobody who is planning to start a family this year.', 'family-status'],
    // The form asks for sensitive data; that it also shows the age is secondary.
    ['en', 'The form asks for your date of birth.', 'sensitive-data'],
  ] as const)('%s: in %s exactly the harmful words are reported', (language, text, rule) => {
    const found = findCompliance(text, language)
    expect(found.map((finding) => finding.rule)).toContain(rule)
    for (const { quote } of found) expect(text).toContain(quote)
    for (const { quote } of found.filter(() => language === 'zh'))
      expect(quote.length).toBeLessThan(text.length)
  })

  test('a sentence with a finding is reported once', () => {
    expect(findCompliance('限男性。', 'zh').map(({ quote }) => quote)).toEqual(['限男性'])
  })

  test('an exception of the rule holds for it, too', () => {
    const text = 'We only put forward people with American citizenship for this.'
    const names = (whole: string) => findCompliance(whole, 'en').map(({ rule }) => rule)
    expect(names(text)).toEqual(['citizenship'])
    expect(names(`${text}\nActive security clearance needed.`)).toEqual([])
  })

  test.each([
    ['zh', '学员是12到18岁的孩子'],
    ['zh', '矿山井下采掘，按规定限男性'],
    ['zh', '负责租客押金的登记和退还'],
    ['en', 'Members of the club are mainly over 60.'],
    ['en', 'For this refuge post we can lawfully ask for a woman.'],
  ] as const)('%s: %s is lawful', (language, text) => {
    expect(findCompliance(text, language)).toEqual([])
  })
})
