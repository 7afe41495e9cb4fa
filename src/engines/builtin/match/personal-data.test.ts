import { expect, test } from 'vitest'
import { resumeSegments } from './segments.ts'

const left = (text: string): string[] => resumeSegments(text).map((segment) => segment.text)

test.each([
  ['姓名：张三\n性别：男 | 年龄：28 | 民族：汉族', []],
  ['张三\n男，28岁，未婚，中共党员', []],
  ['姓 名：李四    手机：13800001111    邮箱：a@b.com', []],
  ['籍贯：湖南长沙 户籍：湖南 婚姻状况：已婚', []],
  ['1995年3月出生 | 高级工程师', ['高级工程师']],
  ['王小明 | Java工程师 | 13800001111', ['Java工程师']],
  ['John Smith\nPhone: (555) 123-4567 | Email: j@x.org\nSoftware Engineer', ['Software Engineer']],
  ['Name: Jane Doe\nGender: Female\nDate of Birth: 1990-01-02\nNationality: Indian', []],
  ['Jane Doe, Product Manager\n32 years old, married', ['Product Manager']],
  ['熟悉 Java\n现居：上海市浦东新区世纪大道100号', ['熟悉 Java']],
  ['Skills\nlinkedin.com/in/jane https://jane.dev', []],
  ['Ann Lee\nSan Francisco, CA 94105 | 12 Main St, Springfield\nJava, Go', ['Java, Go']],
  ['Updated in January\nAnn Lee\nBackend Developer', ['Updated in January', 'Backend Developer']],
])('%s', (text, rest) => expect(left(text)).toEqual(rest))

test('work is left as it is', () => {
  const text = '工作经历\n2018.07-2023.06 某公司 工程师\n服务 3000 万用户，带领 12 人团队\n负责华为手机项目'
  expect(left(text)).toEqual([
    '2018.07-2023.06 某公司 工程师',
    '服务 3000 万用户，带领 12 人团队',
    '负责华为手机项目',
  ])
})

test('a sentence that a page breaks is one again', () => {
  const text = 'Summary\nSenior engineer with deep experience in building\nscalable services. Also teaches'
  expect(left(text)).toEqual([
    'Senior engineer with deep experience in building\nscalable services.',
    'Also teaches',
  ])
})

test('every segment is an exact part of the resume', () => {
  const text = '张三 男 28岁\n● Ｊａｖａ，軟體開發；熟悉 MySQL。\t• 邮箱：a@b.com 负责 A\u200bPI'
  for (const segment of resumeSegments(text)) {
    expect(text.slice(segment.start, segment.start + segment.text.length)).toBe(segment.text)
  }
})
