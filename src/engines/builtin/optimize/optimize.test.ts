import { describe, expect, test } from 'vitest'
import { limits, type OptimizeInput } from '../../../contract/index.ts'
import { countTokens } from '../text/index.ts'
import { optimizeJobDescription } from './index.ts'

const chinese: OptimizeInput = {
  jdText: `高级Java工程师
岗位职责：1、负责核心系统的设计与开发；2、负责核心系统的设计与开发。3、完成领导交办的其他工作。
任职要求：1、限男性，35岁以下，985/211本科及以上学历，计算机专业优先；2、5年以上Java经验，熟悉Spring Cloud、MySQL 8.0；3、良好的沟通能力；4、责任心强。
薪资：25-40K·14薪。福利：五险一金、年假10天`,
  location: '上海市浦东新区',
}
const english: OptimizeInput = {
  jobTitle: 'Senior Backend Engineer',
  jdText: `We are a young and dynamic team building payments since 2015.
Responsibilities:
- Design and build APIs in Go
- Design and build APIs in Go.
- Other duties as assigned
Requirements:
- 5+ years of experience with Go or Java; Kafka is a plus
- US citizens only
- Excellent communication skills
- Team player
Benefits: 401(k), $120k-$150k`,
  requirements:
    'PostgreSQL 14 tuning\nTerraform experience preferred\nAt least 20% travel is 3 days a month.',
  location: 'Berlin',
  experience: '5-8 years',
}

describe('a full job description', () => {
  test('in Chinese: ordered, lawful, merged, must and preferred apart', () => {
    const { content, compliance, changes, missing } = optimizeJobDescription(chinese)
    expect(content).toBe(`# 高级Java工程师

## 岗位概述

我们正在招聘高级Java工程师，工作地点：上海市浦东新区。

## 岗位职责

- 负责核心系统的设计与开发
- 完成领导交办的其他工作【待补充：具体工作范围】

## 任职要求

- 本科及以上学历
- 5年以上Java经验，熟悉Spring Cloud、MySQL 8.0
- 综合素质：良好的沟通能力；责任心强【待补充：以上各项在本岗位的具体表现或考察方式】

## 优先条件

- 计算机专业优先

## 我们提供

- 薪资：25-40K·14薪
- 五险一金、年假10天

## 工作地点与基本信息

- 工作地点：上海市浦东新区
- 经验要求：5年以上（详见任职要求）
- 招聘人数：【待补充】

## 关于我们

【待补充：单位基本情况】
`)
    expect(compliance.map(({ rule, quote }) => [rule, quote])).toEqual([
      ['gender', '限男性'],
      ['age-limit', '35岁以下'],
      ['school-tier', '985/211本科'],
      ['missing-facts', ''],
    ])
    expect(changes.join('\n')).toContain('删除了“限男性”')
    expect(changes.join('\n')).toContain('合并了 1 处重复内容')
    expect(missing.join('\n')).toContain('招聘人数')
  })

  test('in English: points and text together', () => {
    const { content, compliance, missing } = optimizeJobDescription(english)
    const order = ['# Senior Backend Engineer', '## About the role', '## Responsibilities', '## Requirements']
    const rest = ['## Preferred', '## What we offer', '## Location and basics', '## About us']
    const places = [...order, ...rest].map((heading) => content.indexOf(heading))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places[0]).toBe(0)
    expect(content.match(/Design and build APIs in Go/g)).toHaveLength(1)
    expect(section(content, 'Preferred')).toBe('- Kafka is a plus\n- Terraform experience preferred')
    expect(section(content, 'Requirements')).toContain('Must be authorized to work in the United States')
    expect(section(content, 'Requirements')).toContain('- PostgreSQL 14 tuning')
    expect(content).not.toContain('young')
    expect(compliance.map(({ rule }) => rule)).toEqual(['youth-culture', 'citizenship', 'pay-range'])
    expect(missing.join('\n')).toContain('Employment type')
  })

  test.each([
    ['Chinese', chinese],
    ['English', english],
  ])('%s: every number, name and place is in the content or in a finding', (_name, input) => {
    expect(lostFacts(input)).toEqual([])
  })

  test('one paragraph in Chinese: title, duties, demands and benefits apart', () => {
    const jdText =
      '急招后端工程师2名，限男性，35岁以下，985/211优先。岗位职责：负责支付系统开发；完成领导交办的其他工作。要求：3年以上Go经验，抗压能力强。五险一金，双休。'
    const { content } = optimizeJobDescription({ jdText })
    expect(content.startsWith('# 后端工程师\n')).toBe(true)
    expect(section(content, '岗位职责').split('\n')[0]).toBe('- 负责支付系统开发')
    expect(section(content, '任职要求')).toBe('- 3年以上Go经验，抗压能力强')
    expect(section(content, '我们提供')).toBe('- 五险一金，双休')
    expect(section(content, '工作地点与基本信息')).toContain('- 招聘人数：2名')
    expect(content).not.toMatch(/男|35|985/)
  })

  test('one paragraph in English: the same', () => {
    const jdText =
      'We are hiring a Sales Development Rep to open new markets. Make 60+ cold calls a day. 1+ years of sales experience. Nice to have: experience with Xero. 20 hours per week, remote. $1,500-$1,800 per week, PTO. Male only, under 35.'
    const { content } = optimizeJobDescription({ jdText })
    expect(content.startsWith('# Sales Development Rep\n')).toBe(true)
    expect(section(content, 'About the role')).toBe(
      'We are hiring a Sales Development Rep to open new markets.',
    )
    expect(section(content, 'Responsibilities')).toBe('- Make 60+ cold calls a day')
    expect(section(content, 'Requirements')).toBe('- 1+ years of sales experience')
    expect(section(content, 'Preferred')).toBe('- Experience with Xero')
    expect(section(content, 'What we offer')).toBe('- Salary: $1,500-$1,800 per week\n- PTO')
    expect(section(content, 'Location and basics')).toContain('- 20 hours per week, remote')
    expect(content).not.toMatch(/Male|under 35/)
  })

  test('numbers that look like list marks are kept', () => {
    const input = {
      jdText:
        'Requirements:\n1. The least number of sites is 40. You visit (12) of them, 0→1 work too.\n2. A team of up to 8',
      requirements: '管理至少 20、30 家门店\n经验不少于 5. 熟悉阿里·云',
    }
    expect(lostFacts(input)).toEqual([])
    expect(optimizeJobDescription(input).content).toContain('0→1')
  })
})

describe('little is given', () => {
  test.each([
    ['后端工程师', '待补充'],
    ['Backend Engineer', 'To be added'],
  ])('a title alone, %s: an outline to be filled in, nothing invented', (jobTitle, mark) => {
    const { content, missing, compliance, changes } = optimizeJobDescription({ jobTitle })
    const lines = content.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const own = lines.filter((line) => !line.includes(mark))
    expect(own).toHaveLength(1)
    expect(own[0]).toContain(jobTitle)
    expect(missing.length).toBeGreaterThanOrEqual(6)
    expect(compliance).toEqual([])
    expect(changes[0]).toMatch(/框架|outline/)
  })

  test('points alone are sorted into duties, requirements and preferences', () => {
    const { content } = optimizeJobDescription({
      requirements: '熟悉Java\n3年以上经验\n985本科优先\n沟通能力强\n责任心强\n负责订单系统开发',
    })
    expect(content).toContain('# 【待补充：职位名称】')
    expect(section(content, '岗位职责')).toBe('- 负责订单系统开发')
    expect(section(content, '优先条件')).toBe('- 本科优先')
    expect(section(content, '任职要求')).toContain('- 熟悉Java\n- 3年以上经验\n')
  })

  test('stated facts are not asked for', () => {
    const given = { jobTitle: '司机', location: '成都', experience: '3年驾龄' }
    const { missing, content } = optimizeJobDescription(given)
    expect(missing.join()).not.toMatch(/工作地点|经验要求/)
    expect(section(content, '工作地点与基本信息')).toContain('- 工作地点：成都\n- 经验要求：3年驾龄')
  })

  test('differing places and titles are kept and reported', () => {
    const { content, changes } = optimizeJobDescription({
      jobTitle: '产品经理',
      jdText: '高级产品经理\n工作地点：北京\n岗位职责：\n1、负责产品规划\n2、推动产品落地',
      location: '上海',
    })
    expect(content).toContain('- 工作地点：上海\n- 工作地点：北京')
    expect(content).toContain('高级产品经理')
    expect(changes.filter((each) => each.includes('请核对'))).toHaveLength(2)
  })

  test('lines that differ in a number or a negation are not merged', () => {
    const { content } = optimizeJobDescription({
      requirements:
        '需要经常出差到各地门店\n不需要经常出差到各地门店\n3年以上门店管理经验\n5年以上门店管理经验',
    })
    expect(section(content, '任职要求').split('\n')).toHaveLength(4)
  })
})

describe('pasted pages', () => {
  test('two numbered lists without headings are duties and demands', () => {
    const jdText =
      '1、协助搭建题库；2、活动文案包装和撰写；3、跟进用户反馈。1、爱写文字，文风活泼；2、微信公众号运营经验；3、英语好是加分项'
    const { content } = optimizeJobDescription({ jdText })
    expect(section(content, '岗位职责')).toBe('- 协助搭建题库\n- 活动文案包装和撰写\n- 跟进用户反馈')
    expect(section(content, '任职要求')).toBe('- 爱写文字，文风活泼\n- 微信公众号运营经验')
    expect(section(content, '优先条件')).toBe('- 英语好是加分项')
  })

  test('lost line breaks are restored, names keep their capitals', () => {
    const jdText = `Platform Engineer, Payments\nAbout Acme CoAcme Co is a maker of payment tools for shops in the north of the country and beyond, since 2011. About The RoleThe team runs the platform for all shops. Requirements: Degree in a related fieldExperience with GitHub, JavaScript and AWSStrong communication in a team of 8 people7+ years of operating systems`
    const { content } = optimizeJobDescription({ jdText })
    expect(content.startsWith('# Platform Engineer')).toBe(true)
    const must = section(content, 'Requirements').split('\n')
    expect(must).toContain('- Experience with GitHub, JavaScript and AWS')
    expect(must).toContain('- 7+ years of operating systems')
    expect(section(content, 'About us')).toContain('Acme Co is a maker of payment tools')
  })

  test('entities are the signs they stand for', () => {
    const jdText =
      '<h2>销售经理</h2><p>福利：五险一金&nbsp;&amp;双休</p><p>负责A&#43;B &lt;b&gt; 级客户的维护</p>'
    const { content } = optimizeJobDescription({ jdText })
    expect(section(content, '我们提供')).toContain('- 五险一金 &双休')
    expect(content).toContain('A+B ＜b> 级客户的维护')
  })

  test('legal notes, pay and the employer are not preferred requirements', () => {
    const jdText = `Nice to have:\n- Kafka\nThe base salary for this position is $90k-$110k with equity.\nYour actual pay depends on experience and skills.\nAcme is an equal opportunity employer.`
    const { content } = optimizeJobDescription({ jdText })
    expect(section(content, 'Preferred')).toBe('- Kafka')
    expect(section(content, 'What we offer')).toContain('- Your actual pay depends on experience and skills')
    expect(section(content, 'Additional information')).toContain('equal opportunity')
  })
})

describe('length', () => {
  const longLines = (line: (index: number) => string, characters: number): string => {
    let text = ''
    for (let index = 1; text.length < characters; index += 1) text += `${line(index)}\n`
    return text.slice(0, characters)
  }

  test.each<[string, OptimizeInput]>([
    [
      'Chinese',
      {
        jdText: `任职要求：\n${longLines((index) => `- 熟悉编号${index * 7}的业务系统龘靐齉与第${index}类流程的上下游`, 7_900)}`,
        requirements: longLines((index) => `- 掌握Tool${index}工具并负责相关的报表`, 8_000),
      },
    ],
    [
      'English',
      { jdText: longLines((index) => `- Maintain system number ${index * 3} with Tool${index}x`, 8_000) },
    ],
    ['one line', { jdText: '深圳'.repeat(4_000), jobTitle: '测试' }],
    ['rare signs', { jdText: '𠀀𠀁𪚥'.repeat(1_300), requirements: '🧑‍🚀'.repeat(1_000) }],
  ])('%s: the content stays within the limit, and what does not fit is told', (_name, input) => {
    const { content } = optimizeJobDescription(input)
    expect(countTokens(content)).toBeLessThanOrEqual(limits.completionTokensMax)
    expect(lostFacts(input)).toEqual([])
  })
})

describe('hostile input', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">click</a>',
    '[click](javascript:alert(1))',
    '[click](https://evil.example/a_(b))',
    '![pixel](https://evil.example/p.png)',
    '[急聘]: https://evil.example',
    '# 注入标题\n## Injected heading\n===\n---\n***',
    '> quote\n```\ncode\n```\n~~~\n| a | b |\n|---|---|',
    '<https://evil.example> www.evil.example https://evil.example/x',
    '- - - nested\n+ 1. ordered\n* * *',
    '<<b>script>alert(1)<</b>/script>',
    '\\[escaped](https://evil.example)',
    'vector<int> and a < b > c, <!-- comment --> C#',
    '<svg/onload=alert(1)//',
  ]
  const headings = new Set(
    [chinese, english].flatMap((input) => optimizeJobDescription(input).content.match(/^## .*$/gm) ?? []),
  )
  for (const name of [
    '## 其他信息',
    '## Additional information',
    '## 发布前待确认',
    '## To settle before publishing',
  ])
    headings.add(name)

  test.each(attacks)('%j commands nothing', (attack) => {
    for (const base of [chinese, english]) {
      const { content } = optimizeJobDescription({
        jobTitle: `${base.jobTitle ?? '标题'} ${attack}`,
        jdText: `${attack}\n${base.jdText}\n${attack}`,
        requirements: `${attack} ${attack}`,
        location: attack,
        experience: `3 ${attack}`,
      })
      const bare = content.replace(/`[^`\n]*`/g, '')
      expect(bare).not.toMatch(/<[a-z/!?]/i)
      expect(bare).not.toMatch(/https?:|www\./)
      expect(bare).not.toMatch(/(?<!\\)\]\(|(?<!\\)\]:|^\s*(?:```|~~~|===|>|\|)/m)
      for (const line of content.split('\n').slice(1)) {
        if (line.startsWith('#')) expect(headings).toContain(line)
        expect(line).not.toMatch(/^(?:- )?(?:-|\*|\+|#{1,6}|\d+[.)])\s/.test(line.slice(2)) ? /./ : /^\s{2,}/)
      }
    }
  })

  test('plain words with signs are kept as they are', () => {
    const { content } = optimizeJobDescription({
      requirements: '熟悉 C# 与 C++（vector<int>），P99<50ms\n>3年经验\nsnake_case 命名\n熟悉 A*B 测试',
    })
    expect(content).toContain('熟悉 C# 与 C++（vector＜int>），P99<50ms')
    expect(content).toContain('\\>3年经验')
    expect(content).toContain('snake_case')
    expect(content).toContain('A\\*B')
  })

  test('wording hidden by markup or invisible signs is found, and its quote is verbatim', () => {
    const jdText = '岗位职责：\n负责销售\n任职要求：\n限<b>男性</b>\n3\u200b5岁以\u200b下\n本科学历'
    const { content, compliance } = optimizeJobDescription({ jdText })
    expect(content).not.toMatch(/男性|35岁/)
    expect(compliance.map(({ rule }) => rule).sort()).toEqual(['age-limit', 'gender'])
    for (const { quote } of compliance) expect(jdText).toContain(quote)
  })

  const pieces =
    `< <a <!-- <script> [ ]( ![ [a]( ** __ \` # - > | \\ 1. 1、 ； 。 ， → · 限 年龄 must a 的 0 35岁
    http:// a@b. 👩‍👩‍👧 (1) 、 : ： 任职要求： Requirements: 优先 【 】 <b> &lt; experience 3年 preferred;`
      .split(/\s+/)
      .concat([
        ' ',
        '\n',
        '\n- ',
        '- x\n',
        '熟悉a，b优先。',
        '任职要求1、',
        'a // ',
        '麻烦',
        '地点 | 甲\n',
        'A',
        `${'A'.repeat(105)}!\n`,
      ])

  test('8,000 characters of anything take less than a second of CPU', () => {
    optimizeJobDescription(chinese)
    const slow: unknown[] = []
    for (const piece of pieces) {
      const jdText = piece.repeat(Math.ceil(8_000 / piece.length)).slice(0, 8_000)
      const before = process.threadCpuUsage()
      const { content } = optimizeJobDescription({ jdText })
      const { user, system } = process.threadCpuUsage(before)
      const tookMs = (user + system) / 1_000
      if (tookMs >= 1_000 || countTokens(content) > limits.completionTokensMax) slow.push([piece, tookMs])
    }
    expect(slow).toEqual([])
  })
})

test.each(['Full-time (', 'Full-time [days', 'C++ (x+x+)+y{9}$'])(
  'a fact is a text, no pattern: %s',
  (value) => {
    const jdText = `Employment type: ${value}\nJob type: Full-time\nLocation: Paris\n\nRequirements:\n- 3 years of Java`
    expect(optimizeJobDescription({ jdText }).content).toContain('Paris')
  },
)

test('a repeated kind of employment is listed once', () => {
  const jdText = 'Employment type: Full-time\nJob type: Full-time\nLocation: Paris\n\nRequirements:\n- Java'
  expect(optimizeJobDescription({ jdText }).content.match(/full-time/giu)).toHaveLength(1)
})

/** The lines under a heading. */
function section(content: string, heading: string): string {
  const from = content.indexOf(`## ${heading}\n`)
  const to = content.indexOf('\n## ', from)
  return content.slice(from + heading.length + 4, to < 0 ? undefined : to).trim()
}

const listMark = /(^|[\n。；;]\s{0,3})(?:[-•]|[(（]?\d{1,2}(?:[)）、]|[.．](?!\d)))/gu

/** Numbers, Latin words and place of an input that content, findings and notes of omission all lack. */
function lostFacts(input: OptimizeInput): string[] {
  const { content, compliance, changes } = optimizeJobDescription(input)
  const omitted = changes.filter((change) => /篇幅|Left out/.test(change))
  const told = [content, ...compliance.map(({ quote }) => quote), ...omitted].join('\n').replaceAll('\\', '')
  const headings = /^(?:Responsibilities|Requirements|Benefits)$/
  const facts = Object.values(input).flatMap((text) =>
    [...text.replace(listMark, '$1 ').matchAll(/\d+(?:[.]\d+)?|[A-Za-z][A-Za-z+#]*/g)].map(([fact]) => fact),
  )
  return [...facts, input.location ?? ''].filter((fact) => !told.includes(fact) && !headings.test(fact))
}
