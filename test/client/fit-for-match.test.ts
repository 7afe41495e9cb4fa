import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitForMatch } from '../../packages/client/src/index.ts'
import { limits } from '../../src/contract/index.ts'

const points = (text: string) => [...text].length
const many = (line: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${line}（${index + 1}）`)

const chinese = [
  '王小明',
  '电话：13800001234　邮箱：wang@example.com',
  '',
  '自我评价',
  '八年后端开发经验，熟悉分布式系统。',
  '',
  '工作经历',
  '2019.07-至今  上海云帆科技有限公司  高级后端工程师',
  ...many('负责支付系统的设计与开发，日均处理三百万笔交易', 6),
  '2015.03-2019.06  杭州明远网络有限公司  后端工程师',
  ...many('维护订单系统，编写接口与单元测试', 6),
  '2008.07-2015.02  北京旧日软件有限公司  程序员',
  ...many('开发报表模块，使用存储过程', 6),
  '',
  '教育背景',
  '2004.09-2008.06  浙江大学  计算机科学与技术  本科',
  '',
  '专业技能',
  'Go、PostgreSQL、Kubernetes',
  '',
  '兴趣爱好',
  ...many('摄影、长跑', 3),
].join('\n')

const english = [
  'Jane Doe',
  'jane.doe@example.com | +44 20 7946 0958',
  '',
  'PROFESSIONAL EXPERIENCE',
  'Senior Engineer, Northwind Ltd',
  'March 2019 – Present',
  ...many('• Led the payments platform that settles three million transactions a day', 5),
  'Engineer, Contoso',
  'May 2014 – February 2019',
  ...many('• Maintained the order service, wrote its interfaces and tests', 5),
  'Junior Developer, Fabrikam',
  'June 2009 – April 2014',
  ...many('• Built reports with stored procedures', 5),
  '',
  'EDUCATION',
  'BSc Computer Science, University of Leeds, 2006 – 2009',
  '',
  'S K I L L S',
  'Go, PostgreSQL, Kubernetes, C++',
  '',
  'REFERENCES',
  'John Roe, Fabrikam, 020 7946 0000',
].join('\n')

describe('a resume that is too long', () => {
  test('loses its hobbies first, then the oldest job, and lists the cuts', () => {
    const { text, cut } = fitForMatch(chinese, points(chinese) - 130)
    expect(cut.map(({ section, entry, whole }) => [section, entry, whole])).toEqual([
      ['工作经历', '2008.07-2015.02  北京旧日软件有限公司  程序员', true],
      ['兴趣爱好', '摄影、长跑（1）', true],
    ])
    expect(text).not.toContain('兴趣爱好')
    for (const line of ['王小明', '浙江大学', '杭州明远', '上海云帆', 'Kubernetes'])
      expect(text).toContain(line)
    expect(points(text)).toBeLessThanOrEqual(points(chinese) - 130)
  })

  test('keeps the beginning of an old job if cutting its end is sufficient', () => {
    const { text, cut } = fitForMatch(chinese, points(chinese) - 60)
    const job = cut.find(({ section }) => section === '工作经历')
    expect(job).toMatchObject({ entry: '2008.07-2015.02  北京旧日软件有限公司  程序员', whole: false })
    expect(text).toContain('北京旧日软件有限公司  程序员\n开发报表模块，使用存储过程（1）')
    expect(text).not.toContain('开发报表模块，使用存储过程（6）')
  })

  test('in English, with titles above their dates and headings spaced out', () => {
    const { text, cut } = fitForMatch(english, points(english) - 300)
    expect(cut.map(({ section, entry, whole }) => [section, entry, whole])).toEqual([
      ['PROFESSIONAL EXPERIENCE', 'Engineer, Contoso', false],
      ['PROFESSIONAL EXPERIENCE', 'Junior Developer, Fabrikam', true],
      ['REFERENCES', 'John Roe, Fabrikam, 020 7946 0000', true],
    ])
    expect(text).not.toContain('Junior Developer')
    expect(text).toContain('Engineer, Contoso\nMay 2014 – February 2019\n• Maintained')
    expect(text).toContain('S K I L L S\nGo, PostgreSQL, Kubernetes, C++')
  })

  test('reports the number of removed characters', () => {
    const limit = points(english) - 300
    const { text, cut } = fitForMatch(english, limit)
    const letters = (whole: string) => points(whole.replaceAll('\n', ''))
    const headings = letters('REFERENCES')
    const told = cut.reduce((sum, { characters }) => sum + characters, 0)
    expect(letters(english) - letters(text)).toBeGreaterThanOrEqual(told - headings)
    expect(letters(english) - letters(text)).toBeLessThanOrEqual(told + headings)
  })

  test.each([
    [chinese, ['王小明', '13800001234', 'wang@example.com', '2019.07-至今  上海云帆科技有限公司']],
    [english, ['Jane Doe', 'jane.doe@example.com', 'Senior Engineer, Northwind', 'March 2019 – Present']],
  ])('keeps name, contact and latest job, however little is taken', (resume, lasting) => {
    const { text } = fitForMatch(resume, 150)
    for (const each of lasting) expect(text).toContain(each)
    expect(points(text)).toBeLessThanOrEqual(150)
  })

  test('keeps a contact at its end, and in a section that is cut', () => {
    const moved = chinese.replace('电话：13800001234　邮箱：wang@example.com\n', '')
    const { text } = fitForMatch(`${moved}\n志愿者经历\n${'做过志愿者。'.repeat(50)}\n电话：13800001234`, 300)
    expect(text).toContain('电话：13800001234')
    expect(text).not.toContain('做过志愿者')
  })

  test('with the oldest job first loses that one', () => {
    const upwards = [
      '李雷',
      '工作经历',
      '2010.01-2012.01 甲公司',
      ...many('做旧的事', 9),
      '2020.01-至今 乙公司',
    ]
    const { text } = fitForMatch([...upwards, ...many('做新的事', 9)].join('\n'), 100)
    expect(text).toContain('乙公司')
    expect(text).toContain('做新的事（9）')
    expect(text).not.toContain('甲公司')
  })

  test('without headings is cut by its dates, without dates from its end', () => {
    const plain = [
      '韩梅梅',
      '2021-至今 甲公司',
      ...many('做新的事', 5),
      '2011-2013 乙公司',
      ...many('做旧的事', 5),
    ]
    expect(fitForMatch(plain.join('\n'), 60).text).not.toContain('乙公司')
    const undated = fitForMatch(`韩梅梅\n${'负责招聘。'.repeat(40)}`, 64)
    expect(undated.text).toBe(`韩梅梅\n${'负责招聘。'.repeat(12)}`)
    expect(undated.cut).toEqual([{ section: null, entry: '韩梅梅', whole: false, characters: 140 }])
  })
})

describe('inside a line', () => {
  test('it cuts after words and never in a word, an address or an amount', () => {
    const line =
      'Jane Doe builds distributed ledgers in C++17 at jane.doe@example.com 负责招聘，客户接待 2019年 3月'
    const words = [...line.split(' '), '负责招聘', '负责招聘，']
    for (let limit = 5; limit < points(line); limit++) {
      const { text } = fitForMatch(line, limit)
      expect(points(text)).toBeLessThanOrEqual(limit)
      const last = text.split(' ').at(-1) ?? ''
      const isWhole = words.includes(last)
      expect(isWhole, `${limit}: ${last}`).toBe(true)
    }
  })
  test('a word longer than the limit is cut', () => {
    expect(fitForMatch('x'.repeat(100), 10).text).toBe('x'.repeat(10))
    expect(fitForMatch('😀'.repeat(100), 10).text).toMatch(/^(?:😀){1,10}$/u)
  })
})

test('the usual limit is that of the contract, in code points', () => {
  const max = limits.resumeTextCharactersMax
  const fits = `  ${'😀'.repeat(max)}\n`
  expect(fitForMatch(fits)).toEqual({ text: fits, cut: [] })
  expect(points(fitForMatch(`王小明\n${'开发。'.repeat(max)}`).text)).toBeGreaterThan(max - 4)
  expect(() => fitForMatch('', 0)).toThrow(TypeError)
})

test('any text fits afterwards, and consists of beginnings of its lines in order', () => {
  const line = fc.oneof(
    fc.constantFrom(...chinese.split('\n'), ...english.split('\n'), '# Work', '2001', '\r', '姓名：'),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  )
  const texts = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 400 }), (resume, limit) => {
      const { text, cut } = fitForMatch(resume, limit)
      expect(points(text.trim())).toBeLessThanOrEqual(limit)
      expect(cut.length === 0).toBe(points(resume.trim()) <= limit)
      let rest = resume.split(/\r\n|[\n\r]/).map((each) => each.trim())
      for (const each of text.split(/\r\n|[\n\r]/).map((kept) => kept.trim())) {
        const at = rest.findIndex((whole) => whole.startsWith(each))
        expect(at).toBeGreaterThanOrEqual(0)
        rest = rest.slice(at + 1)
      }
    }),
    { numRuns: 300 },
  )
})

test('a heading longer than the limit is cut and reported', () => {
  expect(fitForMatch('# Work', 1)).toEqual({
    text: '#',
    cut: [{ section: null, entry: '# Work', whole: false, characters: 5 }],
  })
})
