import { describe, expect, test } from 'vitest'
import { rewriteLine, scannerFor } from './index.ts'

const rewritten = (line: string, language: 'zh' | 'en') =>
  rewriteLine(line, scannerFor(line, language)(line), language)

describe('what is left of a sentence', () => {
  test.each([
    ['en', 'Must have had fewer than three sick days in the past year at your current employer.', ''],
    ['en', 'Our client will only look at candidates who are working right now in a similar role.', ''],
    ['en', 'All new hires must pass a cotinine test before day one.', ''],
    ['en', 'Employees are not allowed to discuss their wages with coworkers.', ''],
    ['zh', '教师资格证须押在机构一年', ''],
    ['zh', '应聘导购，请把抖音小红书账号密码报备给店长', '应聘导购'],
    ['zh', '商业险代替五险', ''],
    ['zh', '发生争议不得申请劳动仲裁，住宿免费', '发生争议，住宿免费'],
  ] as const)('%s: a half is none: %s', (language, line, expected) => {
    expect(rewritten(line, language)).toBe(expected)
  })

  test.each([
    [
      'en',
      'Seeking female caregiver age 25-45 as cook in a group home.',
      'Seeking caregiver as cook in a group home.',
    ],
    ['en', 'Must be single and willing to travel.', 'Willing to travel.'],
    ['en', 'Looking for a strong male to work on a hog farm.', 'Looking for someone to work on a hog farm.'],
    ['en', 'Seeks an accent-free speaker.', 'Seeks a speaker.'],
    [
      'en',
      'Our future legal assistant loves order, and she is never late.',
      'Our future legal assistant loves order, and they are never late.',
    ],
    ['en', 'Lady drivers wanted for school run', 'Drivers wanted for school run'],
    ['en', 'Policewoman and congressmen wanted', 'Police officer and Congress members wanted'],
    ['zh', '诚聘形象好气质佳的前台', '诚聘前台'],
    ['zh', '找一位小姐姐来做我们的行政前台。', '找一位来做我们的行政前台。'],
  ] as const)('%s: what says something stays: %s', (language, line, expected) => {
    expect(rewritten(line, language)).toBe(expected)
  })

  test.each([
    ['en', 'No reservists, since drill weekends are our busiest nights at the bar.', ''],
    ['en', 'Because the boat has one bunk room, no women.', ''],
    ['en', 'Bring your own knives, since ours are dull.', 'Bring your own knives, since ours are dull.'],
    ['zh', '因业务需要，暂不招收河南籍员工。', ''],
    ['zh', '护照由公司统一管理，休假时领取', ''],
    ['zh', '因业务需要，常驻河南', '因业务需要，常驻河南'],
  ] as const)('%s: a reason goes with what it gives the reason of: %s', (language, line, expected) => {
    expect(rewritten(line, language)).toBe(expected)
  })

  test.each([
    ['en', 'USC only, no GC, no EAD', 'Must be authorized to work in the United States'],
    ['zh', '薪资8000元（已含社保补助，社保由个人自行缴纳）', '薪资8000元'],
    ['zh', '1）限男性；2）本科', '1）；2）本科'],
  ] as const)('%s: nothing is said twice or half in brackets: %s', (language, line, expected) => {
    expect(rewritten(line, language)).toBe(expected)
  })
})
