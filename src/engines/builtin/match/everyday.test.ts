import { describe, expect, test } from 'vitest'
import { readJob } from './job/job.ts'
import { matchTexts } from './match.ts'
import { degreeMentions } from './read/degrees.ts'
import { stanceAt } from './read/negation.ts'

const today = 2026 * 12 + 10
const match = (resumeText: string, jdText: string) =>
  matchTexts({ resumeText, jdText }, today, { name: 'test', version: '0' }).data
const statusOf = (resumeText: string, jdText: string, text: string) =>
  match(resumeText, jdText).requirements.find((each) => each.text === text)?.status
const asked = (jdText: string) =>
  readJob(jdText, undefined).requirements.map(({ text, kind, priority }) => [text, kind, priority])

const clerk = '陈丽\n2018.07-至今 恒兴商贸公司 会计\n全盘账务，纳税申报'
const carer = '2024-26 care assistant, Oak Lodge nursing home\nwashing and dressing residents, night shifts'

describe('years', () => {
  test.each(['三年以上工作经验', '3年以上工作经验', '三年以上'])(
    '%s count for any work, or for the title',
    (years) => {
      expect(statusOf(clerk, `会计\n任职要求：\n${years}\n会用金蝶`, years)).toBe('met')
    },
  )
  test('a demand in months is a demand for years', () => {
    const ad = "Care assistant\nRequirements:\n6 months' care experience\nkind"
    expect(statusOf(carer, ad, "6 months' care experience")).toBe('met')
    expect(
      readJob('Nurse\nRequirements:\nACLS within 6 months of hire', undefined).requirements,
    ).toMatchObject([{ kind: 'certificate', yearsMin: undefined }])
  })
  test('work of the same trade may count for the field without naming it', () => {
    const plumber = '2012 - 2020 plumber, Mears\nleaks, taps and radiators in 8 flats a day'
    const ad = 'Plumber\nRequirements:\n3 years domestic experience\nown tools'
    expect(statusOf(plumber, ad, '3 years domestic experience')).toBe('partly')
    expect(statusOf(carer, ad, '3 years domestic experience')).toBe('not_met')
  })
  test("years in words count too, and years of the title's work", () => {
    const groomer = 'dog groomer 4 years, hand stripping, poodles and doodles'
    const wanted = 'Dog groomer wanted, 2 years in a salon, scissoring'
    expect(match(groomer, wanted).requirements[0]?.status).toBe('partly')
    const courier = '快递员3年，送件180票一天'
    expect(statusOf(courier, '招快递员，一年以上快递经验，会骑电动车', '一年以上快递经验')).toBe('met')
  })
  test.each(['21年到现在 美容师，做脸', '21年3月到现在 美容师，做脸'])('%s is a span', (line) => {
    expect(statusOf(`${line}\n卖卡`, '美容师\n任职要求：\n3年以上美容经验', '3年以上美容经验')).toBe('met')
  })
})

describe('wording', () => {
  test("work since a month continues; a licence since a month isn't years of work", () => {
    const ad = 'Maths tutor\nRequirements:\n2 years tutoring\nown laptop'
    expect(statusOf('Imran\nmaths tutor since oct 2023: 30 pupils, evenings', ad, '2 years tutoring')).toBe(
      'met',
    )
    expect(statusOf('Imran\nlicensed maths tutor since oct 2023', ad, '2 years tutoring')).not.toBe('met')
  })
  test.each(['excel一般', 'excel basic, word', 'excel (basic)'])('%s is only mentioned briefly', (line) => {
    expect(stanceAt(line, 0, 5)).toBe('basic')
  })
  test('`no more than five minutes` is not a denial', () => {
    const line = 'no more than 5 minutes in python'
    expect(stanceAt(line, line.indexOf('python'), line.length)).toBe('shown')
  })
  test.each(['Mastercam plus', 'bilingual Spanish pref', 'native swift is nice'])(
    '%s is preferred',
    (line) => {
      expect(asked(`Machinist\nRequirements:\nruns a lathe\n${line}`)[1]?.[2]).toBe('preferred')
    },
  )
  test("years of other work don't count half", () => {
    const both = '2025.09-至今 某公司 会计，记账报税\n2019.01-2025.08 某超市 理货员'
    const ad = '会计\n任职要求：\n3年以上会计经验\n细心'
    const credit = match(both, ad).requirements[0]?.credit
    expect(credit).toBeLessThan(0.86)
  })
  test("a school teacher's certificate isn't work, nor a kindergarten certificate", () => {
    const ad = '语文老师\n任职要求：\n小学语文教师资格证\n有耐心'
    expect(asked(ad)[0]).toEqual(['小学语文教师资格证', 'certificate', 'must'])
    const text = '小学语文教师资格证'
    expect(statusOf('薛彤\n2022-至今 中班主班\n幼儿园教师资格证', ad, text)).not.toBe('met')
  })
})

describe('consecutive demands', () => {
  test('a demand after a preferred one is separate', () => {
    expect(asked('仓管员\n任职要求：\n有叉车证优先，细心负责')).toEqual([
      ['有叉车证优先', 'certificate', 'preferred'],
      ['细心负责', 'other', 'must'],
    ])
    expect(asked('美容师\n任职要求：\n要有1年以上经验 有美容师证更好 健康证')).toEqual([
      ['要有1年以上经验', 'years', 'must'],
      ['有美容师证更好', 'certificate', 'preferred'],
      ['健康证', 'certificate', 'must'],
    ])
  })
  test('a certificate in a list of short demands is a requirement of its own; an alternative is not', () => {
    expect(asked('小区保安\n任职要求：\n初中以上，保安证，退伍军人优先').map(([text]) => text)).toEqual([
      '初中以上',
      '保安证',
      '退伍军人优先',
    ])
    expect(asked('会计\n任职要求：\n初级会计证，注册会计师，或税务师')).toHaveLength(1)
  })
  test('of two numbers both count', () => {
    const years = readJob('经理\n任职要求：\n5年以上销售经验，其中2年团队管理经验', undefined).requirements
    expect(years.map(({ yearsMin }) => yearsMin)).toEqual([5, 2])
  })
  test('sentences end without capitals too', () => {
    expect(
      asked('barista\nrequirements:\nlatte art. drivers license clean. 3 yrs exp. in cafes'),
    ).toHaveLength(3)
  })
})

test('a skill in a line of its own is a requirement', () => {
  expect(asked('招月嫂，会做月子餐，有健康证').map(([text]) => text)).toEqual(['会做月子餐', '有健康证'])
})

test('pay and working hours are not requirements', () => {
  const hours = [
    '£13.20 ph.',
    '28 hours a week incl. Saturdays.',
    '£25/h',
    '55-70k EUR',
    '48 hours guaranteed',
  ]
  expect(asked(`Dog groomer\nRequirements:\n${hours.join('\n')}\nscissoring`)).toHaveLength(1)
  const chinese = ['底薪4000+佣金', '月入1万以上', '上班时间8:00-17:30', '早晚班轮休']
  expect(asked(`司机\n任职要求：\n${chinese.join('\n')}\n会修车`)).toHaveLength(1)
})

test.each([
  ['B.A. English, DePaul University, 2018', 3],
  ['MA Social Work, University of Nottingham 2022', 4],
  ['High school diploma or GED', 1],
  ['coded to BS EN ISO 9606', undefined],
  ['初中以上学历', 0],
  ['初中英语老师', undefined],
])('%s is a degree of level %s', (text, level) => {
  expect(degreeMentions(text.toLowerCase())[0]?.level).toBe(level)
})

test("a line with a degree isn't pasted text", () => {
  const resume =
    '秦玲\n2021-至今 老百姓大药房 营业员 接待顾客，推荐OTC，近效期登记\n中专 药剂\n药士资格证，健康证'
  const ad = '药店店员\n要求：中专以上，药学、药剂专业；有健康证；懂医保刷卡'
  expect(statusOf(resume, ad, '中专以上')).toBe('met')
})

test("the second level of Mandarin isn't the first, one kind of welding isn't another", () => {
  const teacher = '2023-至今 托管班老师\n普通话二级乙等'
  expect(statusOf(teacher, '语文老师\n任职要求：\n普通话二级甲等及以上', '普通话二级甲等及以上')).not.toBe(
    'met',
  )
  expect(statusOf('普通话二级甲等\n2020-至今 前台', '前台\n任职要求：\n普通话标准', '普通话标准')).toBe('met')
  const welder = '2020-2025 铁艺店 焊工\n不会氩弧焊，会手工焊'
  expect(statusOf(welder, '焊工\n任职要求：\n会氩弧焊', '会氩弧焊')).not.toBe('met')
})

test("a level of English isn't a driving licence", () => {
  const ad = 'Plumber\nRequirements:\nfull UK driving licence\nneat'
  expect(statusOf('Ines\nEnglish (C1)\n2019-2024 designer', ad, 'full UK driving licence')).toBe('not_met')
})

test('a match without met requirements is not strong', () => {
  const { recommendation } = match(
    'Line cook, Copper Pot, 2019-2026\ngrill and saute station, prep of sauces and stocks',
    'Line cook\nRequirements:\nEpic charting done daily here',
  )
  expect(recommendation).not.toMatch(/^Strong/u)
})
