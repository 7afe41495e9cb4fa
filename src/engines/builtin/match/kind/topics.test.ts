import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countTerms, knownTerms, topicLikeness, topicsOf, topicsOfJob } from './topics.ts'

const topicsOfResume = (texts: readonly string[]) => topicsOf(texts.map(knownTerms))

const newMedia = [
  '负责公司微信公众号的日常运营，策划选题，撰写推文并排版发布，跟进阅读数据',
  '协助策划线上线下活动，维护用户社群，收集用户反馈',
]
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

test('who shares no term with a job can still speak of the same', () => {
  const [job, other] = [topicsOfJob(newMedia), topicsOfJob(backend)]
  if (job === undefined || other === undefined) throw new Error('the table knows both')
  const editor = topicsOfResume(['独立完成原创稿件，涨粉三千，制作海报和短视频'])
  const programmer = topicsOfResume(['使用python和sql完成数据库课程项目，写过接口和单元测试'])
  expect(topicLikeness(job, editor)).toBeGreaterThan(topicLikeness(job, programmer) + 0.3)
  expect(topicLikeness(other, programmer)).toBeGreaterThan(topicLikeness(other, editor) + 0.3)
})

test.each([
  ['too short', ['负责用户运营']],
  [
    'of a trade that it knows little of',
    ['护士，负责病房护理、静脉输液、生命体征监测，持护士执业证书，书写护理记录'],
  ],
  ['nothing', []],
])('of a job that is %s nothing is said', (_, texts) => {
  expect(topicsOfJob(texts)).toBeUndefined()
})

test('a resume of which nothing is known is like no job', () => {
  const job = topicsOfJob(newMedia)
  if (job === undefined) throw new Error('the table knows it')
  expect(topicLikeness(job, topicsOfResume(['𠀀𠀁 zzz']))).toBe(0)
})

test('no term of the table tells who somebody is', () => {
  const table = readFileSync(new URL('./topics-zh.tsv', import.meta.url), 'utf8')
  const terms = table.split('\n').map((row) => row.split('\t')[0] ?? '')
  expect(terms.length).toBeGreaterThan(5000)
  expect(terms.filter((term) => /[男女婚族党团岁籍胎孕]|先生|女士/u.test(term))).toEqual([])
})
