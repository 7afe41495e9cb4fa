import { expect, test } from 'vitest'
import { readJob } from './job.ts'

const read = (text: string) => {
  const { title, requirements } = readJob(text, undefined)
  return { title, asked: requirements.map((each) => each.text) }
}

test('a demand that contains a title is a requirement', () => {
  expect(read('任职要求：\n1、持有焊工证\n2、三年以上经验')).toEqual({
    title: undefined,
    asked: ['持有焊工证', '三年以上经验'],
  })
})

test('a mark before the title is not part of the title or of the demands', () => {
  expect(read('【急聘】高级Java开发工程师（上海）\n任职要求：\n1、三年以上经验')).toEqual({
    title: '高级Java开发工程师（上海）',
    asked: ['三年以上经验'],
  })
})

test('announcements of a title and headcounts are not requirements', () => {
  expect(read('急聘西餐厨师长1名，薪资面议\n要求：10年以上西餐厨房经验').asked).toEqual([
    '10年以上西餐厨房经验',
  ])
  expect(read('诚聘咖啡师\n会拉花，持健康证').asked).toEqual(['会拉花', '持健康证'])
})
