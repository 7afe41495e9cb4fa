import { describe, expect, test } from 'vitest'
import {
  countTokens,
  detectLanguage,
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
  test('full width, invisible, traditional and case all fall together', () => {
    expect(normalize('Ｊａｖａ\u200b 軟體開發，專案管理')).toBe('java 软件开发,项目管理')
  })
  test('simplified text is left alone', () => {
    expect(toSimplified('熟悉程序设计与软件工程')).toBe('熟悉程序设计与软件工程')
  })
  test('removing the invisible keeps every visible character', () => {
    expect(removeInvisible('Ja\u200bva\u{e0041} 開發 — ok\n')).toBe('Java 開發 — ok\n')
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
  test('sentences joined without a space are parted', () => {
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
      ['preferred', ['有开源项目【福利】五险一金']],
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
  test('Chinese is cut, names with signs stay whole', () => {
    expect(words('负责微信公众号运营,熟悉c++、c#、node.js和.net')).toEqual(
      expect.arrayContaining(['公众', '运营', 'c++', 'c#', 'node.js', '.net']),
    )
  })
})

describe('tokens', () => {
  test('counts as o200k_base does, and takes control tokens for plain text', () => {
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
    ['hashes', '#'.repeat(12_000)],
  ]
  countTokens('load')
  words(normalize('加载 加載'))
  test.each(hostile)('%s take no time', (_name, text) => {
    const times = [1, 2, 3].map(() => {
      const start = cpuMs()
      splitSections(text)
      words(normalize(text))
      priorityOf(normalize(text), 'plain')
      countTokens(text)
      return cpuMs() - start
    })
    expect(Math.min(...times)).toBeLessThan(200)
  })
})

/** CPU of this thread: other work on the machine doesn't lengthen it. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
