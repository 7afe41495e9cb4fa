import { expect, test } from 'vitest'
import { matchTexts } from '../match.ts'
import { monthNumber } from '../read/dates.ts'

const today = monthNumber(2026, 11)
const match = (resumeText: string, jdText: string) =>
  matchTexts({ resumeText, jdText }, today, { name: 'test', version: '0' }).data
const told = (resume: string, jd: string, of: string) => {
  const { strengths, gaps } = match(resume, jd)
  return [...strengths, ...gaps].find((sentence) => sentence.includes(of))
}

const developer = `工作经历
2021.04-2024.08 某软件公司 Java开发工程师
参与订单库的 MySQL 分库分表改造
引入 Kafka 削峰，接口耗时下降七成
用 Redis 做库存预扣
教育背景
2017.09-2021.06 某学院 软件工程 本科`

test('every partly met gap has a quote and names the missing part', () => {
  const jd = '任职要求：\n1、5年以上Java开发经验\n2、熟悉MySQL、Flink'
  expect(told(developer, jd, '5年以上')).toBe(
    '「5年以上Java开发经验」：部分符合，简历原文：「2021.04-2024.08 某软件公司 Java开发工程师」',
  )
  expect(told(developer, jd, 'Flink')).toBe(
    '「熟悉MySQL、Flink」：部分符合，未提及Flink，简历原文：「参与订单库的 MySQL 分库分表改造」',
  )
})

test('a skill being learned does not count and is quoted', () => {
  const resume = 'Experience\n2019 - 2024 Buyer, Acme\nNegotiated prices\nTaking a course in Python'
  expect(told(resume, 'Requirements:\n- Experience with Python', 'Python')).toBe(
    '"Experience with Python": only touched on ("Taking a course in Python"), which is too little to count',
  )
})

test('several names are shown by the fewest sentences that contain them', () => {
  expect(told(developer, '任职要求：\n1、熟悉MySQL、Redis、Kafka', '熟悉MySQL')).toBe(
    '符合「熟悉MySQL、Redis、Kafka」，简历原文：「参与订单库的 MySQL 分库分表改造」「用 Redis 做库存预扣」' +
      '「引入 Kafka 削峰，接口耗时下降七成」',
  )
})

test('evidence of a degree is a degree; evidence of years is a dated job', () => {
  const resume = `Accounting and audit professional
Experience
Rocky Supply, Accountant, 07/2019 - 12/2023
Closed the books each month and filed sales tax
Education
BA English Literature, Ohio State University, 2017`
  const jd =
    "Requirements:\n- Bachelor's degree in Accounting or related field\n- 3+ years of accounting experience"
  expect(match(resume, jd).requirements.map(({ evidence }) => evidence)).toEqual([
    'BA English Literature, Ohio State University, 2017',
    'Rocky Supply, Accountant, 07/2019 - 12/2023',
  ])
})

test('the exact name is better evidence than a case of it', () => {
  const resume = 'Experience\n2018 - 2024 Clerk, Acme\nTuned MySQL for reports\nKept databases of all parts'
  expect(match(resume, 'Requirements:\n- Experience with databases').requirements[0]?.evidence).toBe(
    'Kept databases of all parts',
  )
})

test('one of several listed fields of study is sufficient', () => {
  const [major] = match(
    '教育背景\n2017-2021 某大学 统计学 本科',
    '任职要求：\n统计学、数学、计算机等相关专业',
  ).requirements
  expect(major?.status).toBe('met')
})

test('keywords are in the resume, literally or under another name', () => {
  const jd = '任职要求：\n1、熟悉Kubernetes、Excel\n2、会使用办公软件、ERP系统'
  const resume = '工作经历\n2019-2024 某公司 运维\n维护 K8s 集群，用 Excel 和 SAP 记账'
  expect(match(resume, jd).keywords).toEqual(['Kubernetes', 'Excel'])
  expect(match('维护 Kubernetes 集群', '任职要求：\n熟悉K8s').keywords).toEqual(['K8s'])
})

test('a term with two meanings is missing once', () => {
  const gap = told('工作经历\n2010-2018 某厂 焊工\n有焊工证', '任职要求：\n焊工证和特种作业操作证', '焊工证')
  expect(gap?.match(/特种作业操作证/g)).toHaveLength(2)
})

test('a term mentioned too briefly is reported with its quote, not as missing', () => {
  const resume =
    'Experience\n2019 - 2024 Buyer, Acme\nNegotiated prices\nSkills\nI took an online course on AWS.'
  expect(told(resume, 'Requirements:\n- Experience with AWS', 'AWS')).toBe(
    '"Experience with AWS": only touched on ("I took an online course on AWS."), which is too little to count',
  )
})

test('hours and permits ask for confirmation, not for an example', () => {
  const jd =
    'Requirements:\n- 2 years of nursing\n- Flexible for weekend shifts\n- Must be authorized to work in the US'
  const { actions, gaps } = match('Experience\n2016 - 2024 Nurse, Mercy Hospital\nCared for six patients', jd)
  expect(actions).toContain('Confirm with the candidate: "Flexible for weekend shifts"')
  expect(actions).toContain('Confirm with the candidate: "Must be authorized to work in the US"')
  expect(gaps.join()).not.toContain('authorized')
})

test.each([
  ['负责SAP上线', '任职要求：\n熟练操作金蝶或用友'],
  ['reconciled accounts monthly', 'Requirements:\n- Knowledge of US GAAP'],
  ['CPR/BLS certified', 'Requirements:\n- ICU experience'],
])('one thing is no evidence for another of its kind: %s, %s', (work, jd) => {
  const { requirements } = match(`Experience\n2019 - 2024 Clerk, Acme\n${work}`, jd)
  expect(requirements.map(({ status }) => status)).not.toContain('met')
})
