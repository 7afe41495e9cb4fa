import { describe, expect, test } from 'vitest'
import type { OptimizeInput } from '../../../contract/index.ts'
import { optimizeJobDescription } from './index.ts'
import { withJobsNamed } from './named-jobs.test-support.ts'

const read = (input: OptimizeInput | string) =>
  optimizeJobDescription(typeof input === 'string' ? { jdText: input } : input)

/** The lines of a result, each with the heading that it stands under. */
function placed(input: OptimizeInput | string): string[] {
  let heading = ''
  return withJobsNamed(read(input).content)
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('#')) heading = line.replace(/^#+ /u, '')
      return line === '' || line.startsWith('## ') ? [] : [`${heading}: ${line.replace(/^- |^# /u, '')}`]
    })
}

describe('the title in mails, chats and spoken text', () => {
  test.each([
    ['那个裱花师的招聘你帮我弄一下,要两个人', '裱花师'],
    ['职位 大区销售经理(连锁药店渠道)\n到岗:越快越好', '大区销售经理(连锁药店渠道)'],
    [
      '主题: 转发: 幕墙设计师招聘需求\n发件人: 王敏 <w@example.com>\n岗位:幕墙设计师(中级)',
      '幕墙设计师(中级)',
    ],
    ['我们在江边开了个民宿,想请一个管家过来帮我打理。', '管家'],
    ['【招贤纳士】检验科缺人啦~\n因业务扩展招分子诊断检验技师2名', '分子诊断检验技师'],
    ['TITLE: Warehouse Systems Ninja\nRequirements: SQL', 'Warehouse Systems Ninja'],
    ['ok so for the vet nurse role, we need someone full time.', 'Vet nurse'],
    ['Our client is hiring a Regulatory Affairs Counsel (perm, hybrid).', 'Regulatory Affairs Counsel'],
    ['The museum seeks a Conservator of Waterlogged Wood on a contract.', 'Conservator of Waterlogged Wood'],
    ["So we're after another mobile locksmith, covering Essex.", 'Mobile locksmith'],
    ['hiring a ranch hand near Bozeman MT. fix fence, feed in winter.', 'Ranch hand'],
    ['我司拟聘请注册总监一名,常驻苏州。', '注册总监'],
    ['项目经理，5年以上经验，地点深圳', '项目经理'],
    ['Waiter (part time): 20 hours a week, $25/hour', 'Waiter (part time)'],
    ['ER nurse\nER experience required', 'ER nurse'],
    ['NOW HIRING / SE BUSCA - Dairy Herdsperson\nPay: $22/hr', 'Dairy Herdsperson'],
    ['有没有会做木工雕花的师傅，厂在东阳', '木工雕花的师傅'],
    ['前厅经理那个岗位JD你发我一下\n要会排班', '前厅经理'],
    ['react dev, contract 9 mo, $60-70/hr, remote US only, redux', 'React dev'],
    ['here is the jd for the boiler tech: mostly service calls', 'Boiler tech'],
    ['Subject: New headcount - Payroll Clerk\nFrom: a@b.com\n\nWe need one more.', 'Payroll Clerk'],
    ['REQUIREMENTS\nCPA\nTITLE\nTax Senior', 'Tax Senior'],
    [
      'Subject: Re: backfill for Dana\nFrom: Luis Ortega <l@example.com>\n\nTitle should be Logistics Coordinator. They book carriers.\nLuis',
      'Logistics Coordinator',
    ],
    [
      'Tom: need an ad for the parts counter guy\nSue: ok\nTom: diesel parts\nSue: pay\nTom: 20',
      'Parts counter',
    ],
    ['【内部推荐】硬件测试工程师\n地点：合肥', '硬件测试工程师'],
    ["Morning! It's a Payroll Administrator role, 25 hours a week, in Swindon.", 'Payroll Administrator'],
  ])('%j', (jdText, title) => expect(read(jdText).content.split('\n')[0]).toBe(`# ${title}`))

  test.each([
    'You need AWS Lambda and Kafka daily.',
    'We need a hand with returns.',
    'We work on a checklist.',
  ])('nobody is looked for by name: %j', (jdText) =>
    expect(read(jdText).content).toMatch(/^# \[To be added/u),
  )

  test('a sentence about the need of somebody is no title', () =>
    expect(read('小红书那块得找人专门弄了\n仓库那边再招一个').content).toMatch(/^# 【待补充/u))

  test('a title given as a call is the title alone', () => {
    expect(read({ jobTitle: '招一个电梯维保' }).content).toMatch(/^# 电梯维保\n/u)
    expect(read({ jobTitle: '招商经理' }).content).toMatch(/^# 招商经理\n/u)
  })

  test('requests to a colleague are removed and reported', () => {
    const { content, changes } = read(
      '幕墙部还缺一位设计师,麻烦尽快挂出去。需求如下——\n3年以上幕墙经验\n大专以上',
    )
    expect(content).not.toMatch(/挂出去|如下/u)
    expect(changes.join()).toContain('麻烦尽快挂出去')
    expect(placed('店员\n岗位职责：\n- 帮忙整理货架\n任职要求如下：\n会收银')).toEqual(
      expect.arrayContaining(['岗位职责: 帮忙整理货架', '任职要求: 会收银']),
    )
    expect(read('Barista\nCan you make a great latte?').changes.join()).toContain(
      'Can you make a great latte?',
    )
    expect(content).toContain('- 学历要求：大专以上\n')
    expect(read('文员\n任职要求：\n- 高中以上\n- 会开车').content).toContain('- 学历要求：高中以上\n')
  })
})

describe('several jobs', () => {
  test.each<[string, string, string[]]>([
    [
      '2x shuttering carpenters - €28/hr, Safe Pass\n1x crane driver - CSCS card a must, €32/hr',
      'Shuttering carpenters / Crane driver',
      [
        'What we offer: Salary: €28/hr (Shuttering carpenters)',
        'Requirements: CSCS card a must (Crane driver)',
      ],
    ],
    [
      '1) NDT Technician (Level II) - PCN certs in date. £240/day\n2) Stores Controller - SAP, forklift licence',
      'NDT Technician (Level II) / Stores Controller',
      ['Requirements: SAP, forklift licence (Stores Controller)'],
    ],
    [
      '第一个,中学物理老师,本科以上(师范优先),年薪18万\n第二个,宿管老师,住校,月薪4500',
      '中学物理老师、宿管老师',
      ['优先条件: 师范优先（中学物理老师）', '我们提供: 月薪4500（宿管老师）'],
    ],
    [
      'A. 针车组长1人:5年以上女鞋经验\nB. 品检2人:懂鞋面瑕疵判定',
      '针车组长、品检',
      ['任职要求: 懂鞋面瑕疵判定（品检）', '工作地点与基本信息: 招聘人数：1人（针车组长）'],
    ],
    [
      '报关员:有报关证,6-8K\nSMT技术员:会编程换线',
      '报关员、SMT技术员',
      ['任职要求: 会编程换线（SMT技术员）'],
    ],
  ])('%j', (jdText, titles, lines) => {
    const found = placed(jdText)
    expect(found[0]).toBe(`${titles}: ${titles}`)
    expect(found).toEqual(expect.arrayContaining(lines))
  })
})

describe('facts inside prose', () => {
  test.each<[string, string[]]>([
    [
      'Farm outside Ithaca, NY looking for a crew lead from May, 40-50 hours a week, $20/hour.',
      [
        'What we offer: Salary: $20/hour',
        'Location and basics: 40-50 hours a week',
        'Location and basics: Location: Ithaca, NY',
      ],
    ],
    [
      'Cook\nNice: CDP, German.\n\nRotterdam, 3 days in the office. EUR 58k-68k',
      ['Preferred: CDP, German', 'Location and basics: Location: Rotterdam'],
    ],
    [
      'Accountant\nDuties:\n- Own accounts, $40k to $80k, across EMEA\n- Manage a budget, $2m a year, and vendors',
      [
        'Responsibilities: Own accounts, $40k to $80k, across EMEA',
        'Responsibilities: Manage a budget, $2m a year, and vendors',
      ],
    ],
    ['Mechanic\nDistrict: Lincoln Unified, Stockton CA', ['Location and basics: Location: Stockton CA']],
    ['急!!\n飞手 x4 新疆+甘肃 电力巡检', ['工作地点与基本信息: 工作地点：新疆+甘肃']],
    [
      '岗位:设计师\nbase 武汉光谷,汇报给总监',
      ['工作地点与基本信息: 工作地点：武汉光谷', '工作地点与基本信息: 汇报给总监'],
    ],
    ['司机\n我们学校在嘉兴,民办寄宿制。', ['工作地点与基本信息: 工作地点：嘉兴']],
  ])('%j', (jdText, lines) => expect(placed(jdText)).toEqual(expect.arrayContaining(lines)))

  test('the seat of the employer and a region are not where the work is', () => {
    expect(read('职位 区域经理\n覆盖 山东+河南\n客户是上市公司,总部在青岛').content).not.toContain(
      '工作地点：青岛',
    )
    expect(read('Chef\nWe gather monthly in Palo Alto.').content).not.toContain('Location: Palo Alto')
  })

  test('a place that was given stands alone', () => {
    expect(read({ jdText: 'Chef\nNear Tulare, CA', location: 'Leeds' }).content).not.toContain(
      'Location: Tulare',
    )
  })
})

describe('must and preferred, clause by clause', () => {
  test.each<[string, string[], string[]]>([
    ['英语流利,俄语优先', ['英语流利'], ['俄语优先']],
    ['本科学历,管理过2,000人团队者优先', ['本科学历'], ['管理过2,000人团队者优先']],
    [
      '本科以上(师范优先),要有教师资格证,带过高三的最好',
      ['本科以上', '要有教师资格证'],
      ['师范优先', '带过高三的最好'],
    ],
    ['持制冷作业证(必须)、高压电工证(加分)', ['持制冷作业证(必须)'], ['高压电工证(加分)']],
    ['Spanish helps', [], ['Spanish helps']],
    ['Ideally used Merlin, must be calm', ['Must be calm'], ['Ideally used Merlin']],
    [
      'able to climb ladders, CDL a plus, fine with dust',
      ['Able to climb ladders', 'Fine with dust'],
      ['CDL a plus'],
    ],
    ['Chocolate work would be lovely', [], ['Chocolate work would be lovely']],
  ])('%j', (requirements, must, preferred) => {
    const found = placed({ jobTitle: /\p{Script=Han}/u.test(requirements) ? '专员' : 'Chef', requirements })
    const under = (heading: string) =>
      found.flatMap((line) => (line.startsWith(`${heading}: `) ? [line.slice(heading.length + 2)] : []))
    expect(
      [...under('任职要求'), ...under('Requirements')].filter((line) => !/待补充|To be added/u.test(line)),
    ).toEqual(must)
    expect([...under('优先条件'), ...under('Preferred')]).toEqual(preferred)
  })
})

test('points without a sentence among them are asked for, facts of a form are basics', () => {
  const found = placed(
    'Dental Hygienist\nTue/Wed/Fri 8-5\n$58-65/hr DOE\nDentrix\nNice chairside manner\nlocal anesthesia permit',
  )
  expect(found).toEqual(
    expect.arrayContaining(['Requirements: Local anesthesia permit', 'Location and basics: Tue/Wed/Fri 8-5']),
  )
  const form = placed('需求部门:设备部    需求人数:2\n职务:制冷维修技师    工作地:大连金普新区')
  expect(form).toEqual(
    expect.arrayContaining([
      '工作地点与基本信息: 需求部门：设备部',
      '工作地点与基本信息: 工作地点：大连金普新区',
    ]),
  )
})

test('points alone begin with their title, and bars stand between names of facts and the facts', () => {
  expect(placed({ requirements: '外卖站长 管40个骑手\n懂系统排班' })[0]).toBe('外卖站长: 外卖站长')
  expect(placed({ requirements: 'event florist - weddings mainly\nown van' })[0]).toMatch(/^Event florist: /u)
  const barred = placed('职位 | 药房营业员\n地点 | 石家庄裕华区\n任务 | 按方抓药\n门槛 | 中药学中专以上')
  expect(barred).toEqual(
    expect.arrayContaining([
      '岗位职责: 按方抓药',
      '任职要求: 中药学中专以上',
      '工作地点与基本信息: 工作地点：石家庄裕华区',
    ]),
  )
})

test('headings in two languages, entities of money and slashes between duties are read', () => {
  expect(placed('前台\n职责 Responsibilities:\n- 处理客诉').join()).toContain('岗位职责: 处理客诉')
  expect(read('<h1>Chef</h1><p>&pound;31,000</p>').content).toContain('Salary: £31,000')
  const duties = placed('The role: advise on licences // review launches // train the team')
  expect(duties).toEqual(
    expect.arrayContaining(['Responsibilities: Review launches', 'Responsibilities: Train the team']),
  )
})

test('vague duties are marked', () => {
  const { content, missing } = read(
    'Clerk\nResponsibilities:\n- Assist with projects\n- Ship 40 orders a day',
  )
  expect(content).toContain('- Assist with projects [To be added: what exactly, and with what result]')
  expect(content).toContain('- Ship 40 orders a day\n')
  expect(missing.join()).toContain('General duties')
  expect(read('文员\n岗位职责：\n- 协助经理处理日常事务').content).toContain('日常事务【待补充：具体做什么')
})
