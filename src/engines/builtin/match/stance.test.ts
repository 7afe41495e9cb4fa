import { describe, expect, test } from 'vitest'
import { matchTexts } from './match.ts'
import { monthNumber } from './read/dates.ts'

/** The stance of a resume towards a thing that it names, and the requirements of a job in any format. */

const today = monthNumber(2026, 11)
const match = (resumeText: string, jdText: string) =>
  matchTexts({ resumeText, jdText }, today, { name: 'test', version: '0' }).data
const status = (line: string, asked: string): string | undefined =>
  match(`工作经历\n2018.07-2022.06 某公司 职员\n${line}`, `职位\n任职要求：\n1. ${asked}`).requirements[0]
    ?.status

describe('wished for, being learned, or failed: not met', () => {
  test.each([
    ['负责总账，正在备考 CPA', '持有CPA证书', 'not_met'],
    ['CPA (not passed)', '持有CPA证书', 'not_met'],
    ['CPA（未通过）', '持有CPA证书', 'not_met'],
    ['CPA 在考', '持有CPA证书', 'not_met'],
    ['2021 年通过 CPA', '持有CPA证书', 'met'],
    ['正在学习 Kafka', '熟悉 Kafka', 'not_met'],
    ['currently learning Kafka', '熟悉 Kafka', 'not_met'],
    ['对 Kafka 感兴趣', '熟悉 Kafka', 'not_met'],
    ['interested in Kafka', '熟悉 Kafka', 'not_met'],
    ['用 Kafka 做消息队列', '熟悉 Kafka', 'met'],
    ['高中毕业，目标本科', '本科及以上学历', 'not_met'],
    ['使用 Appium 做自动化测试', '熟悉 Selenium', 'not_met'],
    ['Skills: C, R, Python', '熟悉 C 和 R', 'met'],
    ['推广维生素 C，C端产品', '熟悉 C 语言', 'not_met'],
  ])('%s: %s is %s', (line, asked, expected) => expect(status(line, asked)).toBe(expected))

  test('the word master as a person is not a degree', () => {
    expect(status('硕士导师的助理', '硕士学历')).not.toBe('met')
  })
})

describe('years', () => {
  const found = (resume: string, jd: string) => match(resume, jd).requirements.map((each) => each.status)
  test('after each name separately', () => {
    const jd = 'Backend Engineer\nRequirements:\n- 4+ years of Go\n- 4+ years of Java'
    expect(found('Skills: Go (5+ years), Java (2 years)', jd)).toEqual(['met', 'partly'])
    const asked = match('Experience\nGo Engineer, Acme, 2015 - 2022', 'Dev\nRequirements:\n- Go (5+ years)')
    expect(asked.requirements[0]).toMatchObject({ kind: 'years', status: 'met' })
  })
  test('a month in any spelling is the same month', () => {
    const jd = 'Java工程师\n任职要求：\n1. 3年以上Java经验'
    const scores = ['2016.01-2020.03', '2016年1月-2020年3月', '2016/01 – 2020/03', '2016-01 至 2020-03'].map(
      (span) => match(`工作经历\n${span} 某公司 Java工程师\n开发 Java 服务`, jd).score,
    )
    expect(new Set(scores).size).toBe(1)
  })
})

describe('a job in another format has the same requirements', () => {
  const resume = 'Experience\nData Analyst, Acme, 2018 - 2022\n- Built reports in SQL and Python'
  const texts = (jd: string) => match(resume, jd).requirements.map(({ text }) => text)
  test('HTML', () => {
    const jd =
      '<h2>Data Analyst</h2><ul><li>3+ years of experience with Python</li><li><b>Strong SQL skills</b></li></ul><p>Nice to have</p><ul><li>Tableau</li></ul>'
    expect(texts(jd)).toEqual(['3+ years of experience with Python', 'Strong SQL skills', 'Tableau'])
    expect(match(resume, jd).requirements.map(({ priority }) => priority)).toEqual([
      'must',
      'must',
      'preferred',
    ])
  })
  test("entities are decoded, and don't end a sentence", () => {
    const jd =
      'Requirements:\n- 3&nbsp;years&nbsp;of&nbsp;Python\n- R&amp;D&#x20;reports\n- <span>SQL</span><span>Tableau</span>\n- vector<int> in C++'
    expect(texts(jd)).toEqual(['3 years of Python', 'R&D reports', 'SQL Tableau', 'vector<int> in C++'])
    const plain = 'Requirements:\n- 3 years of Python\n- R&D reports\n- SQL Tableau\n- vector<int> in C++'
    expect(match(resume, jd).requirements).toEqual(match(resume, plain).requirements)
  })
  test('a semicolon after an ampersand ends a sentence, and teams are not an employer', () => {
    expect(texts('Requirements:\n- Experience with P&ID; knowledge of AutoCAD')).toHaveLength(2)
    const jd = '任职要求：\n熟悉SQL\n团队管理：\n5年以上团队管理经验，熟悉Scrum\n语言能力：\n英语流利'
    expect(texts(jd)).toEqual(expect.arrayContaining(['5年以上团队管理经验', '熟悉Scrum', '英语流利']))
  })
  test('a waiver ends at the next demand', () => {
    const demands = ['无需经验 会Excel 会Java', 'you do not need a degree if you have 5 years of java']
    for (const jd of demands) expect(match('厨师', jd).requirements).toHaveLength(1)
  })
  test("Markdown: its syntax isn't quoted", () => {
    const jd =
      '# Data Analyst\n\n## Requirements\n- **Python**: 3+ years\n- **SQL** and *Tableau*\n- `dbt` experience'
    expect(texts(jd)).toEqual(['Python: 3+ years', 'SQL and Tableau', 'dbt experience'])
    const { gaps, strengths, actions } = match(resume, jd)
    expect([...gaps, ...strengths, ...actions].join()).not.toMatch(/\*|`/)
  })
})

describe('score and words agree', () => {
  test("with the only must met, a match isn't poor", () => {
    expect(match('用 Python 做过三个项目', '任职要求：\n1. 熟悉 Python').recommendation).toMatch(/匹配/)
    expect(match('用 Python 做过三个项目', '任职要求：\n1. 熟悉 Python').score).toBeGreaterThan(56)
  })
  test("with no must met, a match isn't good", () => {
    const { score, recommendation } = match(
      '护士\n2018-2022 护士，负责病区护理',
      '护士\n任职要求：\n1. 持有执业医师证\n2. 精通日语',
    )
    expect(score).toBeLessThan(56)
    expect(recommendation).not.toMatch(/优先安排|安排面试，/)
  })
  test('with nothing met, the score is low', () => {
    expect(match('厨师，做菜十年', 'Java工程师\n任职要求：\n1. 3年以上Java经验\n2. 本科').score).toBeLessThan(
      20,
    )
  })
})
