import { expect, test } from 'vitest'
import { picturePointsMax } from '../../pdfium/render.ts'
import type { OcrLanguage, PictureReader, SeenWord } from './reader.ts'
import { lookAgain } from './second-look.ts'
import { betterInChinese, betterInEnglish } from './second-reading.ts'

const seen = (text: string, confidence: number, more: Partial<SeenWord> = {}): SeenWord => ({
  ...{ text, confidence, left: 0, top: 10, right: 10 * text.length, bottom: 30, line: 1 },
  ...more,
})
const inEnglish = (before: string, after: string, sure = 0.95) =>
  betterInEnglish([seen(before, 0.4)], [seen(after, sure)])?.[0]?.text ?? null

test.each([
  ['92.29%6。', '92.2%.', '92.2%。'],
  ['32.9946，', '32.9%,', '32.9%，'],
  ['2017105-', '2017/05-F', '2017/05-'],
  ['2020[07-', '2020/07-#', '2020/07-'],
  ['2017O6', '2017/06', null],
  ['20I7.06', '2017.06', '2017.06'],
  ['zhang547Qexample.cn', 'zhang547@example.cn', 'zhang547@example.cn'],
  ['GEA:', 'GPA:', 'GPA:'],
])('what Chinese made %s of is %s in English: %s', (before, after, expected) => {
  expect(inEnglish(before, after)).toBe(expected)
})

test.each([
  ['a first digit less', '96.696', '6.6%'],
  ['a first digit changed', '43,584', '13,584'],
  ['a digit more', '12', '124'],
  ['a digit for a bracket, in so short a text', '1]', '14'],
  ['marks that no resume has', '0.5', '0.5¢'],
  ['words that a list mark parts', 'Photoshop、Premiere', 'Photoshop:Premiere'],
  ['much less', '12V/24V', '12V'],
  ['nothing', '92.29%6', ''],
])('%s is not believed', (_, before, after) => {
  expect(inEnglish(before, after)).toBeNull()
})

test('a second reading needs higher confidence; words of letters need more', () => {
  expect(betterInEnglish([seen('92.29%', 0.9)], [seen('92.2%', 0.85)])).toBeNull()
  expect(inEnglish('92.29%', '92.2%', 0.7)).toBeNull()
  expect(inEnglish('2022[07', '2022/07', 0.6)).toBe('2022/07')
  expect(inEnglish('SCI', 'scl', 0.87)).toBeNull()
  expect(betterInEnglish([seen('96.6%', 0.5)], [seen('96.6%', 0.93), seen('-', 0.2)])).toHaveLength(1)
})

test('Chinese lines are accepted as a whole, Latin ones are not', () => {
  const line = ['节约', '成本', '15.3', '万元'].map((text) => seen(text, 0.93))
  expect(betterInChinese([], line)).toEqual(line)
  expect(betterInChinese([], [seen('人', 0.9)])).toBeNull()
  expect(betterInChinese([], [seen('食食', 0.4)])).toBeNull()
  expect(betterInChinese([], [])).toBeNull()
})

test('the picture of what is read again is no larger than that of a page', async () => {
  const [width, height] = [2400, 3300]
  const picture = { width, height, scale: 1, grey: new Uint8Array(width * height).fill(255) }
  const chinese = { text: '提升', confidence: 0.97, left: 100, right: 1000 }
  const doubtful = { text: 'w2', confidence: 0.4, left: 20, right: 60 }
  const lineOf = (_: unknown, line: number) =>
    [chinese, doubtful].map((word) => ({ ...word, line, top: 10, bottom: 30 }))
  const words = Array.from({ length: 400 }, lineOf).flat()
  words.push({ ...doubtful, right: 2300, confidence: 0.5, line: 400, top: 50, bottom: 80 })
  let points = 0
  const read: PictureReader['read'] = async (sheet) => {
    points = sheet.width * sheet.height
    return { words: [], model: 'told' }
  }
  const reader: PictureReader = { model: 'told', picturesAtOnce: 1, close: async () => {}, read }
  await lookAgain(reader, { picture, language: 'chi_sim', words }, new AbortController().signal)
  expect(points).toBeGreaterThan(1_000_000)
  expect(points).toBeLessThanOrEqual(picturePointsMax)
})

/** A page with upright strokes where the words are, and a reader that answers for each row of a sheet. */
function page(words: readonly SeenWord[], answers: readonly string[]) {
  const [width, height] = [400, 100]
  const grey = new Uint8Array(width * height).fill(255)
  for (const { left, top, right, bottom } of words) {
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x += 2) grey[y * width + x] = 0
  }
  const asked: { language: OcrLanguage; inked: number }[] = []
  const reader: PictureReader = {
    ...{ model: 'told', picturesAtOnce: 1, close: async () => {} },
    async read(picture, language) {
      asked.push({ language, inked: picture.grey.filter((value) => value === 0).length })
      const rows = answers.map((text, row) =>
        seen(text, 0.95, { left: 20, right: 50, top: 24 + row * 48, bottom: 44 + row * 48, line: row + 1 }),
      )
      return { words: rows, model: 'told' }
    },
  }
  const look = (language: OcrLanguage) =>
    lookAgain(
      reader,
      { picture: { width, height, grey, scale: 1 }, language, words },
      new AbortController().signal,
    )
  return { asked, look }
}

test('numbers in doubt are read again by the English model, in one picture of nothing else', async () => {
  const words = [
    seen('提升', 0.97, { left: 10, right: 60 }),
    seen('53.39%6，', 0.4, { left: 70, right: 130 }),
    seen('达到', 0.97, { left: 140, right: 190 }),
    seen('1,200', 0.95, { left: 200, right: 260 }),
    seen('2017TVO1-', 0.3, { left: 70, right: 150, top: 50, bottom: 70, line: 2 }),
  ]
  const { asked, look } = page(words, ['53.3%,', '2017/01-E'])
  const read = await look('chi_sim')
  expect(read.map(({ text }) => text)).toEqual(['提升', '53.3%，', '达到', '1,200', '2017/01-'])
  expect(read[1]).toMatchObject({ left: 70, right: 99, top: 10, bottom: 30, line: 1 })
  expect(asked).toEqual([{ language: 'eng', inked: (60 / 2 + 80 / 2) * 20 }])
})

test('a line that is no English is read again in Chinese; a page without doubt is read once', async () => {
  const words = [
    seen('Summary', 0.96, { left: 10, right: 380 }),
    seen('LFRERARAR', 0.1, { left: 10, right: 90, top: 50, bottom: 70, line: 2 }),
    seen('37', 0.9, { left: 95, right: 120, top: 50, bottom: 70, line: 2 }),
  ]
  const { asked, look } = page(words, ['供应链37'])
  expect((await look('eng')).map(({ text }) => text)).toEqual(['Summary', '供应链37'])
  expect(asked).toMatchObject([{ language: 'chi_sim' }])
  const sure = page(words.slice(0, 1), [])
  expect(await sure.look('eng')).toHaveLength(1)
  expect(sure.asked).toEqual([])
})
