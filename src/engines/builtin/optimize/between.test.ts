import { describe, expect, test } from 'vitest'
import type { OptimizeInput } from '../../../contract/index.ts'
import { optimizeJobDescription } from './index.ts'
import { withJobsNamed } from './named-jobs.test-support.ts'

/** The lines of a result, each with the heading that it stands under. */
function placed(input: OptimizeInput): string[] {
  let heading = ''
  return withJobsNamed(optimizeJobDescription(input).content)
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('#')) heading = line.replace(/^#+ /u, '')
      return line === '' || line.startsWith('## ') ? [] : [`${heading}: ${line.replace(/^- |^# /u, '')}`]
    })
}

describe('what stands between', () => {
  test.each<[string, string[]]>([
    [
      "Rob: ok what's the role again\nAnn: pipe welder, for the Toledo yard\nRob: money?\nAnn: 41 an hour\nRob: how many do you need\nAnn: 2",
      ['Pipe welder: Pipe welder', 'What we offer: Salary: 41 an hour'],
    ],
    [
      'HR小美 09:12\n在吗\n王总 09:15\n招个文员\nHR小美 09:16\n几年经验\n王总 09:17\n一年\nHR小美 09:18\n工资多少\n王总 09:19\n4500',
      ['文员: 文员', '我们提供: 薪资：4500'],
    ],
    [
      'We need two people. A pastry cook (full time, $18/hr) and a barista (part time, $14/hr plus tips).',
      ['What we offer: Salary: $18/hr (Pastry cook)', 'What we offer: Salary: $14/hr plus tips (Barista)'],
    ],
    [
      'Welder\nRequirements:\nAWS certificate\nMIG experience is nice but not needed\nBS in metallurgy (MS preferred), own hood',
      [
        'Requirements: BS in metallurgy',
        'Requirements: Own hood',
        'Preferred: MIG experience is nice but not needed',
        'Preferred: MS preferred',
      ],
    ],
    [
      'We are after a Head of Finance for a scale-up in Bristol (£85-95k + bonus).',
      ['What we offer: Salary: £85-95k + bonus', 'Location and basics: Location: Bristol'],
    ],
    [
      'Hotel Sales Manager, Savannah\nThree years in hotel sales required.',
      ['Hotel Sales Manager: Hotel Sales Manager', 'Location and basics: Location: Savannah'],
    ],
    [
      'URGENT: line cook needed @ The Copper Kettle, downtown Austin!!',
      ['Line cook: Line cook', 'Location and basics: Location: downtown Austin'],
    ],
    [
      'need a grill cook asap, tiny diner in Macon GA, $17-19/hr + tips, must work sundays, 1 yr on a grill',
      [
        'Grill cook: Grill cook',
        'Requirements: Must work sundays, 1 yr on a grill',
        'What we offer: Salary: $17-19/hr + tips',
        'Location and basics: Location: Macon GA',
      ],
    ],
    [
      'Senior Welder\nAcme Robotics · Boston, MA\nFix robots.',
      ['About us: Acme Robotics', 'Location and basics: Location: Boston, MA'],
    ],
    [
      'Hygienist\nSmile Co. Dental, Plano TX\nActive RDH license. Medford is 40 miles south of Minneapolis.',
      ['About us: Smile Co. Dental', 'Location and basics: Location: Plano TX'],
    ],
    [
      'CSR\nAt least 2 years of college and 1 year of call center experience.',
      ['Location and basics: Experience: 1 year (see Requirements)'],
    ],
    [
      '北仓现急需调度主管一名，base 昆山。主要是管15人左右的团队。',
      ['调度主管: 调度主管', '工作地点与基本信息: 工作地点：昆山'],
    ],
    ['诚聘：月嫂、护工若干名，会做饭', ['工作地点与基本信息: 招聘人数：若干名', '任职要求: 会做饭']],
    [
      '店里缺个收银员，4000包住，另外找个店长，有经验的',
      ['收银员、店长: 收银员、店长', '任职要求: 有经验的（店长）'],
    ],
    [
      '一、招聘岗位及人数\n1. 数学教师 3名\n2. 心理教师 1名\n二、报名条件\n1. 本科及以上学历\n2. 普通话二级乙等',
      ['数学教师、心理教师: 数学教师、心理教师', '任职要求: 普通话二级乙等'],
    ],
    [
      'bus monitor, $16/hr, 20 hrs a week, Lowell MA. Help kids board.',
      [
        'Bus monitor: Bus monitor',
        'What we offer: Salary: $16/hr',
        'Location and basics: Location: Lowell MA',
        'Location and basics: 20 hrs a week',
      ],
    ],
    [
      'Engineer\nWhat you bring:\n* Python, SQL\n* Nice to have: Terraform\n* Must be authorized to work in Canada',
      ['Preferred: Terraform', 'Requirements: Must be authorized to work in Canada'],
    ],
    [
      'We need two things: a welder and a fitter. Welder: TIG, $28/hr. Fitter: press brake. Shop is in Akron.',
      [
        'Welder / Fitter: Welder / Fitter',
        'What we offer: Salary: $28/hr (Welder)',
        'Location and basics: Location: Akron',
      ],
    ],
    [
      '急聘塔吊司机2名、木工若干，工地在郑州，塔吊9000/月，包吃住',
      ['工作地点与基本信息: 招聘人数：2名（塔吊司机）', '我们提供: 薪资：9000/月（塔吊司机）'],
    ],
    [
      '酒店工程部：空调工1名（有制冷证，5500-6500）；维修工2名（会水电）。酒店在三亚，提供食宿。',
      ['空调工、维修工: 空调工、维修工', '任职要求: 有制冷证（空调工）', '我们提供: 酒店在三亚，提供食宿'],
    ],
    [
      'HR小李 14:02\n那个质量工程师还招吗\n研发部-周工 14:05\n招的\nHR小李 14:05\n要求呢\n研发部-周工 14:06\n对，本科，懂FMEA',
      ['质量工程师: 质量工程师', '任职要求: 对，本科，懂FMEA'],
    ],
    ['招个仓管，会做表，男女都行，地址常平，下周一就能来的', ['工作地点与基本信息: 工作地点：常平']],
    ['美工，会PS，试用期两个月7千，双休', ['我们提供: 试用期两个月7千，双休']],
    [
      '客服\n岗位职责：\n1、给客户核算运费\n2、给学员讲解缴费流程\n福利：\n给报销车费',
      ['岗位职责: 给客户核算运费', '岗位职责: 给学员讲解缴费流程', '我们提供: 给报销车费'],
    ],
    ['客服\n会打字。\n团队10人以上管理经验。', ['任职要求: 团队10人以上管理经验']],
    ['用工：正式\n义工：周末\n招聘会计，本科', ['会计: 会计']],
    ['Therapist\nMercy Rehab, Tulsa.', ['About us: Mercy Rehab', 'Location and basics: Location: Tulsa']],
  ])('%j', (jdText, lines) => expect(placed({ jdText })).toEqual(expect.arrayContaining(lines)))

  test('a number of a list is no age, and an address has no full stop', () => {
    expect(placed({ jdText: '护士\n条件：1.大专；2.持护士证；3.28周岁以下' }).join()).not.toMatch(/3\.28/u)
    const lines = placed({ jdText: 'Nurse\nTo apply see https://jobs.example.org/44. We are a clinic.' })
    expect(lines.join()).toMatch(/`https:\/\/jobs\.example\.org\/44`(?!\.`)/u)
  })

  test('points behind slashes are points', () => {
    const lines = placed({
      requirements: 'clean license / own car / bilingual preferred / $21-24/hr / 3 years',
    })
    expect(lines).toContain('What we offer: Salary: $21-24/hr')
    expect(lines).toContain('Preferred: Bilingual preferred')
  })

  test('a title that begins as a call does is kept whole', () => {
    expect(placed({ requirements: '招商经理（写字楼）\n本科' })[0]).toBe(
      '招商经理（写字楼）: 招商经理（写字楼）',
    )
  })

  test('a title of any form is the same when a result is given again', () => {
    const { content } = optimizeJobDescription({ jobTitle: 'Senior Lecturer in Marine Biology' })
    expect(optimizeJobDescription({ jdText: content }).content.split('\n')[0]).toBe(content.split('\n')[0])
  })
})

test.each(['招聘未婚女性前台，熟练使用Office。', '招未婚前台，熟练使用Office。'])(
  '%s: no marital status in the title',
  (jdText) => {
    const { content } = optimizeJobDescription({ jdText })
    expect(content).toContain('# 前台\n')
    expect(content).not.toContain('未婚')
  },
)
