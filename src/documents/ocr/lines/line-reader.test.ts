import { expect, test } from 'vitest'
import { compilePdfium } from '../../pdfium/compile.ts'
import { startPdfium } from '../../pdfium/library.ts'
import { withPdf } from '../../pdfium/pdf.ts'
import { linesOfText, pdfOf } from '../../sample-pdf.test-support.ts'
import { ReaderFailed, type SeenWord } from '../tesseract/reader.ts'
import { createTesseractRecogniser } from '../tesseract/recogniser.ts'
import { createLineReader } from './line-reader.ts'
import { refineBy } from './refine.ts'

const soon = () => AbortSignal.timeout(100_000)
const blank = { width: 40, height: 40, scale: 1, grey: new Uint8Array(1600).fill(255) }
const word: SeenWord = { text: '甲', left: 0, top: 0, right: 10, bottom: 10, confidence: 0.9, line: 1 }
const shell = (script: string) => ['/bin/sh', '-c', script]

test('reads a printed line with the model of the packages, and says where', async () => {
  const library = await startPdfium(await compilePdfium())
  const text = 'jane.doe@example.com +1 415 555 0142'
  const picture = withPdf(library, pdfOf([linesOfText(text)]), (pdf) => pdf.picture(0, 200 / 72, 8_000_000))
  if (picture === null) throw new Error('the page can be drawn')
  const { width, height, grey } = picture
  const inked = [...grey.keys()].filter((at) => (grey[at] ?? 255) < 128)
  const columns = inked.map((at) => at % width).toSorted((a, b) => a - b)
  const box = {
    ...{ left: columns[0] ?? 0, right: (columns.at(-1) ?? 0) + 1 },
    ...{ top: Math.floor((inked[0] ?? 0) / width), bottom: Math.ceil((inked.at(-1) ?? height) / width) },
  }
  const reader = createLineReader({ processes: 1 })
  const lines = await reader.read(picture, [{ ...box, line: 1 }], soon())
  await reader.close()
  expect(lines).toHaveLength(1)
  expect(lines[0]?.places).toEqual([0])
  expect(lines[0]?.characters.map((each) => each.text).join('')).toBe(text.replaceAll(' ', ''))
  expect(Math.min(...(lines[0]?.characters ?? []).map(({ confidence }) => confidence))).toBeGreaterThan(0.3)
})

test.each([
  ['ends with an error, as where its library can not be loaded', 'exit 1', 60_000],
  ['is killed', 'kill -9 $$', 60_000],
  ['hangs', 'exec /bin/sleep 30', 300],
  ['answers nonsense', 'echo Hello; exec /bin/cat >/dev/null', 60_000],
  ['answers without end', 'exec /usr/bin/yes Hello', 60_000],
])('a process that %s has failed', async (_, script, timeoutMs) => {
  const reader = createLineReader({ processes: 1, timeoutMs, command: shell(script) })
  await expect(reader.read(blank, [word], soon())).rejects.toBeInstanceOf(ReaderFailed)
  await reader.close()
})

test('an abort ends the process and is no failure, and so does the end of the service', async () => {
  const reader = createLineReader({ processes: 1, command: shell('exec /bin/sleep 30') })
  const impatient = reader.read(blank, [word], AbortSignal.timeout(100))
  await expect(impatient).rejects.toMatchObject({ name: 'TimeoutError' })
  const reading = expect(reader.read(blank, [word], soon())).rejects.toMatchObject({ code: 'internal_error' })
  await reader.close()
  await reading
})

test('if lines cannot be read the words stay; after three failures in a row the reader pauses', async () => {
  const asked = { count: 0, rests: 0 }
  const failing = {
    model: 'm',
    close: async () => {},
    read: async () => {
      asked.count += 1
      throw new ReaderFailed('broken')
    },
  }
  const refine = refineBy({ reader: failing, onRest: () => (asked.rests += 1), restMs: 100 })
  const words = [word]
  for (const _ of [1, 2, 3, 4, 5]) {
    expect(await refine.words(blank, words, soon())).toEqual({ words, model: null })
  }
  expect(asked).toEqual({ count: 3, rests: 1 })
  await new Promise((resolve) => setTimeout(resolve, 200))
  await refine.words(blank, words, soon())
  expect(asked).toEqual({ count: 4, rests: 1 })
  await refine.close()
})

test('other errors are not swallowed', async () => {
  const read = () => Promise.reject(new Error('aborted'))
  const refine = refineBy({ reader: { model: 'm', read, close: async () => {} }, onRest: () => {} })
  await expect(refine.words(blank, [word], soon())).rejects.toThrow('aborted')
})

test.each([
  ['Chinese', '熟悉后端开发', ['熟悉前端开发'], 'tesseract+m'],
  ['English', 'backend developer', ['backend developer'], 'tesseract'],
])('lines of a page in %s are read again only where that gains', async (_, text, expected, model) => {
  const words = [{ ...word, text, top: 0, bottom: 30, right: 190 }]
  const first = {
    ...{ model: 'tesseract', picturesAtOnce: 1, close: async () => {} },
    read: async () => ({ words, model: 'tesseract' }),
  }
  const seen = [...'熟悉前端开发'].map((each) => ({ text: each, confidence: 0.99 }))
  const reader = { model: 'm', close: async () => {}, read: async () => [{ places: [0], characters: seen }] }
  const recogniser = createTesseractRecogniser(first, refineBy({ reader, onRest: () => {} }))
  const grey = Uint8Array.from({ length: 18_000 }, (_, at) => (at % 16 < 8 ? 0 : 255))
  const page = await recogniser.recognise(async () => ({ width: 200, height: 90, scale: 1, grey }), soon())
  await recogniser.close()
  expect(page).toMatchObject({ kind: 'words', model, words: expected.map((each) => ({ text: each })) })
})
