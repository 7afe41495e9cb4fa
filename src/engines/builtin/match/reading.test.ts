import { describe, expect, test } from 'vitest'
import { readClauses } from './job/clauses.ts'
import { readRequirements as readAll } from './job/requirements.ts'
import { monthNumber, monthSpans, unionMonths } from './read/dates.ts'
import { degreeAskedFor, degreeMentions } from './read/degrees.ts'
import { stanceAt } from './read/negation.ts'
import { yearsMentions } from './read/years.ts'
import { readResume } from './resume/resume.ts'

const today = monthNumber(2026, 11)
const readRequirements = (jd: string, title: string | undefined) => readAll(jd, readClauses(jd), title)
const read = (text: string) =>
  readResume(text, today, (all) => [...all], {
    norm: '',
    holdsWord: () => false,
    concepts: new Set(),
    title: '',
    titleKeys: new Set(),
  })

describe('dates', () => {
  test.each([
    ['2018.07-2023.06 某公司', 60],
    ['2018年7月至2019年6月', 12],
    ['2026年1月至今', 11],
    ['jan 2018 – mar 2019', 15],
    ['03/2019 - 04/2021', 26],
    ['2018-2021', 36],
    ['2020年3月1日-2021年4月30日', 14],
    ['2025.06 - present', 18],
    ['2019年', 0],
    ['电话 2018-2021-3344', 36],
    ['2021.05-2020.01', 0],
  ])('%s: %i months', (text, months) => expect(unionMonths(monthSpans(text, today))).toBe(months))

  test('parallel jobs count once', () => {
    expect(unionMonths(monthSpans('2018.01-2019.12 甲 2019.01-2020.12 乙', today))).toBe(36)
  })
  test('school, internships and projects are not employment', () => {
    const text =
      '教育背景\n2014.09-2018.06 浙江大学 本科\n实习经历\n2017.06-2017.09 某公司 实习生\n工作经历\n2018.07-2020.06 某公司 工程师\n项目经历\n2010.01-2012.01 某项目'
    expect(unionMonths(read(text).employment.jobs.map(({ span }) => span))).toBe(24)
  })
})

describe('degrees', () => {
  test.each([
    ['本科及以上学历', 3],
    ['大专以上', 2],
    ['硕士研究生优先', 4],
    ["bachelor's or master's degree in computer science", 3],
    ['ph.d. in statistics', 5],
    ['you must be able to lead', undefined],
    ['be computer science, mumbai university', 3],
    ['you will be computer literate', undefined],
    ['master the basics', undefined],
  ])('%s: %s', (text, level) => expect(degreeAskedFor(text)).toBe(level))

  test('a degree in progress is distinguished', () => {
    expect(degreeMentions('硕士在读')[0]?.inProgress).toBe(true)
    expect(degreeMentions('2015 硕士')[0]?.inProgress).toBe(false)
  })
  test('the highest one counts', () => {
    expect(read('教育\n2012-2016 某大学 本科\n2016-2019 某大学 硕士').degree?.level).toBe(4)
  })
})

describe('years', () => {
  test.each([
    ['3年以上java开发经验', 3],
    ['三年及以上相关工作经验', 3],
    ['3-5年工作经验', 3],
    ['at least 5 years of experience', 5],
    ['5+ years in software engineering', 5],
    ['3年后端开发经验', 3],
    ['3年前端经验', 3],
    ['十五年以上工作经验', 15],
    ['二十年工作经验', 20],
    ['二十五年工作经验', 25],
    ['两三年工作经验', 2],
    ['三五年工作经验', 3],
    ['三至五年工作经验', 3],
    ['十到十五年工作经验', 10],
    ['十二三年工作经验', 12],
    ['二〇一五年参加工作', undefined],
    ['3年后可转岗工作', undefined],
    ['2018年入职', undefined],
    ['公司成立10年', undefined],
    ['over the past 3 years the company grew', undefined],
    ['18 years old', undefined],
  ])('%s: %s', (text, min) => expect(yearsMentions(text)[0]?.min).toBe(min))
})

describe('denials', () => {
  test.each([
    ['不熟悉java', 'java', 'denied'],
    ['没有java经验', 'java', 'denied'],
    ['熟悉go,但不熟悉java', 'java', 'denied'],
    ['java:无', 'java', 'denied'],
    ['无线网络,熟悉java', 'java', 'shown'],
    ['no experience with java', 'java', 'denied'],
    ['i have not used java', 'java', 'denied'],
    ['willing to learn java', 'java', 'denied'],
    ['希望学习java', 'java', 'denied'],
    ['了解java', 'java', 'basic'],
    ['basic knowledge of java', 'java', 'basic'],
    ['不仅熟悉java', 'java', 'shown'],
    ['five years of java', 'java', 'shown'],
  ])('%s', (text, name, stance) => {
    const start = text.indexOf(name)
    expect(stanceAt(text, start, start + name.length)).toBe(stance)
  })
})

describe('requirements', () => {
  test('a Chinese line with several demands becomes one requirement each, word by word', () => {
    const jd =
      '任职要求：\n1、本科及以上学历，计算机相关专业，3年以上Java开发经验；\n2、熟悉MySQL、Redis，有Kafka经验者优先；'
    const found = readRequirements(jd, undefined)
    expect(found.map(({ text, kind, priority }) => [text, kind, priority])).toEqual([
      ['本科及以上学历', 'degree', 'must'],
      ['计算机相关专业', 'major', 'must'],
      ['3年以上Java开发经验', 'years', 'must'],
      ['熟悉MySQL、Redis', 'skill', 'must'],
      ['有Kafka经验者优先', 'skill', 'preferred'],
    ])
    for (const { text } of found) expect(jd).toContain(text)
  })
  test('an English job separates duties, musts and preferences, and leaves benefits out', () => {
    const jd =
      'Backend Engineer\nResponsibilities:\n- Build payment APIs\nRequirements:\n- 3+ years of Go or Java\n- Fluent English\nNice to have:\n- Kafka\nBenefits:\n- Free lunch'
    expect(
      readRequirements(jd, 'Backend Engineer').map(({ text, kind, priority }) => [text, kind, priority]),
    ).toEqual([
      ['Build payment APIs', 'duty', 'must'],
      ['3+ years of Go or Java', 'years', 'must'],
      ['Fluent English', 'language', 'must'],
      ['Kafka', 'skill', 'preferred'],
    ])
  })
  test('unlawful demands and empty phrases are not requirements', () => {
    const jd =
      '要求：熟悉Java，女性优先，25-30岁，能接受996，沟通能力强\n完成领导交办的其他工作\n熟悉薪资核算与五险一金办理'
    expect(readRequirements(jd, undefined).map(({ text }) => text)).toEqual([
      '熟悉Java',
      '沟通能力强',
      '熟悉薪资核算与五险一金办理',
    ])
  })
  test('one paragraph in English: each demand is a requirement', () => {
    const jd =
      'Driver. Requirements: valid CDL, 2 years of hauling experience, able to lift 50 lbs. React, CSS. 401(k), PTO.'
    expect(readRequirements(jd, 'Driver').map(({ text }) => text)).toEqual([
      'valid CDL',
      '2 years of hauling experience',
      'able to lift 50 lbs.',
      'React, CSS.',
    ])
  })
  test.each([
    '学历不限，无需本科',
    '经验不限',
    '专业不限，不要求英语',
    '无需持有CPA证书',
    'No degree required, no bachelor degree needed',
    'No experience needed',
    "You don't need 3 years of experience",
  ])('what is not asked for is no requirement: %s', (line) => {
    expect(readRequirements(`任职要求：\n${line}\n熟悉Java`, undefined).map(({ text }) => text)).toEqual([
      '熟悉Java',
    ])
  })
  test.each([
    ['本科及以上学历，专业不限', 'degree', 3],
    ['本科不限专业', 'degree', 3],
    ['大专以上学历，无需坐班', 'degree', 2],
    ['不限专业但需本科学历', 'degree', 3],
    ['Bachelor degree required, no experience needed', 'degree', 3],
    ['No less than a bachelor degree is required', 'degree', 3],
    ["You don't need a degree but 3 years of experience", 'years', undefined],
    ['没有本科学历勿投', 'degree', 3],
  ])('what is asked for beside it is one: %s', (line, kind, degree) => {
    const [found] = readRequirements(`任职要求：\n${line}`, undefined)
    expect(found).toMatchObject({ kind, degree, priority: 'must' })
  })
  test('a school as an employer is not a degree', () => {
    expect(degreeAskedFor('持有高中数学教师资格证')).toBe(undefined)
    expect(degreeAskedFor('高中以上学历')).toBe(1)
  })
  test('one of several is sufficient if the job says so', () => {
    const [any, all] = readRequirements('要求：\n熟悉Java或Go\n熟悉Java、Go', undefined)
    expect([any?.anyOf, all?.anyOf]).toEqual([true, false])
  })
})

describe('concepts', () => {
  test('the same thing has many names', () => {
    expect(read('工作经历\n搭建 K8s 容器编排平台').concepts.has('skills:kubernetes')).toBe(true)
    expect(read('熟悉 MySQL').concepts.has('skills:database')).toBe(true)
  })
  test('ordinary words are not names', () => {
    const { concepts } = read('Ready to go the extra mile and excel in my work')
    expect(concepts.has('skills:go')).toBe(false)
    expect(concepts.has('skills:excel')).toBe(false)
  })
})
