import { expect, test } from 'vitest'
import { matchTexts } from '../match.ts'
import { monthNumber } from '../read/dates.ts'
import { readJob } from './job.ts'

const asked = (text: string) => readJob(text, undefined).requirements.map((each) => each.text)
const statuses = (resumeText: string, jdText: string) =>
  matchTexts({ resumeText, jdText }, monthNumber(2026, 11), {
    name: 'test',
    version: '0',
  }).data.requirements.map(({ status }) => status)

test("a budget isn't pay, and a sentence may end with a percentage", () => {
  expect(
    asked(`Marketing Manager
Responsibilities:
- Plan campaigns with a monthly budget of $150k
- $90k base
Requirements:
- Travel up to 40%. MBA is a plus.`),
  ).toEqual(['Plan campaigns with a monthly budget of $150k', 'Travel up to 40%.', 'MBA is a plus.'])
})

test('in a brief ad, `we need` introduces requirements', () => {
  expect(
    asked('Forklift Operator. We need someone with a valid forklift licence, at least 1 year of work.'),
  ).toEqual(['We need someone with a valid forklift licence', 'at least 1 year of work.'])
})

test('in a brief ad, the location is not a requirement', () => {
  expect(asked('Dental assistant for our Tulsa office\n- 1 year of chairside experience\n- X-rays')).toEqual([
    '1 year of chairside experience',
    'X-rays',
  ])
})

test('the fluency is part of a language requirement', () => {
  const jd = '任职要求：\n1、良好的英文沟通能力'
  expect(statuses('工作经历\n2019-2024 某公司 采购\n每天用英语与美国团队开会', jd)).toEqual(['met'])
})

test.each([
  ['a subject is shown where studies are told', '教育背景\n2016-2020 某大学 会计学 本科', 'met'],
  [
    'not by a department',
    '2016-2020 某公司 行政\n对接会计部门报销\n教育背景\n2012-2016 某大学 历史 本科',
    'partly',
  ],
])('%s', (_, resume, status) => {
  expect(statuses(resume, '任职要求：\n1、会计、财务管理等相关专业本科以上学历')).toEqual([status])
})

test.each([
  ['工作经历\n2024.1-2024.12 某公司 Java工程师\n开发接口\n自我评价\n5年以上Java开发经验是我的目标', 'partly'],
  ['工作经历\n2019.1-2024.12 某公司 Java工程师\n开发接口', 'met'],
])('years that are a goal are none: %j', (resume, status) => {
  expect(statuses(resume, '任职要求：\n1、5年以上Java开发经验')).toEqual([status])
})

test.each(['学 历|本 科|专 业|历史', 'BA History, Leeds University, 2016', 'B.Sc. History, 2016'])(
  '%j contains a degree',
  (resume) => {
    expect(statuses(`工作经历\n2019-2024 某公司 采购\n${resume}`, '任职要求：\n1、本科及以上学历')).toEqual([
      'met',
    ])
  },
)

test.each(['2018 日本 科技展', '某大学 士兵', '根本 科学', 'BA for a portal, Leeds University'])(
  '%j contains no degree',
  (resume) => {
    expect(
      statuses(`工作经历\n2019-2024 某公司 采购\n${resume}`, '任职要求：\n1、本科及以上学历'),
    ).not.toContain('met')
  },
)

test('Massachusetts is not a degree', () => {
  const resume = 'Experience\n2016 - 2024 Clerk, Acme\nBoston, MA, Simmons Street, near Boston College'
  expect(statuses(resume, "Requirements:\n- Master's degree")).not.toContain('met')
})

test('years refer to the adjacent subject', () => {
  const jd = '任职要求：\n1、5年以上财务工作经验，其中至少2年管理经验'
  expect(statuses('工作经历\n2016.3-2024.9 某电子厂 人事行政主管\n管理5人团队', jd)).not.toContain('met')
  const warehouse = '任职要求：\n1、1年以上仓库经验，吴江开发区，两班倒'
  expect(statuses('仓管员3年，收发货、盘点都做', warehouse)).not.toContain('not_met')
})
