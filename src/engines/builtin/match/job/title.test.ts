import { expect, test } from 'vitest'
import { readJob } from './job.ts'

const read = (text: string) => {
  const { title, requirements } = readJob(text, undefined)
  return { title, asked: requirements.map((each) => each.text) }
}

test('a demand that names a title is a demand', () => {
  expect(read('任职要求：\n1、持有焊工证\n2、三年以上经验')).toEqual({
    title: undefined,
    asked: ['持有焊工证', '三年以上经验'],
  })
})

test('a mark in front of the title belongs to neither title nor demands', () => {
  expect(read('【急聘】高级Java开发工程师（上海）\n任职要求：\n1、三年以上经验')).toEqual({
    title: '高级Java开发工程师（上海）',
    asked: ['三年以上经验'],
  })
})
