import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchTexts } from './match.ts'
import { monthNumber } from './read/dates.ts'
import { isChinese, samplePairs } from './sample-pairs.ts'

/** Personal data don't change the score in any digit. */

const today = monthNumber(2026, 11)
const scoreOf = (resumeText: string, jdText: string): number =>
  matchTexts({ resumeText, jdText }, today, { name: 'test', version: '0' }).unroundedScore

const seed = 20_261_121
const pair = (chinese: boolean) =>
  fc.constantFrom(...samplePairs.filter((each) => isChinese(each) === chinese))
const from = (...values: string[]) => fc.constantFrom(...values)

const fieldZh = fc.oneof(
  from('男', '女', '已婚', '未婚', '离异', '汉族', '维吾尔族', '中共党员', '群众', '照片：见附件'),
  fc.integer({ min: 18, max: 65 }).map((age) => `年龄：${age}`),
  fc.integer({ min: 18, max: 65 }).map((age) => `${age}岁`),
  fc.integer({ min: 1960, max: 2005 }).map((year) => `出生年月：${year}年3月`),
  from('张伟', '欧阳修', '古丽·热合曼', '李').map((name) => `姓名：${name}`),
  from('四川成都', '广东深圳', '北京').map((place) => `籍贯：${place}`),
  from('上海', '河南农村').map((place) => `户籍：${place}`),
  fc.integer({ min: 0, max: 99_999_999 }).map((rest) => `手机：138${String(rest).padStart(8, '0')}`),
  from('a1@b.cn', 'java.expert@kubernetes.io').map((address) => `邮箱：${address}`),
)
const fieldEn = fc.oneof(
  from('Male', 'Female', 'Married', 'Single', 'He/him', 'She/her'),
  fc.integer({ min: 18, max: 70 }).map((age) => `Age: ${age}`),
  fc.integer({ min: 1955, max: 2005 }).map((year) => `Date of birth: 12 March ${year}`),
  from('Emily Walsh', 'Lakisha Jones', 'Mohammed Al-Farsi', 'Wei Zhang').map((name) => `Name: ${name}`),
  from('Indian', 'Nigerian', 'American').map((nation) => `Nationality: ${nation}`),
  from('Muslim', 'Christian', 'Jewish').map((creed) => `Religion: ${creed}`),
  fc
    .integer({ min: 1_000_000, max: 9_999_999 })
    .map((rest) => `Phone: (555) ${String(rest).replace(/(\d{3})/, '$1-')}`),
  from('java@kubernetes.io', 'j@x.org').map((address) => `Email: ${address}`),
)
const sentenceZh = from(
  '我叫李雷，女，汉族，1985年出生，已婚已育，中共党员，北京户口。',
  '本人28岁，未婚，河南人。',
  '出生于1990年3月，满族，农村户口。',
  '我是一名45岁的已婚女性，有两个孩子。',
  '信仰佛教，O型血，处女座，身高175cm，体重60kg。',
  '现居上海市浦东新区，电话13812345678',
  '本人为残疾人，持残疾证三级。',
  '离异，独自抚养一个女儿。',
)
const sentenceEn = from(
  'Born 1985, Pakistani, married with 3 children.',
  'Female, 28, single',
  'I am a 45 year old Muslim woman from Lagos.',
  'Male, aged 52, divorced.',
  'Christian, non-smoker, blood group O+.',
  'Proud mother of two and a Nigerian citizen.',
  'US citizen, Hispanic, veteran.',
  'I use a wheelchair and have diabetes.',
)

describe.each([
  ['Chinese', true, fieldZh, sentenceZh, ['王 Java', '欧阳娜娜', '古丽·热合曼', '李雷']],
  ['English', false, fieldEn, sentenceEn, ['Java Smith', 'Lakisha Jones', 'Wei Zhang', "Seán O'Brien"]],
] as const)('%s', (_language, chinese, field, sentence, names) => {
  const base = new Map(samplePairs.map((each) => [each, scoreOf(each.resume, each.jd)]))
  const separator = from(' | ', '\n', '    ', ' / ')

  test('labels and single words', () => {
    fc.assert(
      fc.property(
        pair(chinese),
        fc.array(field, { minLength: 1, maxLength: 6 }),
        separator,
        (each, fields, between) =>
          scoreOf(`${fields.join(between)}\n${each.resume}`, each.jd) === base.get(each),
      ),
      { numRuns: 500, seed },
    )
  })

  test('sentences, above and below', () => {
    fc.assert(
      fc.property(pair(chinese), sentence, fc.boolean(), (each, words, isAbove) => {
        const resume = isAbove ? `${words}\n${each.resume}` : `${each.resume}\n${words}`
        return scoreOf(resume, each.jd) === base.get(each)
      }),
      { numRuns: 200, seed },
    )
  })

  test('names, including names that are skills', () => {
    for (const each of samplePairs.filter((one) => isChinese(one) === chinese)) {
      for (const name of names) expect(scoreOf(`${name}\n${each.resume}`, each.jd)).toBe(base.get(each))
    }
  })
})

describe('a job with demands about the person', () => {
  test.each([
    '汉族',
    '北京户口',
    '形象好，气质佳',
    '党员优先',
    '1995年后出生',
    '35岁以下，男性',
    '年轻有活力',
    '应届生优先',
    '身高165cm以上',
  ])('%s: asks nothing of the match', (line) => {
    for (const { resume, jd } of samplePairs.filter(isChinese)) {
      const asked = `${jd}\n9、${line}`
      expect(scoreOf(resume, asked)).toBe(scoreOf(resume, jd))
      expect(scoreOf(`${line}\n${resume}`, asked)).toBe(scoreOf(resume, asked))
    }
  })
  test.each([
    'US citizen only',
    'Young and energetic',
    'Recent graduates only',
    'Must be a native English speaker',
    'Male candidates preferred',
    'Age 25-35',
  ])('%s: asks nothing of the match', (line) => {
    for (const each of samplePairs.filter((one) => !isChinese(one))) {
      expect(scoreOf(each.resume, `${each.jd}\n- ${line}`)).toBe(scoreOf(each.resume, each.jd))
    }
  })
})
