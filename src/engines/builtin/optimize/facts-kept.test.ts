import { describe, expect, test } from 'vitest'
import type { OptimizeInput } from '../../../contract/index.ts'
import { optimizeJobDescription } from './index.ts'

describe('any mix of facts, in any shape', () => {
  test.each(['zh', 'en'] as const)('%s: each fact given is in the content', (language) => {
    const lost: unknown[] = []
    for (let seed = 1; seed <= 120; seed += 1) {
      const { input, facts } = randomJob(language, seed)
      const { content } = optimizeJobDescription(input)
      const bare = content.replaceAll('\\', '')
      const missing = facts.filter((fact) => !bare.includes(fact))
      if (missing.length > 0) lost.push([missing, input])
    }
    expect(lost).toEqual([])
  })
})

test('each row of a long table of jobs', () => {
  const names = [
    '会计',
    '出纳',
    '编辑',
    '翻译',
    '店长',
    '厨师',
    '司机',
    '保安',
    '护士',
    '教师',
    '律师',
    '文员',
    '导购',
    '客服',
  ]
  const rows = names.map((name, at) => `| ${name} | ${at + 1}名 | ${at + 5}K |`)
  const { content } = optimizeJobDescription({
    jdText: ['| 岗位 | 人数 | 月薪 |', '| --- | --- | --- |', ...rows].join('\n'),
  })
  for (const [at, name] of names.entries()) {
    expect(content).toContain(name)
    expect(content).toContain(`${at + 5}K`)
  }
})

test('a degree that another job asks for, or a more exact one, is kept', () => {
  const posts = '一、会计 2名\n学历要求：本科\n负责做账\n二、文员 1名\n大专或本科均可\n负责接待'
  expect(optimizeJobDescription({ jdText: posts }).content).toContain('学历要求：本科')
  const exact = '任职要求：\n学历要求：统招本科及以上\n本科专业不限'
  expect(optimizeJobDescription({ jdText: exact }).content).toContain('统招本科及以上')
})

test('dates of a job are no head of a mail, and its facts no speakers', () => {
  const dated = '日期：12月1日-12月31日\n时间：9:00-18:00\n招促销员2名，会普通话'
  expect(optimizeJobDescription({ jdText: dated }).content).toContain('9:00')
  const pay = 'Sales Rep\nBase: $50k\nCommission: 10%\nDriver\nBase: $40k\nCommission: none'
  expect(optimizeJobDescription({ jdText: pay }).content).toMatch(/commission: 10%/i)
})

test('a long script is no part of a job description', () => {
  const script = `<script>${'var a=1;'.repeat(300)}</script>`
  const { content } = optimizeJobDescription({ jdText: `<p>护士</p>${script}<p>负责病房护理</p>` })
  expect(content).not.toMatch(/var a/i)
  expect(content).toContain('病房护理')
})

test('repeated statements are kept in the more binding part', () => {
  const said = [
    '熟练使用办公软件与数据透视表',
    '熟练使用办公软件与数据透视表等',
    '能熟练使用办公软件与数据透视表等',
  ]
  const jdText = `任职要求：\n1. ${said[0]}\n\n加分项：\n${said.map((line, at) => `${at + 1}. ${line}`).join('\n')}`
  for (const text of [jdText, jdText.split('\n\n').toReversed().join('\n\n')]) {
    const { content } = optimizeJobDescription({ jdText: text })
    expect(content.match(/数据透视表/gu)).toHaveLength(1)
    expect(content.indexOf('任职要求')).toBeLessThan(content.indexOf('数据透视表'))
    expect(content.slice(0, content.indexOf('数据透视表'))).not.toContain('优先条件')
  }
})

const factsOf = {
  zh: {
    titles: ['后端工程师', '门店店长', '护士', '销售经理'],
    duties: ['负责3条产线的排产', '管理12人的团队', '对接ERP供应商', '每周走访15家门店', '编写OpenAPI文档'],
    must: ['5年以上Kubernetes经验', '熟悉PostgreSQL 16', '持有执业资格证', '大专及以上学历', '能接受30%出差'],
    preferred: ['有Terraform经验优先', '会粤语者优先', '有三甲医院经历优先'],
    offer: ['月薪18-25K', '五险一金', '年假12天', '14薪'],
    places: ['苏州工业园区', '成都市武侯区'],
    headings: ['岗位职责', '任职要求', '福利待遇', '工作地点'],
  },
  en: {
    titles: ['Backend Engineer', 'Store Manager', 'Registered Nurse', 'Sales Manager'],
    duties: [
      'Run 3 production lines',
      'Manage a team of 12',
      'Work with ERP vendors',
      'Review 15 claims a week',
    ],
    must: ['5+ years of Kubernetes', 'PostgreSQL 16 experience', 'Valid RN license', 'Able to travel 30%'],
    preferred: ['Terraform is a plus', 'Spanish preferred', 'CPA preferred'],
    offer: ['$90k-$110k', '401(k) with 4% match', '12 days of PTO', 'Dental insurance'],
    places: ['Austin, TX', 'Leeds'],
    headings: ['Responsibilities', 'Requirements', 'Benefits', 'Location'],
  },
} as const

/** A job of facts drawn at random, as a list, a page of HTML or Markdown, bare lines, or fields. */
function randomJob(language: 'zh' | 'en', seed: number): { input: OptimizeInput; facts: string[] } {
  let state = seed
  const below = (count: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % count
  }
  const some = (all: readonly string[]): string[] => all.filter(() => below(3) > 0)
  const source = factsOf[language]
  const title = source.titles[below(source.titles.length)] ?? ''
  const place = source.places[below(source.places.length)] ?? ''
  const groups = [some(source.duties), [...some(source.must), ...some(source.preferred)], some(source.offer)]
  const shape = below(5)
  const heading = (at: number): string => {
    const name = source.headings[at] ?? ''
    if (shape === 0) return `${name}:\n`
    if (shape === 1) return `<h3>${name}</h3>`
    return shape === 2 ? `## ${name}\n` : ''
  }
  const item = (text: string, at: number): string => {
    if (shape === 1) return `<p>${text}</p>`
    return shape === 0 ? `${at + 1}. ${text}\n` : `- ${text}\n`
  }
  const text = groups
    .map((group, at) => (group.length > 0 ? heading(at) + group.map(item).join('') : ''))
    .join('')
  const facts = [title, place, ...groups.flat()]
  const body = `${title}\n${text}`
  const input =
    shape === 4
      ? { jobTitle: title, requirements: groups.flat().join('\n'), location: place }
      : { jdText: body, location: place }
  return { input, facts }
}
