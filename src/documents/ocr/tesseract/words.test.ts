import { expect, test } from 'vitest'
import { seeBullets } from './bullets.ts'
import { mendWords } from './mend-words.ts'
import { beliefIn, densestBand, languageOf } from './probe.ts'
import { dropUnseenQuotes } from './quotes.ts'
import type { SeenWord } from './reader.ts'
import { dropSpecks } from './specks.ts'
import { straighten } from './straighten.ts'
import { wordsOfTsv } from './tsv.ts'

const seen = (text: string, more: Partial<SeenWord> = {}): SeenWord => ({
  ...{ text, left: 0, top: 0, right: 10 * text.length, bottom: 20, confidence: 0.9, line: 1 },
  ...more,
})
const texts = (words: readonly SeenWord[]) => words.map(({ text }) => text)

test('words, boxes and lines come out of the table; what is no word or broken does not', () => {
  const tsv = [
    'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext',
    '4\t1\t1\t1\t1\t0\t10\t20\t300\t40\t-1\t',
    '5\t1\t1\t1\t1\t1\t10\t20\t30\t40\t96.5\tJane',
    '5\t1\t1\t1\t2\t1\t10\t70\t30\t40\t250\tDoe',
    '5\t1\t1\t1\t2\t2\t50\t70\t30\t40\t95\t ',
    '5\t1\t1\t1\t2\t3\tx\t70\t-30\t40\t95\tbroken',
    'rubbish',
  ].join('\n')
  expect(wordsOfTsv(tsv)).toEqual([
    { text: 'Jane', left: 10, top: 20, right: 40, bottom: 60, confidence: 0.965, line: 1 },
    { text: 'Doe', left: 10, top: 70, right: 40, bottom: 110, confidence: 1, line: 2 },
  ])
  expect(wordsOfTsv('5\t1\t1\t1\t1\t1\t10\t20\t30\t40\t96\tx\n'.repeat(30_000))).toHaveLength(20_000)
})

test('addresses are put together again, sentences are not', () => {
  const mended = (...words: string[]) =>
    texts(
      mendWords(
        words.map((text) => seen(text)),
        'eng',
      ),
    )
  expect(mended('linkedin.', 'com/in/jane')).toEqual(['linkedin.com/in/jane'])
  expect(mended('jane.', 'doe@example.', 'com')).toEqual(['jane.doe@example.com'])
  expect(mended('Node.', 'js', 'and')).toEqual(['Node.js', 'and'])
  expect(mended('jane', '@example.com')).toEqual(['jane@example.com'])
  expect(mended('done.', 'In', 'it.', 'community')).toEqual(['done.', 'In', 'it.', 'community'])
})

test('a mark before a line is a bullet, the same mark elsewhere is not', () => {
  const line = [seen('+'), seen('Built'), seen('+'), seen('1')]
  expect(texts(mendWords([...line, seen('+', { line: 2 })], 'eng'))).toEqual(['•', 'Built', '+', '1', '+'])
})

test('doubted letters that stand alone are specks of a photo; digits, characters and what is sure are not', () => {
  const at = (text: string, left: number, confidence: number) =>
    seen(text, { left, right: left + 10 * text.length, confidence })
  const line = [at('Fa', 0, 0.3), at('~~', 20, 0.3), at('Skills', 100, 0.3), at('of', 165, 0.3)]
  const kept = [at('IT', 200, 0.9), at('7', 250, 0.1), at('男', 300, 0.2), at('•', 350, 0.1)]
  expect(texts(dropSpecks([...line, ...kept]))).toEqual(['Skills', 'of', 'IT', '7', '男', '•'])
})

test('a small disc in the picture is a bullet, however it was read', () => {
  const picture = { width: 100, height: 40, scale: 1, grey: new Uint8Array(4000).fill(255) }
  const disc = (left: number, middle: number) => {
    for (let at = 0; at < 4000; at++) {
      const [x, y] = [at % 100, Math.floor(at / 100)]
      if ((x - left - 4) ** 2 + (y - middle) ** 2 < 18) picture.grey[at] = 0
    }
  }
  disc(4, 20)
  disc(44, 33)
  const line = (text: string, left: number, confidence = 0.4) => [
    seen(text, { left, right: left + 9, top: 8, bottom: 38, confidence }),
    seen('Led', { left: 60, right: 95, top: 8, bottom: 34 }),
  ]
  expect(texts(seeBullets(line('e', 4), picture))).toEqual(['•', 'Led'])
  expect(texts(seeBullets(line('.', 44), picture))).toEqual(['.', 'Led'])
  expect(texts(seeBullets(line('ae', 4), picture))).toEqual(['ae', 'Led'])
  expect(texts(seeBullets(line('e', 20), picture))).toEqual(['e', 'Led'])
  expect(texts(seeBullets(line('e', 4, 0.97), picture))).toEqual(['•', 'Led'])
  const close = [seen('a', { left: 4, right: 13 }), seen('team', { left: 20, right: 60, top: 8, bottom: 34 })]
  expect(texts(seeBullets(close, picture))).toEqual(['a', 'team'])
})

test('a dot between words of Chinese hangs in the middle, a comma and a full stop do not', () => {
  const picture = { width: 100, height: 40, scale: 1, grey: new Uint8Array(4000).fill(255) }
  const dot = (left: number, top: number) => {
    for (let y = top; y < top + 4; y++) picture.grey.fill(0, y * 100 + left, y * 100 + left + 4)
  }
  dot(34, 17)
  dot(74, 30)
  const line = (mark: string, last: string) => [
    seen('男', { left: 2, right: 28, top: 6, bottom: 32 }),
    seen(mark, { left: 37, right: 38, top: 18, bottom: 20 }),
    seen('岁', { left: 44, right: 70, top: 6, bottom: 32 }),
    seen(last, { left: 74, right: 78, top: 30, bottom: 34 }),
  ]
  expect(texts(seeBullets(line('，', '，'), picture))).toEqual(['男', '•', '岁', '，'])
  expect(texts(seeBullets(line('。', '。'), picture))).toEqual(['男', '。', '岁', '。'])
})

test('a quotation mark before Chinese has ink of its own, in the upper half', () => {
  const picture = { width: 100, height: 40, scale: 1, grey: new Uint8Array(4000).fill(255) }
  const box = (left: number, top: number, bottom: number) => {
    for (let y = top; y < bottom; y++) picture.grey.fill(0, y * 100 + left, y * 100 + left + 5)
  }
  box(2, 6, 14)
  box(52, 6, 32)
  const words = [seen('“优秀', { left: 2, right: 50, top: 6, bottom: 34 })]
  const gap = seen('”硕士', { left: 52, right: 98, top: 6, bottom: 34 })
  expect(texts(dropUnseenQuotes([...words, gap], picture))).toEqual(['“优秀', '硕士'])
})

test('specks far from all words are no marks, and degrees no quotation marks', () => {
  const mended = (...words: SeenWord[]) => texts(mendWords(words, 'chi_sim'))
  const at = (text: string, left: number) => seen(text, { left, right: left + 4 })
  expect(mended(seen('queue.'), at(':', 200))).toEqual(['queue.'])
  expect(mended(seen('Ltd.'), at('.', 100), at('Jul', 160))).toEqual(['Ltd.', 'Jul'])
  expect(mended(seen('2012'), at('-', 45), at('2016', 55))).toEqual(['2012', '-', '2016'])
  expect(mended(seen('-40*C~85"C'), seen('24"Chromium', { line: 2 }))).toEqual(['-40°C~85°C', '24"Chromium'])
})

test('a bar between words of Chinese stays, where it is no higher than they are', () => {
  const bar = (top: number) => [
    seen('电话', { left: 0, right: 40 }),
    seen('|', { left: 60, right: 63, top, bottom: 22 }),
    seen('邮箱', { left: 80, right: 120 }),
  ]
  expect(texts(mendWords(bar(0), 'chi_sim'))).toEqual(['电话', '|', '邮箱'])
  expect(texts(mendWords(bar(-10), 'chi_sim'))).toEqual(['电话', '邮箱'])
})

test('in Chinese, rules of tables part cells, and quotation marks stay in pairs', () => {
  const mended = (...words: SeenWord[]) => texts(mendWords(words, 'chi_sim'))
  expect(mended(seen('名|周启航'), seen('|'))).toEqual(['名', '周启航'])
  expect(mended(seen('“机械'), seen('工程', { line: 2 }), seen('“优秀”', { line: 3 }))).toEqual([
    ...['机械', '工程', '“优秀”'],
  ])
  expect(texts(mendWords([seen('A|B')], 'eng'))).toEqual(['A|B'])
})

test('a page that lies askew is straightened, and words of a line get one height', () => {
  const line = (number: number) =>
    [0, 1, 2, 3, 4].map((at) => {
      const top = number * 50 + at * 10
      return seen('word', { left: at * 200, right: at * 200 + 100, top, bottom: top + 20, line: number })
    })
  const straight = straighten([1, 2, 3].flatMap(line))
  const tops = straight.map(({ top }) => Math.round(top))
  expect(new Set(tops).size).toBe(3)
  expect((tops[5] ?? 0) - (tops[0] ?? 0)).toBe(50)
  expect(straighten([])).toEqual([])
  const over = [seen('58,793', { left: 0, right: 140 }), seen('万', { left: 90, right: 115 })]
  expect(straighten(over).map(({ right }) => right)).toEqual([90, 115])
})

test('the left part of a split line is read first; lines keep their order', () => {
  const line = (text: string, left: number, top: number) =>
    seen(text, { left, right: left + 80, top, bottom: top + 20, line: left + top })
  const lines = [line('above', 200, 0), line('right', 200, 32), line('left', 100, 30), line('below', 100, 60)]
  expect(texts(straighten(lines))).toEqual(['above', 'left', 'right', 'below'])
})

test('the band with the most letters is looked at, and no band of a blank page or of noise', () => {
  const width = 400
  const page = (ink: (x: number, y: number) => boolean) => {
    const grey = Uint8Array.from({ length: width * 600 }, (_, at) =>
      ink(at % width, Math.floor(at / width)) ? 0 : 255,
    )
    return { width, height: 600, grey, scale: 1 }
  }
  const band = densestBand(page((x, y) => y > 400 && y < 500 && x % 12 < 4))
  expect(band?.height).toBe(90)
  expect(band?.grey.filter((value) => value === 0).length).toBeGreaterThan(85 * 33 * 4)
  expect(band?.width).toBe(width)
  const dense = densestBand(page((x, y) => y > 400 && y < 500 && x > 150 && x % 6 < 3))
  expect(dense).toMatchObject({ width: 200, height: 90 })
  expect(dense?.grey.filter((value) => value === 0).length).toBeGreaterThan(85 * 33 * 3 - 3)
  expect(densestBand(page(() => false))).toBeNull()
  expect(densestBand(page((x) => x % 2 === 0))).toBeNull()
  expect(densestBand({ ...page((x) => x % 12 < 4), height: 40 })?.height).toBe(40)
})

test('a band reports its language and its confidence', () => {
  expect(languageOf([seen('负责后端服务的架构设计'), seen('Java')])).toBe('chi_sim')
  expect(languageOf([seen('Built the search'), seen('一')])).toBe('eng')
  expect(languageOf([seen('负责后端服务的架构设计', { confidence: 0.2 })])).toBe('eng')
  expect(beliefIn([seen('sure', { confidence: 0.8 }), seen('none', { confidence: 0.4 })])).toEqual({
    letters: 4,
    confidence: expect.closeTo(0.6),
  })
  expect(beliefIn([])).toEqual({ letters: 0, confidence: 0 })
})
