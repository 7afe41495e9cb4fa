import { describe, expect, test } from 'vitest'
import { isQuick } from '../hostile-cpu.test-support.ts'
import {
  countTokens,
  detectLanguage,
  isBenefits,
  leadingTitle,
  normalize,
  priorityOf,
  removeInvisible,
  splitLines,
  splitSections,
  toSimplified,
  words,
} from './index.ts'

describe('language', () => {
  test.each([
    ['岗位职责：负责 Java、Spring Boot、MySQL、Redis 后端开发，熟悉 Docker 和 Kubernetes', 'zh'],
    ['We are hiring a backend engineer in Shanghai (上海) to build APIs with Java and Go', 'en'],
    ['高级产品经理', 'zh'],
    ['Java', 'en'],
    ['', 'zh'],
  ])('%s', (text, language) => expect(detectLanguage(text)).toBe(language))
})

describe('normalise', () => {
  test('full width, invisible characters, traditional characters and case are normalised', () => {
    expect(normalize('Ｊａｖａ\u200b 軟體開發，專案管理')).toBe('java 软件开发,项目管理')
  })
  test('simplified text is unchanged', () => {
    expect(toSimplified('熟悉程序设计与软件工程')).toBe('熟悉程序设计与软件工程')
  })
  test('removing invisible characters keeps every visible one', () => {
    expect(removeInvisible('Ja\u200bva\u{e0041} 開發 — ok\n')).toBe('Java 開發 — ok\n')
    expect(removeInvisible('Ja\u3164va ①')).toBe('Java ①')
  })
})

describe('lines', () => {
  test('bullets, numbers and run-on lists become items that are exact parts of the text', () => {
    const text = '1、负责开发；2、负责测试。\n- 3年经验\n• Java • Go\n（3）英语CET-6 (4) 会3.5版本'
    const lines = splitLines(text)
    expect(lines.map((line) => line.text)).toEqual([
      '负责开发；',
      '负责测试。',
      '3年经验',
      'Java',
      'Go',
      '英语CET-6',
      '会3.5版本',
    ])
    for (const line of lines) expect(text.slice(line.start, line.start + line.text.length)).toBe(line.text)
    expect(lines.every((line) => line.isItem)).toBe(true)
  })
  test.each([
    ['Maximum age limit is 40. You visit (12) sites', ['Maximum age limit is 40. You visit (12) sites']],
    ['管理至少 20、30 家门店', ['管理至少 20、30 家门店']],
    ['阿里·云，0→1', ['阿里·云，0→1']],
    ['不超过\n40.', ['不超过', '40.']],
    ['1.\n开发\n2.\n测试', ['开发', '测试']],
    ['2、5年以上', ['5年以上']],
    ['1.本科；2.熟悉Go；3.5年以上经验；4.能出差', ['本科；', '熟悉Go；', '5年以上经验；', '能出差']],
    ['工作3.5年以上', ['工作3.5年以上']],
    ['①本科②熟悉Java', ['本科', '熟悉Java']],
  ])('a number or a sign that marks no item stays: %j', (text, expected) => {
    expect(splitLines(text).map((line) => line.text)).toEqual(expected)
  })
  test('sentences joined without a space are split', () => {
    expect(splitLines('Lead the team.Provide mentorship.').map((line) => line.text)).toEqual([
      'Lead the team.',
      'Provide mentorship.',
    ])
  })
})

describe('sections', () => {
  test('a run-on Chinese job description', () => {
    const text =
      '后端工程师 岗位职责：1、负责开发；2、负责测试。任职要求：1、本科；2、熟悉Java。加分项：有开源项目【福利】五险一金'
    expect(splitSections(text).map(({ kind, lines }) => [kind, lines.map((line) => line.text)])).toEqual([
      ['plain', ['后端工程师']],
      ['duties', ['负责开发；', '负责测试。']],
      ['must', ['本科；', '熟悉Java。']],
      ['preferred', ['有开源项目']],
      ['offer', ['五险一金']],
    ])
  })
  test('an English one with headings on lines of their own', () => {
    const text =
      'Backend Engineer\n\n**Responsibilities:**\n- Build APIs\n## Requirements\n- 3+ years of Go\nNice to have:\n- Kafka\nBenefits: health insurance\n# How we work together\nWe care'
    expect(splitSections(text).map(({ kind, heading }) => [kind, heading])).toEqual([
      ['plain', ''],
      ['duties', 'Responsibilities'],
      ['must', 'Requirements'],
      ['preferred', 'Nice to have'],
      ['offer', 'Benefits'],
      ['plain', 'How we work together'],
    ])
  })
})

const read = (text: string) =>
  splitSections(text).map(({ kind, lines }) => [kind, ...lines.map((line) => line.text)])

describe('a job description in one paragraph', () => {
  test.each<[string, string[][]]>([
    [
      '后端工程师，限男性，985优先。岗位职责：负责开发；完成其他工作。要求：3年以上Go经验，抗压能力强。五险一金，双休。',
      [
        ['plain', '后端工程师', '限男性，985优先。'],
        ['duties', '负责开发；完成其他工作。'],
        ['must', '3年以上Go经验，抗压能力强。'],
        ['offer', '五险一金，双休。'],
      ],
    ],
    [
      'Backend Engineer. Responsibilities: build APIs; own on-call. Requirements: 3+ years of Go. Nice to have: Kafka. Health insurance, PTO.',
      [
        ['plain', 'Backend Engineer'],
        ['duties', 'build APIs; own on-call.'],
        ['must', '3+ years of Go.'],
        ['preferred', 'Kafka.'],
        ['offer', 'Health insurance, PTO.'],
      ],
    ],
    [
      'Backend Engineer Responsibilities: build APIs and own on-call Requirements: 3+ years Go Nice to have: Kafka',
      [
        ['plain', 'Backend Engineer'],
        ['duties', 'build APIs and own on-call'],
        ['must', '3+ years Go'],
        ['preferred', 'Kafka'],
      ],
    ],
    [
      '急招销售代表2名，负责华东区客户，大专以上，底薪6000+提成，五险一金。',
      [
        ['plain', '销售代表', '2名', '负责华东区客户，大专以上，'],
        ['offer', '底薪6000+提成，五险一金。'],
      ],
    ],
    [
      '会计 本科 3年以上经验 双休',
      [
        ['plain', '会计', '本科', '3年以上经验'],
        ['offer', '双休'],
      ],
    ],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected)
    for (const { lines } of splitSections(text)) {
      for (const { text: line, start } of lines) expect(text.slice(start, start + line.length)).toBe(line)
    }
  })
  test('after the benefits, the previous section continues', () => {
    expect(read('要求：\n熟悉Go\n五险一金\n本科').map(([kind]) => kind)).toEqual(['must', 'offer', 'must'])
  })
})

describe('headings', () => {
  test.each([
    'Other duties as assigned',
    'Kafka experience preferred',
    '- Gather business requirements',
    'About 5 years of experience',
    'The team is small',
  ])('%s is none', (text) => expect(splitSections(text).map(({ heading }) => heading)).toEqual(['']))
  test.each([
    ['Preferred Qualifications', 'preferred'],
    ['Desired Technical Skills:', 'preferred'],
    ['Requirements/Qualifications', 'must'],
    ['About Acme', 'about'],
    ['- Benefits:', 'offer'],
  ])('%s is one', (text, kind) => expect(splitSections(`${text}\nx`)[0]?.kind).toBe(kind))
})

describe('benefits', () => {
  test.each([
    '五险一金，周末双休',
    '薪资15-25K·14薪',
    '提供五险一金、餐补、交通补贴、节日福利、定期体检等',
    '月薪8000-12000元，包吃住',
    'We offer health, dental and vision insurance, 25 days of paid vacation.',
    '$120k-$150k plus equity',
    'PTO, 401(k) match',
  ])('%s', (text) => expect(isBenefits(normalize(text))).toBe(true))
  test.each([
    '负责五险一金的办理',
    '熟悉社保、公积金缴纳',
    'Health insurance sales experience',
    'Process commissions for the sales team',
    '能接受单休',
    '旅游',
    'equity',
  ])('%s: not', (text) => expect(isBenefits(normalize(text))).toBe(false))
})

describe('the title that a text begins with', () => {
  test.each([
    ['招聘Java开发工程师（上海），3年以上经验', 'Java开发工程师（上海）', false],
    ['岗位名称：注册会计师', '注册会计师', false],
    ['We are hiring a Registered Nurse to care for patients.', 'Registered Nurse', true],
    ['Looking for: Software Engineer II', 'Software Engineer II', false],
  ])('%s', (line, text, isSentence) => expect(leadingTitle(line)).toMatchObject({ text, isSentence }))
  test.each([
    '负责销售，3年以上经验',
    '我们是一家互联网公司',
    'Experience with sales managers, 3 years',
    '熟悉会计',
  ])('%s: none', (line) => expect(leadingTitle(line)).toBeUndefined())
})

describe('priority', () => {
  test.each([
    ['熟悉 kafka 者优先', 'must', 'preferred'],
    ['熟悉 kafka', 'preferred', 'preferred'],
    ['必须熟悉 java', 'must', 'must'],
    ['kafka is a plus', 'must', 'preferred'],
    ['experience with kafka preferred', 'must', 'preferred'],
    ['at least 3 years of java', 'plain', 'must'],
  ] as const)('%s under %s', (text, section, priority) => expect(priorityOf(text, section)).toBe(priority))
})

describe('words', () => {
  test('Chinese is segmented, names with symbols stay in one piece', () => {
    expect(words('负责微信公众号运营,熟悉c++、c#、node.js和.net')).toEqual(
      expect.arrayContaining(['公众', '运营', 'c++', 'c#', 'node.js', '.net']),
    )
  })
})

describe('tokens', () => {
  test('counts as o200k_base does, and treats control tokens as plain text', () => {
    expect(countTokens('hello world')).toBe(2)
    expect(countTokens('')).toBe(0)
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1)
  })
})

describe('hostile texts', () => {
  const hostile: readonly (readonly [string, string])[] = [
    ['letters', 'a'.repeat(12_000)],
    ['characters', '的'.repeat(12_000)],
    ['spaces', ' '.repeat(12_000)],
    ['signs', '!?'.repeat(6_000)],
    ['digits', '1.'.repeat(6_000)],
    ['brackets', '（一'.repeat(6_000)],
    ['headings', '任职要求'.repeat(3_000)],
    ['headings that end', '任职要求：'.repeat(2_400)],
    ['emoji', '👩‍👩‍👧'.repeat(1_500)],
    ['labels', 'A: '.repeat(4_000)],
    ['benefits', '五险一金，'.repeat(2_400)],
    ['half headings', 'Desired Technical Skills: '.repeat(460)],
    ['hashes', '#'.repeat(12_000)],
  ]
  countTokens('load')
  words(normalize('加载 加載'))
  test.each(hostile)('%s are fast', (_name, text) => {
    const read = () => {
      splitSections(text)
      words(normalize(text))
      priorityOf(normalize(text), 'plain')
      countTokens(text)
    }
    expect([1, 2, 3].some(() => isQuick(read))).toBe(true)
  })
})
