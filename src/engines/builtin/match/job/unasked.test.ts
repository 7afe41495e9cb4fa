import { describe, expect, test } from 'vitest'
import { readJob } from './job.ts'

/** The requirements read from a line under a heading of requirements. */
const zh = (line: string, heading = '任职要求：'): string[] =>
  readJob(
    `Java开发工程师\n${heading}\n1、熟悉Spring Boot\n${line}\n3、熟悉MySQL`,
    'Java开发工程师',
  ).requirements.map(({ text }) => text)
const en = (line: string, heading = 'Requirements:'): string[] =>
  readJob(
    `Data Engineer\n${heading}\n- Experience with Python\n- ${line}\n- Experience with Kafka`,
    'Data Engineer',
  ).requirements.map(({ text }) => text)

describe('sentences without a demand are not requirements', () => {
  test.each([
    'Java开发工程师',
    '公司：杭州某某信息技术有限公司，从事物流软件',
    '汇报对象：技术总监',
    '直接向研发副总裁汇报',
    '月薪：15-25K·14薪',
    '税前20-30万',
    '工作时间：9:00-18:00，双休',
    '周一至周五，做五休二',
    '试用期3个月',
    '合同制员工，同工同酬',
    '部门：支付平台研发部',
    '因业务扩张，现招后端工程师3名',
    '有意者请将简历发至邮箱',
    '面试流程：两轮技术面加一轮HR面',
    '请携带身份证原件前来面试',
  ])('zh: %s', (line) => expect(zh(line)).toEqual(['熟悉Spring Boot', '熟悉MySQL']))

  test.each([
    'Data Engineer',
    'Company: Northwind Logistics, 400 people',
    'Reports to the Head of Data',
    'Reporting to: Chief Technology Officer',
    '$120,000 to $140,000 per year',
    '£55k-£65k plus bonus',
    'Hours: Monday to Friday, 9 to 5',
    '40 hours per week',
    'Full-time, permanent',
    '6-month contract, outside IR35',
    'W2 only, no C2C',
    'Team: Data Platform',
    'Apply with a CV and a short cover letter',
    'Closing date: 12 December',
    'No agencies please',
  ])('en: %s', (line) => expect(en(line)).toEqual(['Experience with Python', 'Experience with Kafka']))
})

describe('sentences with a demand are requirements', () => {
  test.each([
    '管理过年薪百万级团队的预算',
    '有合同审核经验',
    '熟悉薪酬核算，做过6000人的薪资发放',
    '组织过校园招聘与面试',
    '向董事会汇报过技术规划',
  ])('zh: %s', (line) => expect(zh(line)).toHaveLength(3))
  test.each([
    'Managed a budget of $2m or more',
    'Experience drafting contracts',
    'Ran reports for the finance team',
    'Experience with payroll for 500 staff',
    'Full-time degree in computer science',
  ])('en: %s', (line) => expect(en(line)).toHaveLength(3))
})

describe('a bracket belongs to its clause', () => {
  test('examples in brackets stay in the clause', () => {
    expect(en('Experience with a cloud provider (AWS, Azure or GCP)')).toContain(
      'Experience with a cloud provider (AWS, Azure or GCP)',
    )
    expect(zh('2、熟悉消息队列（Kafka、RocketMQ等）')).toContain('熟悉消息队列（Kafka、RocketMQ等）')
  })
  test.each([
    ['en', 'Experience with a cloud provider (AWS preferred)'],
    ['zh', '2、熟悉任一云平台（阿里云优先）'],
  ])('%s: a preference in brackets does not lower the demand: %s', (language, line) => {
    const text =
      language === 'zh' ? `后端\n任职要求：\n1、熟悉Go\n${line}` : `Engineer\nRequirements:\n- Go\n- ${line}`
    const { requirements } = readJob(text, undefined)
    expect(requirements.at(-1)?.text).toBe(line.replace('2、', ''))
    expect(requirements.at(-1)?.priority).toBe('must')
  })
})
