import { expect, test } from 'vitest'
import { withoutCopies } from '../../tools/fit/copies.ts'
import { topicsTable } from '../../tools/fit/topics.ts'

const doc = (id: string, kind: 'resume' | 'jd', text: string) => ({ id, lang: 'zh' as const, kind, text })

test('texts that differ only in a number are learned once', () => {
  const own = '负责学校官方微信公众号的运营，策划每周选题，撰写推文并排版，平均阅读量'
  const docs = [
    doc('1', 'resume', `${own}200`),
    doc('2', 'resume', `${own}201 `),
    doc('3', 'jd', `${own}200`),
    doc('4', 'resume', '熟悉C++和Python，参加过程序设计竞赛，做过图书管理系统'),
  ]
  expect(withoutCopies(docs).map(({ id }) => id)).toEqual(['1', '3', '4'])
})

test('terms of roles and texts count together, and their rarity comes from the texts', () => {
  const holding = (count: number, ...terms: string[]) =>
    Array.from({ length: count }, () => new Map(terms.map((term) => [term, 1])))
  const table = topicsTable(holding(3, 'a', 'b'), [...holding(2, 'a'), ...holding(5, 'c')])
  const idf = new Map(
    table
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((row) => row.split('\t') as [string, string]),
  )
  expect([...idf.keys()]).toEqual(['a', 'c'])
  expect(Number(idf.get('a'))).toBe(1)
  expect(Number(idf.get('c'))).toBeGreaterThan(2)
})
