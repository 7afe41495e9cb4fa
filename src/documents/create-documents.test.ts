import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { Fault } from '../contract/index.ts'
import { createDocuments, recognitionModel } from './create-documents.ts'
import { bodyOf, encryptedPdf, linesOfText, pdfOf } from './sample-pdf.test-support.ts'

const documents = createDocuments({ threads: 2 })
afterAll(() => documents.close())

const soon = () => AbortSignal.timeout(100_000)
const hello = linesOfText('Jane Doe', 'Engineer (backend)')
const helloText = 'Jane Doe\nEngineer (backend)'

const open = (pdf: Buffer, signal = soon()) => documents.open({ kind: 'bytes', bytes: bodyOf(pdf) }, signal)

async function textOf(pdf: Buffer, signal = soon()): Promise<string> {
  const opened = await open(pdf, signal)
  return (await documents.read(opened, opened.pageCount, signal)).text
}

/** The issue codes of a refusal, or the reason of an internal error. */
async function problem(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Fault)) return error
  const detail = error.members.detail as { reason?: string } | { path: string; code: string }[]
  return Array.isArray(detail) ? detail.map(({ path, code }) => `${path}:${code}`) : detail.reason
}

const pageOfText = {
  readBy: 'text',
  model: null,
  confidence: null,
  hiddenCharacters: 0,
  unreadGlyphs: 0,
  isBlank: false,
  doubtfulLines: [],
}

test('a document is opened, counted and read', async () => {
  const pdf = pdfOf([hello, linesOfText('second page'), linesOfText('third page')])
  const body = bodyOf(pdf, { fileName: '简历.pdf', pages: 2 })
  const received = await documents.receive({ kind: 'bytes', bytes: body }, soon())
  expect(received).toMatchObject({ input: { fileName: '简历.pdf', pages: 2 } })
  expect(received.sha256).toMatch(/^[0-9a-f]{64}$/)
  const opened = await documents.open(received, soon())
  expect(opened).toMatchObject({ input: { fileName: '简历.pdf', pages: 2 }, pageCount: 3 })
  expect(pdf.equals(opened.pdf)).toBe(true)
  expect(await documents.read(opened, 2, soon())).toEqual({
    text: `${helloText}\n\nsecond page`,
    pages: 2,
    ocrPages: 0,
    hiddenCharacters: 0,
    provider: 'builtin',
    model: recognitionModel,
    reports: [pageOfText, pageOfText],
    warnings: [],
  })
})

test('a value gives the same as the bytes of its JSON', async () => {
  const pdf = pdfOf([hello])
  const value = {
    fileDataUrl: `data:application/pdf;base64,${pdf.toString('base64')}`,
    fileName: 'a',
    extra: 1,
  }
  const [fromValue, fromBytes] = await Promise.all([
    documents.open({ kind: 'value', value }, soon()),
    documents.open({ kind: 'bytes', bytes: bodyOf(pdf, { fileName: 'a' }) }, soon()),
  ])
  expect(fromValue).toEqual(fromBytes)
  const wrong = { fileDataUrl: `${value.fileDataUrl}!`, pages: 1 }
  expect(await problem(documents.open({ kind: 'value', value: wrong }, soon()))).toEqual([
    'fileDataUrl:bad_data_url',
  ])
  expect(await problem(documents.open({ kind: 'value', value: [] }, soon()))).toEqual([':not_an_object'])
})

test('bytes that share a buffer are copied, and the rest of the buffer stays usable', async () => {
  const body = bodyOf(pdfOf([hello]))
  const shared = new Uint8Array(body.length + 20)
  shared.set(body, 10)
  const opened = await documents.open({ kind: 'bytes', bytes: shared.subarray(10, -10) }, soon())
  expect([opened.pageCount, shared.length]).toEqual([1, body.length + 20])
})

test('the reported model is the installed version of PDFium', () => {
  const require = createRequire(import.meta.url)
  const path = require.resolve('@embedpdf/pdfium/pdfium.wasm').replace(/dist.*$/, 'package.json')
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
  expect(recognitionModel).toBe(`pdfium-${version}`)
})

const refused: readonly (readonly [string, Buffer, string])[] = [
  ['nothing', Buffer.alloc(0), 'not_pdf'],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'not_pdf'],
  ['a header that comes too late', Buffer.concat([Buffer.alloc(1_100, 0x20), pdfOf([hello])]), 'not_pdf'],
  ['a header and nothing else', Buffer.from(`%PDF-1.7\n${'x'.repeat(3_000)}`), 'pdf_damaged'],
  ['a file that is cut off', pdfOf([hello]).subarray(0, 250), 'pdf_damaged'],
  ['a password', encryptedPdf(hello, 'secret'), 'pdf_encrypted'],
  ['no page', pdfOf([], { count: 0 }), 'pdf_empty'],
  ['pages that are claimed and not there', pdfOf([], { count: 3 }), 'pdf_empty'],
  ['too many pages', pdfOf([hello], { count: 10_001, kids: '4 0 R '.repeat(10_001) }), 'pdf_too_complex'],
]
for (const [what, pdf, code] of refused) {
  test(`refused with ${code}: ${what}`, async () => {
    expect(await problem(open(pdf))).toEqual([`fileDataUrl:${code}`])
  })
}

test('files that viewers accept are accepted', async () => {
  expect(await textOf(encryptedPdf(hello, ''))).toBe(helloText)
  expect(await textOf(Buffer.concat([Buffer.from('junk\n'.repeat(100)), pdfOf([hello])]))).toBe(helloText)
  expect(await textOf(Buffer.concat([pdfOf([hello]), Buffer.alloc(2_000)]))).toBe(helloText)
})

test('only pages that exist are counted', async () => {
  expect((await open(pdfOf([hello, hello], { count: 5_000 }))).pageCount).toBe(2)
  expect((await open(pdfOf([hello], { count: 10_000, kids: '4 0 R '.repeat(10_000) }))).pageCount).toBe(
    10_000,
  )
  expect((await open(pdfOf([hello], { count: 2, kids: '2 0 R 4 0 R' }))).pageCount).toBe(1)
})

test('a broken page has no text and affects no other page', async () => {
  const broken = pdfOf([hello, 'BT /F1 12 Tf (cut', hello, 'Q Q Q ] >> endstream'])
  expect(await textOf(broken)).toBe(`${helloText}\n\n${helloText}`)
})

/** 300,000 lines on a page that occurs many times: a day of work, and little memory. */
const endless = pdfOf(['0 0 m 10 10 l S '.repeat(100_000)], { count: 9_999, kids: '4 0 R '.repeat(9_999) })

test('a document that would take a day is stopped, and the next one is read', async () => {
  const opened = await Promise.all([open(endless), open(endless)])
  const problems = opened.map((each) => problem(documents.read(each, 9_999, AbortSignal.timeout(500))))
  expect(await Promise.all(problems)).toEqual(['timeout', 'timeout'])
  expect(await textOf(pdfOf([hello]))).toBe(helloText)
})

test('work of a caller that disconnected ends with another reason', async () => {
  const opened = await open(endless)
  const controller = new AbortController()
  const reading = problem(documents.read(opened, 9_999, controller.signal))
  controller.abort()
  expect(await reading).toBe('internal')
})

test('opening does not wait for long reading', async () => {
  const opened = await Promise.all([open(endless), open(endless)])
  const controller = new AbortController()
  const reading = opened.map((each) => problem(documents.read(each, 9_999, controller.signal)))
  expect((await open(pdfOf([hello]), AbortSignal.timeout(100_000))).pageCount).toBe(1)
  controller.abort()
  await Promise.all(reading)
})

test('a document beyond the queue fails with engine_unavailable', async () => {
  const narrow = createDocuments({ threads: 1, queueMax: 1 })
  const results = await Promise.all(
    [1, 2, 3, 4].map(() => problem(narrow.open({ kind: 'bytes', bytes: bodyOf(pdfOf([hello])) }, soon()))),
  )
  expect(results.filter((each) => each === 'engine_unavailable')).toHaveLength(2)
  await narrow.close()
  const late = narrow.open({ kind: 'bytes', bytes: bodyOf(pdfOf([hello])) }, soon())
  expect(await problem(late)).toBe('engine_unavailable')
})

/** Ten forms, each of which draws the next one ten times. */
const formsOfForms = pdfOf(['/X0 Do'], {
  more: Array.from({ length: 10 }, (_, depth) => ({
    entries:
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9]' +
      ` /Resources << /XObject << /X0 ${7 + depth} 0 R >> >>`,
    bytes: Buffer.from(depth === 9 ? '0 0 m 9 9 l S' : '/X0 Do '.repeat(10)),
  })),
})
const inflated = deflateSync(Buffer.alloc(270 * 1024 * 1024, 0x20), { level: 1 })
const streamBomb = pdfOf(['@'], { encode: () => inflated, streamEntries: '/Filter /FlateDecode' })
for (const [what, bomb] of Object.entries({ formsOfForms, streamBomb })) {
  test(`a bomb is refused and the next document is read: ${what}`, async () => {
    expect(await problem(textOf(bomb))).toEqual(['fileDataUrl:pdf_too_complex'])
    expect(await textOf(pdfOf([hello]))).toBe(helloText)
  })
}

test('a body that would parse to gigabytes of objects is refused early', async () => {
  for (const piece of ['[],', '{"a":0},', '1,']) {
    const bytes = new TextEncoder().encode(`{"unknown":[${piece.repeat(200_000)}0]}`)
    expect(await problem(documents.open({ kind: 'bytes', bytes }, soon()))).toEqual([':json_too_complex'])
  }
  const bytes = new Uint8Array(40_000_000).fill('['.charCodeAt(0))
  expect(await problem(documents.open({ kind: 'bytes', bytes }, soon()))).toEqual([':json_too_complex'])
})

test('a data URL of 25 million characters takes almost no time of the calling thread', async () => {
  await textOf(pdfOf([hello]))
  const pdf = Buffer.concat([pdfOf([hello]), Buffer.alloc(18_700_000)])
  // CPU time, because other programs don't change it. Compilation and garbage collection
  // add to single attempts, so the best of several attempts counts.
  const costsMs: number[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    const body = bodyOf(pdf)
    const beforeMs = cpuMs()
    const opened = await documents.open({ kind: 'bytes', bytes: body }, soon())
    const { text } = await documents.read(opened, 1, soon())
    const costMs = cpuMs() - beforeMs
    expect([text, opened.pdf.length]).toEqual([helloText, 0])
    costsMs.push(costMs)
  }
  const beforeMs = cpuMs()
  let characters = 0
  for (const _ of Buffer.from(bodyOf(pdf)).toString()) characters += 1
  expect(characters).toBeGreaterThan(25_000_000 * 0.99)
  const oneLookMs = cpuMs() - beforeMs
  expect(Math.min(...costsMs)).toBeLessThan(oneLookMs / 4)
})

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
