import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBuiltinEngine } from './engine.ts'
import { matchNow } from './tasks.ts'
import { normalize } from './text/index.ts'
import { useVocabularyFolder, vocabulary } from './vocabulary.ts'
import { readTables, VocabularyError } from './vocabulary-tables.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vocabulary-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
afterAll(() => useVocabularyFolder(null))

const write = (name: string, ...lines: string[]): void =>
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
const namesIn = (text: string): string[] =>
  vocabulary()
    .find(text, text)
    .map(({ concept }) => concept.id)

test('the shipped tables refer only to their own entries, without duplicates', () => {
  const { rows, roles } = readTables()
  const keys = new Set(rows.map(({ kind, id }) => `${kind}:${id}`))
  expect(keys.size).toBe(rows.length)
  const named = [
    ...rows.flatMap(({ kind, is }) => is.map((id) => `${kind === 'titles' ? 'skills' : kind}:${id}`)),
    ...rows.flatMap(({ kind, implies }) => implies.map((id) => `${kind}:${id}`)),
    ...roles.flatMap(({ title, typical }) => [`titles:${title}`, ...typical]),
  ]
  expect(named.filter((key) => !keys.has(key))).toEqual([])
  expect(rows.filter(({ aliases }) => aliases.length === 0)).toEqual([])
  const titles = rows.filter(({ kind }) => kind === 'titles').map(({ id }) => id)
  expect(titles.filter((id) => !roles.some(({ title }) => title === id))).toEqual([])
})

test.each([
  ['招木工两名', 'carpenter'],
  ['土木工程专业', undefined],
  ['水电工程', undefined],
])('in %s the worker is %s', (text, title) => {
  const titles = vocabulary().findTitles(text)
  if (title === undefined) expect(titles).toEqual([])
  else expect(titles.map(({ concept }) => concept.id)).toContain(title)
})

test.each([
  ['炒锅 打荷 上杂 头锅 江湖菜', 'cooking', 5],
  ['欧包 起酥 裱花', 'cooking', 3],
  ['4.2米厢货，城配，装卸', 'driving', 2],
])('the words of %s are cases of %s', (text, row, count) => {
  const cases = vocabulary()
    .find(text, text)
    .filter(({ concept }) => concept.is.has(row))
  expect(cases.length).toBeGreaterThanOrEqual(count)
})

describe('the words of a trade name it', () => {
  test.each([
    ['三查七对，吸痰，导尿，写护理记录', 'nursing procedures'],
    ['血透室上机下机', 'dialysis'],
    ['大药房联合用药推荐，近效期登记', 'retail pharmacy'],
    ['四手操作，椅旁配合', 'dental assisting'],
    ['五大领域备课，区角布置', 'preschool activities'],
    ['低保户入户走访建档', 'casework'],
    ['代账，小规模纳税人报税', 'full-cycle accounting'],
    ['订舱，海运提单确认，报关单', 'shipping documents'],
    ['二手房带看，产权过户', 'second-hand housing brokerage'],
    ['土建算量，套价组价', 'quantity and pricing'],
    ['倒闸操作，工作票', 'power grid work'],
    ['RFIs, submittals and punch lists for a general contractor', 'site construction control'],
  ])('%s', (text, id) => {
    expect(namesIn(normalize(text))).toContain(id)
  })

  test.each([
    '跟进项目',
    '负责编写脚本',
    '专家访谈',
    '带领队伍',
    '推动销售',
    '测试产品',
    '每个训练批次',
    '评审方案',
  ])('%s: not where a name stands across two words', (text) => {
    const fields = ['voucher processing', 'journalistic work', 'head teaching', 'tour operations']
    const others = ['field sales and distribution', 'manufacturing improvement']
    const rest = ['child rehabilitation', 'dispensing']
    expect(namesIn(text).filter((id) => [...fields, ...others, ...rest].includes(id))).toEqual([])
  })
})

describe('a custom folder', () => {
  const match = (resumeText: string, jdText: string) =>
    matchNow({ resumeText, jdText }, new Date('2026-11-21')).data

  test('a name is found in any notation', () => {
    write(
      'skills-mine.tsv',
      'id\taliases\tis\timplies\tmembers',
      'quokka\t資料倉鼠|数据仓鼠\t\t\tＱＵＯＫＫＡ',
    )
    useVocabularyFolder(folder)
    for (const text of ['資料倉鼠', '数据仓鼠', 'ｑｕｏｋｋａ', 'Quokka'])
      expect(namesIn(normalize(text))).toEqual(['quokka'])
  })

  test('adds skills, names and roles', async () => {
    write(
      'skills-mine.tsv',
      'id\taliases\tis\timplies',
      'quokka\tquokka|短尾矮袋鼠\tdatabase',
      'java\t爪哇语言',
    )
    write('titles-mine.tsv', 'id\taliases\tis', 'quokka keeper\tquokka keeper\tquokka')
    write('roles-mine.tsv', 'title\ttypical', 'quokka keeper\tquokka|sql')
    useVocabularyFolder(folder)
    expect(namesIn('短尾矮袋鼠 and 爪哇语言')).toEqual(['quokka', 'java'])
    const data = match(
      '工作经历\n2018.01-2022.01 某公司\n维护短尾矮袋鼠',
      '饲养员\n任职要求：\n1. 熟悉 quokka',
    )
    expect(data.requirements[0]).toMatchObject({ kind: 'skill', status: 'met' })
    const engine = createBuiltinEngine({ threads: 1, vocabularyDirectory: folder })
    const inThread = await engine.match(
      { resumeText: '用短尾矮袋鼠做过三个项目', jdText: '任职要求：熟悉 quokka' },
      AbortSignal.timeout(100_000),
    )
    expect(inThread.data.requirements[0]?.status).toBe('met')
    await engine.close()
  })

  test.each([
    ['skills-x.tsv', ['name\tother', 'a\tb'], 'line 1: the header'],
    ['skills-x.tsv', ['id\taliases', 'only one cell'], 'line 2: 2 to 5 cells'],
    ['skills-x.tsv', ['id\taliases', 'a\tb', '\tc'], 'line 3'],
    ['skills-x.tsv', ['id\taliases\tis', 'a\tb\tnobody'], '"skills:nobody" is named but not in any table'],
    ['roles-x.tsv', ['title\ttypical', 'nobody\tjava'], '"titles:nobody" is named but not in any table'],
    ['words.tsv', ['id\taliases'], "a table's name begins with its kind"],
    ['notes.txt', ['nothing'], 'no table in it'],
  ])('%s with %j is refused at the start', (name, lines, problem) => {
    write(name, ...lines)
    const start = () => createBuiltinEngine({ threads: 1, vocabularyDirectory: folder })
    expect(start).toThrow(VocabularyError)
    expect(start).toThrow(problem)
    expect(start).toThrow(folder)
  })

  test('a missing folder is refused at the start', () => {
    const start = () => createBuiltinEngine({ threads: 1, vocabularyDirectory: join(folder, 'none') })
    expect(start).toThrow('there is no such folder')
  })
})
