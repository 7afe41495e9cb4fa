import { describe, expect, test } from 'vitest'
import type { OptimizeInput } from '../../../contract/index.ts'
import { findCompliance } from '../compliance/index.ts'
import { detectLanguage } from '../text/index.ts'
import { optimizeJobDescription } from './index.ts'
import { withJobsNamed } from './named-jobs.test-support.ts'

const read = (input: OptimizeInput | string) =>
  optimizeJobDescription(typeof input === 'string' ? { jdText: input } : input)
const titleOf = (content: string) => withJobsNamed(content).split('\n')[0]

/** The lines under a heading. */
function section(given: string, heading: string): string[] {
  const content = withJobsNamed(given)
  const from = content.indexOf(`## ${heading}\n`)
  const to = content.indexOf('\n## ', from)
  const lines = from < 0 ? '' : content.slice(from + heading.length + 4, to < 0 ? undefined : to)
  return lines.split('\n').filter(Boolean)
}

describe('the title, wherever it stands', () => {
  test.each([
    ['钳工 大连 7000-9000元/月', '钳工'],
    ['【急聘】宠物美容师 各2名\n底薪5000+提成', '宠物美容师'],
    ['因业务发展需要，现招聘理货员3名，要求初中以上学历，工作地点在无锡市滨湖区，月休4天。', '理货员'],
    ['大家好！我们部门需要补充一名采购工程师，麻烦帮忙发布。\n负责供应商开发，年降本5%。', '采购工程师'],
    ['某物业公司招聘电工2名，持证上岗。', '电工'],
    ['2027届校园招聘——硬件工程师\n工作地点：合肥', '硬件工程师'],
    ['外贸跟单员（底薪5000-7000）\n职责：跟单', '外贸跟单员'],
    [
      'Hi team,\n\nWe need a shift supervisor for our Leeds branch. Salary is £29,000.\n\nThanks,\nTom',
      'Shift supervisor',
    ],
    ['Subject: New req - Pipe fitter\n\nCan you post this? Pay is $34/hr.', 'Pipe fitter'],
    ['Vacancy: Site Manager (Civils)\nSalary: £48,000 per annum', 'Site Manager (Civils)'],
    ['Site Joiner wanted - Bristol\nPay: £19 per hour', 'Site Joiner'],
    ['We are looking for an experienced Bookkeeper to join our York-based practice.', 'Bookkeeper'],
    [
      'Initech makes tools for 300 plants in 12 countries.\n\nSenior Buyer\n\nLocation: Austin, Texas',
      'Senior Buyer',
    ],
  ])('%j', (jdText, title) => expect(titleOf(read(jdText).content)).toBe(`# ${title}`))

  test('a line of facts beside a title that is given is no other title', () => {
    const { content, changes } = read({ jobTitle: '后端工程师', jdText: '上海·浦东 15-25K·14薪 3-5年 本科' })
    expect(changes.join()).not.toContain('不同')
    expect(section(content, '工作地点与基本信息')).toEqual(
      expect.arrayContaining(['- 工作地点：上海·浦东', '- 经验要求：3-5年']),
    )
    expect(section(content, '我们提供')).toEqual(['- 薪资：15-25K·14薪'])
    expect(section(content, '任职要求')).toEqual(['- 学历要求：本科'])
  })
})

describe('place, pay and experience, in the forms in which they come', () => {
  test.each([
    ['Carpenter, Houston TX, $28-$34/hr', '- Location: Houston TX', '- Salary: $28-$34/hr'],
    ['Nurse\nOakwood Care · Leeds · £38,000 p.a. DOE', '- Location: Leeds', '- Salary: £38,000 p.a. DOE'],
    [
      'Account Manager\nSingapore | S$7,000–9,000/month\n- Manage 40 accounts',
      '- Location: Singapore',
      '- Salary: S$7,000–9,000/month',
    ],
    [
      'Chef\nPlace of work: Edinburgh, Scotland\nRemuneration: £48k + tips',
      '- Location: Edinburgh, Scotland',
      '- Remuneration: £48k + tips',
    ],
    [
      'We seek an Accountant for our Manchester-based practice. Salary £45,000 p.a.',
      '- Location: Manchester',
      '- Salary £45,000 p.a.',
    ],
    ['铆工\n📍佛山\n💰9-12K', '- 工作地点：佛山', '- 薪资：9-12K'],
    ['UI设计师\n15k-25k /北京 /经验3-5年 /本科及以上', '- 工作地点：北京', '- 薪资：15k-25k'],
    ['兼职店员 时薪22元\n广州天河', '- 工作地点：广州天河', '- 时薪22元'],
  ])('%j', (jdText, place, pay) => {
    const { content, missing } = read(jdText)
    expect(content).toContain(`${place}\n`)
    expect(section(content, detectLanguage(jdText) === 'zh' ? '我们提供' : 'What we offer')).toContain(pay)
    expect(missing.join()).not.toMatch(/工作地点|薪资范围|^Location|,Location|Pay range/)
  })

  test('a telephone number is no pay, a year of graduation or of a record no experience', () => {
    const { content } = read(
      '岗位：药师\n招聘对象：2026年9月毕业\n要求：3年以上驾龄，近5年无事故记录\n联系：人事科 0592-1234567',
    )
    expect(content).not.toMatch(/薪资：0592|26年（/)
    expect(content).toContain('- 经验要求：3年以上（详见任职要求）')
    const long = read('岗位：药师\n任职要求：\n1、二十五年以上工作经验').content
    expect(long).toContain('- 经验要求：二十五年以上（详见任职要求）')
  })
})

describe('tables', () => {
  test.each([
    [
      '| 项目 | 内容 |\n|---|---|\n| 职位名称 | 供应链主管 |\n| 工作地点 | 宁波市北仑区 |\n| 薪资 | 12-16K |\n| 招聘人数 | 2人 |',
    ],
    ['职位名称\t供应链主管\n工作地点\t宁波市北仑区\n薪资\t12-16K\n招聘人数\t2人'],
    [
      '<table><tr><td>职位名称</td><td>供应链主管</td></tr><tr><td>工作地点</td><td>宁波市北仑区</td></tr><tr><td>薪资</td><td>12-16K</td></tr><tr><td>招聘人数</td><td>2人</td></tr></table>',
    ],
  ])('pairs are facts: %j', (table) => {
    const { content } = read(`${table}\n\n岗位职责\n- 管理8人团队`)
    expect(titleOf(content)).toBe('# 供应链主管')
    expect(section(content, '我们提供')).toEqual(['- 薪资：12-16K'])
    expect(section(content, '工作地点与基本信息')).toEqual(
      expect.arrayContaining(['- 工作地点：宁波市北仑区', '- 招聘人数：2人']),
    )
    expect(section(content, '岗位职责')).toEqual(['- 管理8人团队'])
  })

  test('columns of must and nice are lists of their own', () => {
    const { content } = read(
      'Planner\n| Must have | Nice to have |\n|---|---|\n| Incoterms | German |\n| Excel | SAP TM |',
    )
    expect(section(content, 'Requirements')).toEqual(['- Incoterms', '- Excel'])
    expect(section(content, 'Preferred')).toEqual(['- German', '- SAP TM'])
  })
})

describe('several jobs in one text', () => {
  test('a row each: what is said of one names it, what is said of all does not', () => {
    const { content, changes } = read(
      '岗位\t人数\t学历\t经验\t薪资\t地点\n电气工程师\t3\t本科\t3年以上\t10-15K\t无锡\n机械工程师\t2\t本科\t5年以上\t12-18K\t无锡',
    )
    expect(titleOf(content)).toBe('# 电气工程师、机械工程师')
    expect(section(content, '任职要求')).toEqual([
      '- 学历：本科',
      '- 经验：3年以上（电气工程师）',
      '- 经验：5年以上（机械工程师）',
    ])
    expect(section(content, '我们提供')).toEqual([
      '- 薪资：10-15K（电气工程师）',
      '- 薪资：12-18K（机械工程师）',
    ])
    expect(section(content, '工作地点与基本信息')).toContain('- 工作地点：无锡')
    expect(changes.join()).toContain('多个岗位')
  })

  test('a line or a list each', () => {
    const poster = read('老李面馆\n厨师 2名 8000-10000\n服务员 4名 4000+提成\n包吃包住').content
    expect(section(poster, '我们提供')).toEqual(
      expect.arrayContaining(['- 薪资：8000-10000（厨师）', '- 薪资：4000+提成（服务员）']),
    )
    const { content } = read(
      '1) Paralegal - 2+ years of litigation, $60k-$70k\n2) Legal Secretary - typing 70 wpm, $48k-$55k\n\nBoth roles are based in Denver, CO.',
    )
    expect(titleOf(content)).toBe('# Paralegal / Legal Secretary')
    expect(section(content, 'Requirements')).toEqual([
      '- 2+ years of litigation (Paralegal)',
      '- Typing 70 wpm (Legal Secretary)',
    ])
    expect(section(content, 'Location and basics')).toContain('- Location: Denver, CO')
  })

  test('a duty that counts people, and a list of titles under a heading, are no jobs', () => {
    const { content, changes } = read(
      '店长\n岗位职责：\n1. 管理店员10名，排班\n2. 培训导购员5名\n任职要求：\n1. 大专以上',
    )
    expect(titleOf(content)).toBe('# 店长')
    expect(changes.join()).not.toContain('多个岗位')
  })
})

test('text of job boards and mails is removed and reported', () => {
  const english = read(
    'Line Cook\nAcme Grill · Leeds · 2 weeks ago · Over 100 applicants\nEasy Apply\nSave\nResponsibilities\nCook 180 covers a night\nEmployment type\nFull-time\nSet alert for similar jobs',
  )
  expect(english.content).not.toMatch(/Easy Apply|Save|weeks ago|applicants|Set alert/)
  expect(english.content).toContain('- Employment type: Full-time')
  expect(english.changes.join()).toContain('"Over 100 applicants"')
  const chinese = read('仓管员\n岗位职责：\n1.管理出入库\n查看地图\n刘女士 刚刚活跃\n举报')
  expect(chinese.content).not.toMatch(/查看地图|活跃|举报/)
  expect(chinese.changes.join()).toContain('“刘女士 刚刚活跃”')
  expect(read('查看地图').content).toContain('查看地图')
})

describe('said once', () => {
  test.each([
    ['负责账号数据分析，定期输出数据报告', '负责数据分析，定期输出账号数据报告', 1],
    ['建立健全财务管理体系，完善内控制度', '建立健全公司财务管理体系、完善内控制度', 1],
    ['2 years of AP experience', 'AP experience, 2 years', 1],
    ['Manage the accounts payable process', 'Manage accounts payable process', 1],
    ['Manage 12 sites in the north', 'Manage 21 sites in the north', 2],
    ['负责华东区客户的开发与维护', '负责华南区客户的开发与维护', 2],
  ])('%s / %s: %i', (first, second, count) => {
    const { content } = read({ requirements: `${first}\n${second}` })
    const all = [...section(content, '任职要求'), ...section(content, 'Requirements')]
    const duties = [...section(content, '岗位职责'), ...section(content, 'Responsibilities')]
    expect([...all, ...duties].filter((line) => !/待补充|To be added/.test(line))).toHaveLength(count)
  })
})

test('a removed justification no longer excuses a wording', () => {
  const { content, compliance } = read(
    'Porter\n- Christian candidates only\n- Mothers from our church need not apply',
  )
  expect(new Set(compliance.map(({ rule }) => rule))).toEqual(new Set(['family-status', 'race-religion']))
  expect(findCompliance(content, 'en').map(({ rule }) => rule)).not.toContain('race-religion')
})

test.each([
  '储备店长\n岗位职责：\n1、负责门店排班\n任职要求：\n1、大专以上，3年以上零售经验\n2、有冷链经验优先\n3、责任心强\n薪资：6-8K',
  'Planner\nAbout the role\nThe team plans 2,400 items for 3 plants.\nResponsibilities\n- Run the monthly review\nRequirements\n- 3 years in planning\n- Team player\nAPICS is a plus',
  '物业公司\nA 秩序维护员6名:持保安员证\nB 保洁员10名:会用洗地机\n工资面谈,包住',
])('a result that is given again stays as it is: %j', (jdText) => {
  const { content } = read(jdText)
  expect(read(content).content).toBe(content)
})

describe('a chat', () => {
  test.each([
    [
      '何姐：在吗\n阿宽：在的\n何姐：招个收银员\n阿宽：工资多少\n何姐：4500左右，月休四天\n阿宽：在哪上班\n何姐：东湖银泰一楼',
    ],
    [
      '何姐：在吗 阿宽：在的 何姐：招个收银员 阿宽：工资多少 何姐：4500左右，月休四天 阿宽：在哪上班 何姐：东湖银泰一楼',
    ],
    [
      '何姐 10:01\n在吗\n何姐 10:02\n招个收银员\n阿宽 10:05\n工资多少\n何姐 10:06\n4500左右，月休四天\n阿宽 10:07\n在哪上班\n何姐 10:09\n东湖银泰一楼',
    ],
  ])('%j', (jdText) => {
    const { content, changes } = read(jdText)
    expect(titleOf(content)).toBe('# 收银员')
    expect(content).not.toMatch(/何姐|阿宽|在吗/)
    expect(section(content, '我们提供')).toEqual(['- 4500左右，月休四天'])
    expect(content + changes.join()).toContain('东湖银泰一楼')
    expect(changes.join()).toContain('“工资多少”')
  })

  test('in English; lines that each name a fact are none', () => {
    const { content } = read(
      'ana: we need a florist for the shop in Leeds\njo: pay?\nana: $19/hr\njo: hours\nana: tue-sat 9-5\njo: thx',
    )
    expect(content).toContain('- Salary: $19/hr')
    expect(content).toContain('- Location: Leeds')
    expect(content).not.toMatch(/ana:|jo:|thx/)
    expect(read('岗位：会计\n人数：1人\n岗位：出纳\n人数：2人').content).toContain('人数：2人')
  })
})

test('the head of a mail goes, and its subject is the title', () => {
  const { content, changes } = read(
    'From: Ada Byrne\nTo: Talent\nSubject: Re: florist req\n\nCan you post a florist job for our Leeds shop? Pay is $19 an hour.',
  )
  expect(titleOf(content)).toBe('# Florist')
  expect(content).not.toContain('Ada Byrne')
  expect(changes.join()).toContain('From: Ada Byrne')
})

describe('headings that nobody could list, and pieces between commas', () => {
  test.each([
    ['店员\n你会做：\n- 理货\n我们给你：\n- 每月两天年假', '岗位职责', '- 理货'],
    ['店员\n你会做：\n- 理货\n我们给你：\n- 每月两天年假', '我们提供', '- 每月两天年假'],
    ['店员\n我们在找这样的人：\n- 爱读书', '任职要求', '- 爱读书'],
    [
      '店员\n【工资】5000-6000，满勤200\n【时间】早八点到下午五点',
      '工作地点与基本信息',
      '- 时间：早八点到下午五点',
    ],
    ['普工招5名，做六休一，苏州昆山', '工作地点与基本信息', '- 工作地点：苏州昆山'],
    ['焊工\n计件，9K-13K，包吃住', '我们提供', '- 薪资：9K-13K'],
    ['会计\n要求：\n1、初级职称，中级优先', '任职要求', '- 初级职称'],
    ['队长\n要求：退伍军人优先，持保安员证', '任职要求', '- 持保安员证'],
    ['Cook\nMain duties of the job\nPrep for 90 covers', 'Responsibilities', '- Prep for 90 covers'],
    [
      'Nurse\nYou will have NMC registration and at least 12 months of experience.',
      'Requirements',
      '- You will have NMC registration and at least 12 months of experience',
    ],
    [
      'Driver\nPay is $900 a week. Houston. Benefits from day 1. Home daily.',
      'Location and basics',
      '- Location: Houston',
    ],
    [
      'Clerk\nRequirements:\n- ACCA would be nice but not essential',
      'Preferred',
      '- ACCA would be nice but not essential',
    ],
  ])('%j: %s: %s', (jdText, heading, line) => {
    expect(section(read(jdText).content, heading)).toContain(line)
  })

  test.each([
    '电话微信同号 139****1234，招店长一名',
    'Driver. Benefits from day 1. Home daily.',
    'Two posts\nFitter - 3 years, €52,000\nTechnician - shifts, €38,000',
  ])('no number is lost: %j', (jdText) => {
    const { content } = read(jdText)
    for (const number of jdText.match(/\d[\d,*]*\d|\d/g) ?? []) {
      expect(content.replaceAll('\\', '')).toContain(number)
    }
  })
})

test('suspected wordings move to the block to settle, and `changes` says so', () => {
  // Which of them is only suspected depends on what was learned.
  const hints = [
    'The hours suit people without kids to fetch.',
    'Somebody without kids to fetch from school would do.',
    'Nobody with 2 kids at $50 a day of childcare, if you see what I mean.',
  ]
  const suspected = hints.find((text) => findCompliance(text, 'en')[0]?.suggestion.startsWith('Possibly'))
  const { content, changes } = read(`Welder\n- ${suspected}`)
  const [published = '', open] = content.split('## To settle before publishing')
  expect(published).not.toContain('kids')
  expect(open).toMatch(/\[To be settled: ".*kids/)
  expect(changes.join()).toMatch(/to be settled before publishing: .*kids/)
})

test('an unchanged block to settle is not part of the job', () => {
  const again = read(
    '# Welder\n\n## Responsibilities\n\n- Weld pipes\n\n## To settle before publishing\n\n- [To be settled: "No toddlers"]\n',
  )
  expect(again.content).not.toMatch(/toddlers|settle/)
})

test('a sentence that lost words to one rule is not said to be kept for another', () => {
  const text = 'The owner would like a woman in her thirties to run the boutique.'
  const { content, changes, compliance } = read(`Boutique manager\n- ${text}`)
  expect(compliance.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['age', 'sex']))
  expect(content).not.toContain('thirties')
  expect(changes.join()).not.toMatch(/to be settled/)
})

test('years that are said of what was taken out go with it', () => {
  const { content, compliance } = read('Driver\n- No felonies in the last 7 years\n- CDL A')
  expect(content).not.toContain('7 years')
  expect(compliance[0]?.quote).toBe('No felonies in the last 7 years')
  expect(read('普工\n两班倒，12小时').content).toContain('两班倒')
})
