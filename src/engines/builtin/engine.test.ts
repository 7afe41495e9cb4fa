import { afterAll, describe, expect, test } from 'vitest'
import { type Fault, limits } from '../../contract/index.ts'
import { fakeClock } from '../../kit/index.ts'
import { createBuiltinEngine } from './engine.ts'
import { isQuick } from './hostile-cpu.test-support.ts'
import { matchNow, optimizeNow } from './tasks.ts'

const today = new Date('2026-11-21T00:00:00.000Z')
const clock = fakeClock(today)
const engine = createBuiltinEngine({ threads: 2, clock })
afterAll(() => engine.close())

const jdText = '任职要求：\n1、本科，3年以上 Java 经验；\n2、熟悉 MySQL'
const resumeText = '2020.01-至今 某公司 Java 工程师\n使用 MySQL'
const soon = () => AbortSignal.timeout(100_000)

const reasonOf = (error: Fault): unknown => error.members.detail

test('a thread returns the same as the function', async () => {
  expect(await engine.match({ resumeText, jdText }, soon())).toEqual(matchNow({ resumeText, jdText }, today))
  expect(await engine.optimize({ jdText }, soon())).toEqual(optimizeNow({ jdText }))
})

test('the quote of an optimisation is its result', async () => {
  const input = { jdText, jobTitle: 'Java', location: '上海' }
  const result = await engine.optimize(input, soon())
  expect(await engine.quoteOptimize(input, soon())).toEqual({ kind: 'done', result })
})

test('a current job gets longer with the clock', () => {
  const years = (at: string): string[] =>
    matchNow({ resumeText, jdText }, new Date(at))
      .data.requirements.filter(({ kind }) => kind === 'years')
      .map(({ status }) => status)
  expect([years('2021-06-01T00:00:00Z'), years('2026-11-01T00:00:00Z')]).toEqual([['partly'], ['met']])
})

test("a call that times out doesn't affect others", async () => {
  const fresh = createBuiltinEngine({ threads: 1, clock })
  const late = fresh.match({ resumeText, jdText }, AbortSignal.timeout(1))
  const other = fresh.match({ resumeText, jdText }, soon())
  await expect(late.catch(reasonOf)).resolves.toEqual({ reason: 'timeout' })
  await expect(other).resolves.toHaveProperty('unroundedScore')
  await fresh.close()
  const closed = fresh.match({ resumeText, jdText }, soon())
  await expect(closed.catch(reasonOf)).resolves.toEqual({ reason: 'engine_unavailable' })
})

const long = (piece: string, characters: number): string =>
  piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters)

describe('hostile texts are fast', () => {
  test.each([
    'a',
    '的',
    ' ',
    '\n',
    '-',
    '- ',
    '1.',
    '(',
    '（一',
    'a ',
    'Aa ',
    'Java、',
    'Java ',
    '任职要求：',
    '姓名：',
    'name: ',
    '2018.01-',
    '2018.01-2019.01 ',
    '3年以上',
    '不熟悉',
    'no ',
    'give ',
    'a@',
    'a.b@',
    '+1 234 ',
    '本科',
    'bachelor ',
    '，',
    '。',
    '|',
    '<|',
    '#',
    '👩‍👩‍👧',
    '\u200b',
    '軟體',
    'Experience with a. ',
    'I am a\tb\u3000',
    'http://a',
    '给',
  ])('%j', (piece) => {
    const input = {
      resumeText: long(piece, limits.resumeTextCharactersMax),
      jdText: long(piece, limits.jdTextCharactersMax),
      jobTitle: long(piece, limits.jobTitleCharactersMax),
    }
    // A different job each time, because the last one is cached.
    const match = (round: number) => matchNow({ ...input, jobTitle: `${input.jobTitle}${round}` }, today)
    expect([1, 2, 3].some((round) => isQuick(() => match(round)))).toBe(true)
  })

  test('a sentence cut at hundreds of positions, with letters that change their width', () => {
    const letter = (index: number) => String.fromCharCode(0x4e00 + ((index * 7919) % 4000))
    const of = (start: number, count: number): string =>
      Array.from({ length: count }, (_, index) => letter(start + index)).join('')
    const jd = Array.from({ length: 60 }, (_, index) => of(index * 100, 60))
    const copies = Array.from(
      { length: 500 },
      (_, index) => `${jd[index % 60]?.slice(9, 25)}${of(index, 6)}Ａ`,
    )
    const resumeText = copies.join('').slice(0, limits.resumeTextCharactersMax)
    const match = (round: number) => {
      matchNow({ resumeText, jdText: `岗位职责：${jd.join('；')}。${round}` }, today)
    }
    expect([1, 2, 3].some((round) => isQuick(() => match(round)))).toBe(true)
  })

  test.each(['请 ', '本 '])('words of a verdict at thousands of positions of one line: %j', (piece) => {
    const resumeText = `x ${long(piece, limits.resumeTextCharactersMax - 2)}`
    const match = (round: number) => matchNow({ resumeText, jdText: `${jdText}；${round}` }, today)
    expect([1, 2, 3].some((round) => isQuick(() => match(round)))).toBe(true)
  })

  test('thousands of different lines against dozens of duties', () => {
    const numbered = (line: (index: number) => string, characters: number): string =>
      Array.from({ length: characters }, (_, index) => line(index))
        .join('\n')
        .slice(0, characters)
    const resume = numbered((index) => `a${index} b`, limits.resumeTextCharactersMax)
    const match = (round: number) => {
      const jd = numbered((index) => `负责 a${index} b 与 c${index} d${round}`, limits.jdTextCharactersMax)
      matchNow({ resumeText: resume, jdText: jd }, today)
    }
    expect([1, 2, 3].some((round) => isQuick(() => match(round)))).toBe(true)
  })
})

test('an account with many calls does not delay others: threads are shared fairly', async () => {
  const owner = (of: string) => ({ key: of, waiting: () => {}, working: () => {} })
  const ended: string[] = []
  const call = (of: string) =>
    engine.match({ resumeText, jdText }, soon(), owner(of)).then(() => ended.push(of))
  await Promise.all([...Array.from({ length: 20 }, () => call('many')), call('few')])
  expect(ended.indexOf('few')).toBeLessThan(5)
})
