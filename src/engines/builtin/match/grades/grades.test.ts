import { describe, expect, test } from 'vitest'
import { matchTexts } from '../match.ts'
import { monthNumber } from '../read/dates.ts'

const chinese = /\p{Script=Han}/u
const found = (asked: string, line: string) => {
  const isChinese = chinese.test(asked)
  const jd = isChinese ? `职员\n任职要求：\n1. ${asked}` : `Position\n\nRequirements:\n- ${asked}`
  const work = chinese.test(line) ? '2016.03-2024.05 某公司 职员' : 'Clerk, Acme, 2016 - 2024'
  const { requirements } = matchTexts({ resumeText: `${work}\n${line}`, jdText: jd }, monthNumber(2026, 11), {
    name: 'test',
    version: '0',
  }).data
  return requirements[0]
}
const statusOf = (asked: string, line: string): string | undefined => found(asked, line)?.status

describe('languages', () => {
  test.each([
    ['French at B2 or above', 'Languages: French C1 (DALF 2019)', 'met'],
    ['French at B2 or above', 'Languages: French B1', 'partly'],
    ['French at B2 or above', 'Languages: English C2, French A2', 'not_met'],
    ['Fluent Italian', 'Italian is my mother tongue', 'met'],
    ['Fluent Italian', 'Our Italian suppliers are looked after by a colleague', 'not_met'],
    ['大学英语六级', '英语：CET-4 510分', 'partly'],
    ['大学英语四级', '英语四级考了两次，最高402分', 'not_met'],
    ['日语N2及以上', '日语N1', 'met'],
    ['日语N2及以上', '日语N3，明年准备考N2', 'partly'],
    ['雅思6.5以上', 'IELTS 7.5', 'met'],
    ['英语可作为工作语言', '每周与海外团队用英语开会', 'met'],
  ])('%s: %s is %s', (asked, line, status) => expect(statusOf(asked, line)).toBe(status))
})

describe('degrees', () => {
  test.each([
    ['统招本科及以上学历', '2012-2016 某大学 历史 本科（统招）', 'met'],
    ['统招本科及以上学历', '2014-2017 某大学 自考本科 汉语言', 'not_met'],
    ['本科及以上学历', '2014-2017 某大学 自考本科 汉语言', 'met'],
    ['本科及以上学历', '2018年考入某大学本科，大三退学', 'partly'],
    ["Bachelor's degree", 'LLB, University of Leeds, 2015', 'met'],
    ["Bachelor's degree", 'MSW, 2019, after a BSW in 2016', 'met'],
    ["Master's degree", 'BSc Botany, 2014', 'partly'],
  ])('%s: %s is %s', (asked, line, status) => expect(statusOf(asked, line)).toBe(status))
})

describe('classes, grades and levels', () => {
  test.each([
    ['持有B2驾照', '驾照：A2，安全行车十年', 'met'],
    ['持有A2驾照', '驾照：C1', 'not_met'],
    ['持有二级建造师证书', '一级建造师（机电工程），已注册', 'met'],
    ['持有一级建造师证书（公路工程）', '一级建造师（机电工程），已注册', 'not_met'],
    ['中级会计职称', '初级会计职称，2019年', 'not_met'],
    ['高级茶艺师证书', '茶艺师二级/技师，2021年', 'met'],
    ['Level 2 certificate in bricklaying', 'NVQ Level 3 Diploma in Bricklaying, 2018', 'met'],
    ['Level 3 certificate in bricklaying', 'NVQ Level 2 in Bricklaying, 2018', 'partly'],
    ['Valid CDL Class B', 'CDL Class A, clean record', 'met'],
    ['ISO 13485 lead auditor', 'Lead auditor for ISO 22000 since 2020', 'not_met'],
  ])('%s: %s is %s', (asked, line, status) => expect(statusOf(asked, line)).toBe(status))

  test('an expired certificate is not held', () => {
    expect(statusOf('SIA Door Supervisor licence', 'SIA Door Supervisor, valid to 03/2027')).toBe('met')
    expect(statusOf('SIA Door Supervisor licence', 'SIA Door Supervisor, valid to 03/2024')).toBe('not_met')
  })

  test('the quote is the line with the grade', () => {
    expect(found('日语N2及以上', '爱好摄影\n日语N1')?.evidence).toBe('日语N1')
  })

  test('a licence class is not a language level', () => {
    expect(statusOf('German at B2 or above', 'German C1')).toBe('met')
  })
})
