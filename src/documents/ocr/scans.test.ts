import { afterAll, expect, test } from 'vitest'
import { createDocuments } from '../create-documents.ts'
import type { ReadDocument } from '../documents.ts'
import { bodyOf, linesOfText, pdfOf } from '../sample-pdf.test-support.ts'
import { scanOf } from './sample-scan.test-support.ts'
import { findSystemReader } from './tesseract/system.ts'

const lines = [
  'Jane Doe, Senior Engineer',
  'jane.doe@example.com, +1 415 555 0142',
  'Built the search of a shop with 250 million visits a month',
  'Led a team of 12 people and cut the costs by 18 percent',
  'Bachelor of Science, University of Bremen, 2009 to 2013',
]

const scan = await scanOf(lines)

const wasm = createDocuments({ threads: 2, ocr: { engine: 'wasm', pagesAtOnce: 1 } })
const off = createDocuments({ threads: 1 })
afterAll(() => Promise.all([wasm.close(), off.close()]))

/** Reading takes a second; where much else runs at the same time, more. */
const limit = () => AbortSignal.timeout(100_000)

async function read(documents: typeof wasm, pdf: Buffer, signal = limit()): Promise<ReadDocument> {
  const opened = await documents.open({ kind: 'bytes', bytes: bodyOf(pdf) }, signal)
  return documents.read(opened, opened.pageCount, signal)
}

test('a scan is read from packages alone, every line of it, and says who read it', async () => {
  const found = await read(wasm, scan)
  expect(found.text.split('\n')).toEqual(lines)
  expect(found).toMatchObject({ pages: 1, ocrPages: 1, provider: 'tesseract' })
  expect(found.model).toMatch(/^tesseract\.js-core-7/)
})

test('a scan that lies on its side is turned, after its head was tried', async () => {
  expect((await read(wasm, await scanOf(lines, 1))).text.split('\n')).toEqual(lines)
})

test('the machine reads a scan as well, where it has Tesseract', async () => {
  const reader = await findSystemReader(1)
  if (reader === null) {
    const asked = { threads: 1, ocr: { engine: 'system', pagesAtOnce: 1 } } as const
    await expect(read(createDocuments(asked), pdfOf([linesOfText('Hello')]))).rejects.toThrow(
      'internal_error',
    )
    return
  }
  const system = createDocuments({ threads: 1, ocr: { engine: 'auto', pagesAtOnce: 1 } })
  const found = await read(system, scan)
  await system.close()
  expect(found.text.split('\n')).toEqual(lines)
  expect(found.model).toBe(reader.model)
})

test('a page of text costs no OCR, and without OCR a scan has no text', async () => {
  const text = Array.from({ length: 8 }, () => lines[2] ?? '')
  expect(await read(wasm, pdfOf([linesOfText(...text)]))).toMatchObject({ ocrPages: 0, provider: 'builtin' })
  expect(await read(off, scan)).toMatchObject({ text: '', ocrPages: 0, provider: 'builtin' })
})

test('a blank scan has no text, and the time limit ends the reading of one that has', async () => {
  expect((await read(wasm, await scanOf([]))).text).toBe('')
  await expect(read(wasm, scan, AbortSignal.timeout(400))).rejects.toMatchObject({
    code: 'internal_error',
    members: { detail: { reason: 'timeout' } },
  })
  expect((await read(wasm, await scanOf(lines.slice(0, 1)))).text).toBe(lines[0])
})
