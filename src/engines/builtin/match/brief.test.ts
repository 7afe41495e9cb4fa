import { describe, expect, test } from 'vitest'
import { matchTexts } from './match.ts'
import { monthNumber } from './read/dates.ts'

/** Readings of ads of a few lines and of resumes: requirements, refusals, echoes, headings. */

const match = (resumeText: string, jdText: string) =>
  matchTexts({ resumeText, jdText }, monthNumber(2026, 11), { name: 'test', version: '0' })
const requirementsOf = (jdText: string) => match('x', jdText).data.requirements

describe('a brief ad without headings', () => {
  const ad =
    'Line cook wanted, busy gastropub. 2+ years on grill and fry stations.\nFood handler card, nights.\n$21/hr plus tips.'
  test('requires the listed items, not its title or its pay', () => {
    expect(requirementsOf(ad).map(({ text }) => text)).toEqual([
      '2+ years on grill and fry stations.',
      'Food handler card',
      'nights.',
    ])
  })
  test.each([
    ['HVAC Technician\nEPA 608 Universal.\n3+ years.', '3+ years.'],
    ['Graphic Designer\nMust have\n3-5 yrs\nstrong Illustrator', '3-5 yrs'],
  ])('years alone are years: %j', (jd, text) => {
    expect(requirementsOf(jd).find((each) => each.text === text)?.kind).toBe('years')
  })
  test("years without a subject are years of the title's work", () => {
    const jd = 'Barista, specialty coffee shop. Espresso, latte art. 1 year experience.'
    const status = (resume: string) =>
      match(resume, jd).data.requirements.find(({ kind }) => kind === 'years')?.status
    expect(status('Walter, petroleum engineer\nReservoir simulation, 2008-2022')).toBe('not_met')
    expect(status('Barista at Heart Roasters, 2021-2024, latte art')).toBe('met')
  })
  test('a long ad requires only items with a cue', () => {
    const prose = Array.from({ length: 20 }, (_, index) => `Office ${index} has coffee, tea and sun.`).join(
      '\n',
    )
    expect(requirementsOf(`Software Engineer\n${prose}`)).toEqual([])
  })
})

describe('headings of requirements', () => {
  test.each(['You might be a fit if you', 'Your skills', 'Essential criteria', 'We expect', 'What it takes'])(
    '%s',
    (heading) => {
      const jd = `Backend Engineer\nResponsibilities\n- Design services\n${heading}\n- 5+ years of Python\n- PostgreSQL`
      const found = requirementsOf(jd)
      expect(found.map(({ text }) => text)).not.toContain(heading)
      expect(found.find(({ text }) => text.includes('Python'))?.kind).toBe('years')
    },
  )
  test.each(['你具备', '候选人要求', '素质要求', '硬性条件', '理想的你'])('%s', (heading) => {
    const jd = `后端工程师\n岗位职责\n1、负责支付系统；\n${heading}\n1、5年以上Python经验；\n2、熟悉PostgreSQL；`
    const found = requirementsOf(jd)
    expect(found.map(({ text }) => text)).not.toContain(heading)
    expect(found.find(({ text }) => text.includes('Python'))?.kind).toBe('years')
  })
  test("the name of a post isn't its work", () => {
    expect(requirementsOf('岗位：招聘专员\n要求：1-3年招聘经验').map(({ text }) => text)).not.toContain(
      '招聘专员',
    )
  })
})

describe('a refusal is no evidence of the refused thing', () => {
  const zh = 'Java开发工程师，3年以上经验，熟悉Spring Boot、MySQL'
  const guard = '李强\n保安 2018.03-2024.01 某物业公司\n负责小区巡逻，登记来访车辆'
  test.each(['不会 Java，没用过 Spring', '不懂MySQL', '没有Java经验'])('%s', (line) => {
    expect(match(`${guard}\n${line}`, zh).unroundedScore - match(guard, zh).unroundedScore).toBeLessThan(1)
  })
  test("a refusal to travel doesn't meet a demand for travel", () => {
    const jd = '销售代表\n任职要求\n1. 2年销售经验\n2. 能适应频繁出差'
    const status = (line: string) =>
      match(`2019-2023 某公司 销售代表，年销售额500万\n${line}`, jd).data.requirements.find(({ text }) =>
        /出差/u.test(text),
      )?.status
    expect(status('不接受出差')).toBe('not_met')
    expect(status('可接受出差')).not.toBe('not_met')
  })
})

test('text that only repeats the job is reported as named, with its quote, not as missing', () => {
  const jd = 'Data Engineer\nRequirements\n- Python\n- Experience with Spark and Airflow\n- Terraform'
  const cook =
    'Cook, Grand Hotel, Mar 2018 - May 2023\n- Made breakfast for 400 guests a day\n- Ordered the vegetables'
  const list = 'Python, Spark, Airflow, Terraform'
  const gaps = match(`${cook}\n${list}`, jd).data.gaps.join('\n')
  expect(gaps).toContain(`only named, in the words of the job description ("${list}")`)
  expect(match(cook, jd).data.gaps.join('\n')).not.toContain('only named')
})

test('an employer is not a field of study', () => {
  const jd = '机械工程师\n任职要求\n1. 机械相关专业\n2. 熟悉SolidWorks'
  const status = (resume: string) =>
    match(resume, jd).data.requirements.find(({ kind }) => kind === 'major')?.status
  expect(status('2019-2024 某机械公司 职员，用SolidWorks画图')).toBe('not_met')
  expect(status('2015-2019 某大学 机械工程 本科\n2019-2024 某公司 职员，用SolidWorks画图')).toBe('met')
})

test('years after a comma and after a trade are years of it', () => {
  const years = (resume: string, jd: string) =>
    match(resume, jd).data.requirements.find(({ kind }) => kind === 'years')?.status
  expect(years('UI设计师，4年，做过电商和金融App', 'UI设计师\n要求\n1. 3年以上UI设计经验')).toBe('met')
  expect(
    years('barista 3 years, specialty shop', 'Barista\nRequirements\n- 2+ years of barista experience'),
  ).toBe('met')
})

test('without open requirements no question is left', () => {
  const { recommendation, gaps } = match('用 Python 做过三个项目', '任职要求：\n1. 熟悉 Python').data
  expect(gaps).toEqual([])
  expect(recommendation).not.toContain('待确认')
})

test('a job listed under education with its own title is work', () => {
  const resume = '教育背景\n2014-2018 某大学 本科\nJava开发工程师\n2018.07-2023.06 某公司\n用Java开发订单系统'
  const found = match(resume, 'Java开发工程师\n要求\n1. 3年以上Java经验').data.requirements
  expect(found.find(({ kind }) => kind === 'years')?.status).toBe('met')
})

test("stating a degree and its subject isn't pasted text", () => {
  const jd = '急诊科护士，大专以上护理专业，有护士执业证，2年以上三甲医院经验，能倒夜班'
  const resume = '2016-2021 某三甲医院 ICU护士，护师职称\n2021至今 某民营医院 护士长，带12名护士'
  const evidence = (text: string) =>
    match(text, jd).data.requirements.find(({ kind }) => kind === 'degree')?.evidence ?? null
  expect(evidence(`${resume}\n护士执业证，大专 护理学`)).toBe('护士执业证，大专 护理学')
  expect(evidence(resume)).toBeNull()
})

test('years in another field are years of the title before them', () => {
  const jd = 'Senior Accountant\n- CPA\n- 5+ years\n- month-end close'
  const resume = 'Tom Reed. Accountant, CPA, 7 years in manufacturing; month-end close, SAP.'
  expect(match(resume, jd).data.requirements.find(({ kind }) => kind === 'years')?.status).toBe('met')
})
