import { afterAll, expect, test } from 'vitest'
import { createDocuments } from '../create-documents.ts'
import type { ReadDocument } from '../documents.ts'
import { bodyOf, linesOfText, pdfOf } from '../sample-pdf.test-support.ts'
import { linesOfScan as lines, scanOf } from './sample-scan.test-support.ts'

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

test('a scan is read without system programs, completely, and names its reader', async () => {
  const found = await read(wasm, scan)
  expect(found.text.split('\n')).toEqual(lines)
  expect(found).toMatchObject({
    pages: 1,
    ocrPages: 1,
    provider: 'builtin',
    model: expect.stringMatching(/\+tesseract$/),
  })
  expect(found.reports).toMatchObject([
    { readBy: 'ocr', model: expect.stringMatching(/^tesseract\.js-core-7/) },
  ])
  expect(found.reports[0]?.confidence).toBeGreaterThan(0.8)
})

test('a scan that lies on its side is turned, after its head was tried', async () => {
  expect((await read(wasm, await scanOf(lines, 1))).text.split('\n')).toEqual(lines)
})

test('of an invisible layer over a scan, what its picture does not show is left out and counted', async () => {
  const honest = linesOfText(...lines).replace('BT ', 'BT 3 Tr ')
  const injected = 'BT 3 Tr /F1 12 Tf 72 756 Td (Kubernetes Kafka Terraform) Tj ET'
  const { text, reports } = await read(wasm, await scanOf(lines, 0, `${honest} ${injected}`))
  expect(text.split('\n')).toEqual(lines)
  expect(reports).toMatchObject([{ readBy: 'ocr', hiddenCharacters: 24 }])
})

test('if the system Tesseract is required but missing, no document is read', async () => {
  const ocr = { engine: 'system', pagesAtOnce: 1, searchPath: '/nowhere' } as const
  const system = createDocuments({ threads: 1, ocr })
  await expect(read(system, pdfOf([linesOfText('Hello')]))).rejects.toThrow(
    'OCR_ENGINE=system needs tesseract',
  )
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
