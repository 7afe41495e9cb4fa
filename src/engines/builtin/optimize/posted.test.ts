import { describe, expect, test } from 'vitest'
import type { OptimizeInput } from '../../../contract/index.ts'
import { optimizeJobDescription } from './index.ts'
import { withJobsNamed } from './named-jobs.test-support.ts'

const read = (input: OptimizeInput | string) =>
  optimizeJobDescription(typeof input === 'string' ? { jdText: input } : input)

/** The lines of a result, each with the heading that it stands under. */
function placed(jdText: string): string[] {
  let heading = 'Title'
  return withJobsNamed(read(jdText).content)
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('## ')) heading = line.slice(3)
      return line === '' || line.startsWith('## ') ? [] : [`${heading}: ${line.replace(/^- |^# /u, '')}`]
    })
}

describe('posts as boards, mails and chats have them: each line where it belongs', () => {
  test.each([
    ['【岗位名称】食品研发员\n岗位职责\n- 负责新品打样', ['Title: 食品研发员']],
    [
      '岗位职责：\n1、熟练操作注塑机，做好首件检验；\n2、填写记录。\n二、应聘须知\n请带作品来店。',
      ['岗位职责: 熟练操作注塑机，做好首件检验', '其他信息: 请带作品来店'],
    ],
    ['老板让发个招聘：店里缺一个咖啡师，会拉花。', ['Title: 咖啡师']],
    ['服装厂招聘：缝纫工3名，计件，包吃住', ['Title: 缝纫工', '工作地点与基本信息: 招聘人数：3名']],
    [
      'HR：要几个人？\n店长：3个服务员\nHR：工资呢\n店长：4500-5000\nHR：在哪个店\n店长：人民广场店',
      ['Title: 服务员', '工作地点与基本信息: 招聘人数：3个'],
    ],
    [
      '上班时间：早9点到晚6点，做六休一，包吃包住，夫妻房\n公司地址：泉州市丰泽区东海街',
      [
        '工作地点与基本信息: 上班时间：早9点到晚6点，做六休一，包吃包住，夫妻房',
        '工作地点与基本信息: 工作地点：泉州市丰泽区东海街',
      ],
    ],
    ['职位是高级裁剪师，放在宁波鄞州办公室，预算9-12K。', ['Title: 高级裁剪师', '我们提供: 预算9-12K']],
    ['小区物业招绿化工一名，会修剪，月薪4500', ['工作地点与基本信息: 招聘人数：一名']],
    [
      'Line Cook - Breakfast, Weekends\nMaple Street Diner Company, Tulsa, Oklahoma\n$18 - $20 an hour - Part-time',
      [
        'Title: Line Cook',
        'Location and basics: Location: Tulsa, Oklahoma',
        'About us: Maple Street Diner Company',
        'Location and basics: Employment type: Part-time',
      ],
    ],
    [
      'Welder\nHolt & Sons is a family-owned boiler maker in Ohio. We are looking for a welder to join us.\nWork Location: In person\nLocation: Akron, OH',
      [
        'About us: Holt & Sons is a family-owned boiler maker in Ohio.',
        'About the role: We are looking for a welder to join us.',
        'Location and basics: Location: Akron, OH',
        'Location and basics: Work Location: In person',
      ],
    ],
    [
      "Buyer\nThe day job:\n- Chase late orders\nYou'd be a great fit if you have:\n- Grit and a head for numbers\nMust have: 2 years in a warehouse, WMS experience, and a forklift licence.",
      [
        'Responsibilities: Chase late orders',
        'Requirements: Grit and a head for numbers',
        'Requirements: 2 years in a warehouse, WMS experience, and a forklift licence',
      ],
    ],
    [
      'data person\ndbt nice to have\nMust be calm on the phone and Polish would be great\n1-3 years of ads (health care a plus)\nAverage crews earn $900 per week',
      [
        'Preferred: Dbt nice to have',
        'Requirements: Must be calm on the phone',
        'Preferred: Polish would be great',
        'Preferred: Health care a plus',
        'What we offer: Average crews earn $900 per week',
      ],
    ],
    [
      'Ann: hey can you post a job for a pool service tech\nBo: sure, what do they do?\nAnn: test water and clean filters\nBo: where?\nAnn: our Reno shop',
      ['Title: Pool service tech'],
    ],
    [
      '陈总：@行政 小吴，帮我招个出纳\n小吴：好的陈总，有什么要求吗\n陈总：大专吧 会用金蝶\n小吴：坐标哪里\n陈总：泉州市区 对了 主要管报销和开票',
      ['Title: 出纳', '任职要求: 大专吧', '任职要求: 会用金蝶'],
    ],
  ])('%j', (jdText, lines) => expect(placed(jdText)).toEqual(expect.arrayContaining(lines)))

  test.each([
    [
      '門市人員\n◎工作內容\n・接待客人，介紹商品\n・每日結帳\n◎條件要求\n・高中職以上\n◎薪資待遇\n・時薪200元',
      ['岗位职责: 每日結帳', '任职要求: 高中職以上', '我们提供: 薪资：時薪200元'],
    ],
    [
      'Baker\n◎ Duties\n・ Bake bread\n・ Clean the ovens\n◎ Requirements\n・ One year in a bakery',
      ['Responsibilities: Bake bread', 'Requirements: One year in a bakery'],
    ],
  ])('◎ and ・ mark headings and points: %j', (jdText, lines) => {
    expect(placed(jdText)).toEqual(expect.arrayContaining(lines))
    expect(read(jdText).content).not.toMatch(/[◎・]|條件要求|Duties/u)
  })

  test('remarks to colleagues are left out and reported', () => {
    const { content, changes } = read(
      'IT同事好：\n门店补充2位西点师，麻烦HR这两天挂出去~\n月休6天。\n有问题随时找我\nKevin',
    )
    expect(content).not.toMatch(/同事好|挂出去|找我|Kevin/u)
    for (const words of ['同事好', '挂出去', '找我', 'Kevin']) expect(changes.join()).toContain(words)
  })
})

describe('several people sought in one sentence are several jobs', () => {
  test.each([
    [
      '我们酒店招前台2名，门童1名，前台要会英语，门童4800，包吃住。',
      '前台、门童',
      ['任职要求: 要会英语（前台）', '我们提供: 薪资：4800（门童）'],
    ],
    ['急招：厨师1名（鲁菜），工资8000；配菜2名，工资5000。', '厨师、配菜', ['我们提供: 工资5000（配菜）']],
    [
      '杭州萧山，服装厂招聘缝纫工3名，计件；裁剪1名，7000。',
      '缝纫工、裁剪',
      ['工作地点与基本信息: 工作地点：杭州萧山', '我们提供: 计件（缝纫工）', '我们提供: 薪资：7000（裁剪）'],
    ],
    [
      'We need two line cooks and a dishwasher. The dishwasher gets $16.',
      'Line cooks / Dishwasher',
      ['Location and basics: Openings: two (Line cooks)'],
    ],
  ])('%j', (jdText, title, lines) => {
    expect(placed(jdText)).toEqual(expect.arrayContaining([`Title: ${title}`, ...lines]))
  })

  test.each(['需要沟通能力和学习能力，会画图。', 'We need patience and a sense of humour.'])(
    'nobody is sought: %j',
    (jdText) => expect(read(jdText).changes.join()).not.toMatch(/多个岗位|several jobs/u),
  )
})

describe('what is missing', () => {
  test.each([
    ['销售助理，薪资8-9K x 13，管理2名实习生', /招聘人数/u],
    ['诚聘技师3名，试用期（3个月）3000元，转正后9000元', /薪资/u],
  ])('%j: it is asked for', (jdText, fact) => expect(read(jdText).missing.join()).toMatch(fact))

  test('a stated place is not missing', () => {
    const lines = [
      '岗位 | 质检员',
      '工作地 | 昆山',
      '学历 | 本科',
      `主要职责 | ${'巡检、记录、复盘；'.repeat(14)}`,
    ]
    const { compliance, content } = read(lines.map((line) => `| ${line} |`).join('\n'))
    expect(content).toContain('工作地点：昆山')
    expect(compliance.map(({ suggestion }) => suggestion).join()).not.toContain(
      '请补充：单位基本情况、招聘人数、工作地点',
    )
  })

  test('a removed fact leaves no name', () => {
    expect(read('招聘：门卫\n上班时间：每天12小时，全年无休，\n地址：沧州').content).not.toMatch(/上班时间/u)
  })

  test('a sentence stays whole where the place goes out of it', () => {
    expect(read('Our new cook joins a calm team. Leeds. The kettle is always on.').content).toMatch(
      /calm team\.\s+The kettle/u,
    )
  })
})
