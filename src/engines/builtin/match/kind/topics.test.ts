import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countTerms, knownTerms, topicLikeness, topicsOf, topicsOfJob } from './topics.ts'

const topicsOfResume = (texts: readonly string[]) => topicsOf(texts.map(knownTerms))

const newMedia = [
  '负责公司微信公众号的日常运营，策划选题，撰写推文并排版发布，跟进阅读数据',
  '协助策划线上线下活动，维护用户社群，收集用户反馈',
]
const accounting = ['会计：负责日常记账、开票报税、编制财务报表，核对往来款项，装订凭证，协助年度审计']
const backend = [
  '负责后端服务的开发与维护，熟悉java、spring、mysql、redis，了解分布式系统与常用算法',
  '参与需求分析与系统设计，编写技术文档',
]

test('terms are pairs of Chinese characters within a run, and Latin words; never numbers', () => {
  const counts = countTerms(['用户运营，用户a/b测试 c++ 2019.03 138', 'node.js'])
  expect(Object.fromEntries(counts)).toEqual({
    用户: 2,
    户运: 1,
    运营: 1,
    a: 1,
    b: 1,
    测试: 1,
    'c++': 1,
    'node.js': 1,
  })
})

test('texts without a shared term can have the same topic', () => {
  const [books, code] = [topicsOfJob(accounting), topicsOfJob(backend)]
  if (books === undefined || code === undefined) throw new Error('the table knows both')
  const accountant = topicsOfResume(['给小微企业申报增值税和个税，做总账、出纳，管固定资产，月末结账'])
  const programmer = topicsOfResume([
    '写过接口和单元测试，用python、sql、linux、git，做过代码评审和数据库课程项目',
  ])
  expect(topicLikeness(books, accountant)).toBeGreaterThan(topicLikeness(books, programmer) + 0.15)
  expect(topicLikeness(code, programmer)).toBeGreaterThan(topicLikeness(code, accountant) + 0.15)
})

test('a short mention of a topic counts in part', () => {
  const job = topicsOfJob(accounting)
  if (job === undefined) throw new Error('the table knows it')
  const [little, more] = ['记账，报税', '记账，报税，编制财务报表，核对往来款项，装订凭证'].map((text) =>
    topicLikeness(job, topicsOfResume([text])),
  )
  expect(little).toBeGreaterThan(0)
  expect(more).toBeGreaterThan(2 * (little ?? 0))
})

test.each([
  ['too short', ['负责用户运营']],
  ['of a trade that it knows little of', ['古籍钤印鉴藏，熟谙碑帖拓片、版刻源流、避讳缺笔、递藏题跋']],
  ['nothing', []],
])('of a job that is %s nothing is said', (_, texts) => {
  expect(topicsOfJob(texts)).toBeUndefined()
})

test('a resume without known terms matches no topic', () => {
  const job = topicsOfJob(newMedia)
  if (job === undefined) throw new Error('the table knows it')
  expect(topicLikeness(job, topicsOfResume(['𠀀𠀁 zzz']))).toBe(0)
})

test('no term of the table describes a person', () => {
  const table = readFileSync(new URL('./topics-zh.tsv', import.meta.url), 'utf8')
  const terms = table.split('\n').map((row) => row.split('\t')[0] ?? '')
  expect(terms.length).toBeGreaterThan(5000)
  expect(terms.filter((term) => /[男女婚族党团岁籍胎孕]|先生|女士/u.test(term))).toEqual([])
})
