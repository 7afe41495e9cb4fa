import { expect, test } from 'vitest'
import { resumeSegments } from '../resume/segments.ts'

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
  ['Greg Baker\nForklift driver', ['Forklift driver']],
  ['Saute Cook\nForklift driver', ['Saute Cook', 'Forklift driver']],
  ['Emily Rose Carpenter, RN', ['RN']],
  ['Head Baker\nRye bread', ['Head Baker', 'Rye bread']],
  ['Pastry Cook', ['Pastry Cook']],
  ['Updated in January\nAnn Lee\nBackend Developer', ['Updated in January', 'Backend Developer']],
  ['| 姓名 | 李娜 | 年龄 | 35 | 婚姻 | 已婚 |', []],
  ['姓名\t王强\t性别\t男\t出生年月\t1990.05', []],
  ['| Name | John Smith | Gender | Male |', []],
  ['熟悉 Java\n女 | 1996年3月 | 汉族', ['熟悉 Java']],
  ['熟悉 Java\n张伟｜女｜35岁｜已婚\n王女士', ['熟悉 Java']],
  ['Java\nMr. John Smith\nMrs. Jane Smith\nMarital status - Single', ['Java']],
  ['Java\nHometown: Cleveland, Ohio\nDOB: 01/02/1990\nHeight 5 ft 10 in', ['Java']],
  ['Java\nTel. +44 20 7946 0958\n+1 555 123 4567', ['Java']],
  ['熟悉 Java\n老家四川成都\n三年内不打算生孩子\n回民，不吃猪肉\n无党派人士', ['熟悉 Java']],
  ['Java\nOriginally from Pakistan\nOn maternity leave until 2025\nI am 45.\nBlack.', ['Java']],
  ['**姓名**：张伟\n**年龄**：28\n熟悉 Java', ['熟悉 Java']],
  ['| 姓名 | 性别 | 年龄 | 籍贯 |\n|---|---|---|---|\n| 艾力 | 男 | 28 | 上海 |\n熟悉 Java', ['熟悉 Java']],
  ['熟悉 Java\n姓名\n艾力\n现居地\n上海\n个人主页\nzhihu.com/people/excel', ['熟悉 Java']],
  ['熟悉 Java\n王芳\n女 | 28岁\n010-62345678\n上海市浦东新区张江路1号', ['熟悉 Java']],
  ['性别 Gender：男\n年龄(Age)：35\n个人主页：zhihu.com/people/excel\n![李静](见附件)', []],
  ['Go\nPlace of Birth: Java, Indonesia | Gender: F | Address: Flat 3, Redis Road, London', ['Go']],
  ['Go\nName\nWei Zhang\nDate of Birth\nMarch 3, 1999\nVisa Status\nH1B', ['Go']],
  ['Go\nWei Zhang, M, 35, Engaged, German\nMy name is Ruby Johnson.\nBorn in Excel, Alabama', ['Go']],
])('%s', (text, rest) => expect(left(text)).toEqual(rest))

test.each([
  ['Skills\nMobile:\nSwift, Kotlin, Flutter', 'Kotlin'],
  ['专业技能\n手机：\nAndroid，Kotlin', 'Kotlin'],
  ['Portfolio:\nOnline shop with React and PostgreSQL', 'PostgreSQL'],
  ['Projects\nSpring Boot\nhttps://github.com/x/y\nA shop', 'Spring Boot'],
  ['Jane Doe | Female | English | French | Java', 'French'],
  ['Jane Doe\nRemote engineer based in Berlin, Python and Docker services', 'Python and Docker'],
])('%s: what somebody can do stays', (text, skill) => expect(left(text).join('\n')).toContain(skill))

test.each([
  '负责员工生育保险与公积金办理',
  '为高女士等 20 位客户处理投诉',
  'Designed parental leave policy for 300 employees',
  '从事老年护理与康复',
  'Based on Java, taught Chinese to 28 men and women',
])('%s: work', (line) => {
  expect(left(`工作经历\n2018.07-2023.06 某公司\n${line}`).join(' ')).toContain(line)
})

test('work is unchanged', () => {
  const text = '工作经历\n2018.07-2023.06 某公司 工程师\n服务 3000 万用户，带领 12 人团队\n负责华为手机项目'
  expect(left(text)).toEqual([
    '2018.07-2023.06 某公司 工程师',
    '服务 3000 万用户，带领 12 人团队',
    '负责华为手机项目',
  ])
})

test('a sentence broken by a page break is joined', () => {
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
