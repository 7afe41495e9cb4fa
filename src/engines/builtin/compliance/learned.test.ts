import { describe, expect, test } from 'vitest'
import { findCompliance } from './index.ts'
import { judge, readLearned } from './learned.ts'
import { sentencesOf } from './suspicions.ts'

describe('a table', () => {
  const table = readLearned(
    '200\t-300\t-100\tage:50\tsex:0\nold\t900\t0:700\t1:-600\nmen\t800\t0:-900\t1:900\nfor\t-20\nyoung\t0\t0:900\n',
  )
  test.each([
    ['men', ['sex']],
    ['old men', ['sex', 'age']],
    ['Old for', ['age', 'sex']],
    ['old', ['age']],
    ['young', []],
    ['for', []],
    ['nobody', []],
    ['', []],
  ])('%j is told as %j', (sentence, rules) => {
    expect(judge(sentence, 'en', table)).toEqual(rules)
  })
})

describe('sentences', () => {
  test('end where they end; what only heads others is none', () => {
    expect(sentencesOf('任职要求：', 'zh')).toEqual([])
    expect(sentencesOf('【我们希望你】', 'zh')).toEqual([])
    expect(sentencesOf('需要颜值在线的你', 'zh')).toEqual(['需要颜值在线的你'])
    expect(sentencesOf(' 会开车；身体好。能出差', 'zh')).toEqual(['会开车；', '身体好。', '能出差'])
    expect(sentencesOf('2、能出差；3年经验', 'zh')).toEqual(['能出差；', '3年经验'])
    expect(sentencesOf('Drive a van. Lift 50 lbs.', 'en')).toEqual(['Drive a van.', 'Lift 50 lbs.'])
  })

  test('long ones are cut at their commas, and nothing of them is lost', () => {
    const long = Array.from({ length: 30 }, (_, index) => `第${index}项工作要求`).join('，')
    const pieces = sentencesOf(long, 'zh')
    expect(pieces.length).toBeGreaterThan(5)
    expect(pieces.join('')).toBe(long)
  })
})

describe('what no rule knows', () => {
  test.each([
    ['zh', '屋里头有吃奶小娃的，怕是干不了咱这活', 'marriage-childbearing'],
    ['zh', '近两年打算要宝宝的同事我们不太方便安排', 'marriage-childbearing'],
    ['zh', '团队都是二十出头的小伙子，年纪大的融不进来', 'age-limit'],
    ['en', 'Please include your marital situation in the cover letter.', 'family-status'],
  ] as const)('%s: %s is suspected', (language, text, rule) => {
    const [finding] = findCompliance(text, language)
    expect(finding).toMatchObject({ rule, quote: text, severity: expect.stringMatching('risk|advice') })
    expect(finding?.suggestion).toMatch(language === 'zh' ? /^疑似/ : /^Possibly/)
  })

  test('a sentence that a rule fires on is told once', () => {
    expect(findCompliance('限男性。', 'zh').map(({ quote }) => quote)).toEqual(['限男性'])
  })

  test('what it breaks beside a rule is suspected, that rule is not', () => {
    const text = 'The chairman will report to the board and he will lead its meetings.'
    expect(findCompliance(text, 'en').map(({ rule, quote }) => [rule, quote])).toEqual([
      ['gendered-pronoun', text],
      ['gendered-title', 'chairman'],
    ])
  })

  test('an exception of the rule holds for it, too', () => {
    const text = 'We only put forward people with American citizenship for this.'
    const names = (whole: string) => findCompliance(whole, 'en').map(({ rule }) => rule)
    expect(names(text)).toEqual(['citizenship'])
    expect(names(`${text}\nActive security clearance needed.`)).toEqual([])
  })
})
