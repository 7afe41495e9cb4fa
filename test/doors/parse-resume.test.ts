import { PDFDocument } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { internalError } from '../../src/contract/index.ts'
import { createDocuments, type Documents } from '../../src/documents/index.ts'
import { dataUrlOf, pdfOf, soundInputs } from '../support/inputs.ts'
import { useWorld } from '../support/world.ts'

const real = createDocuments({ threads: 1 })
/** Whether opening another document fails. */
let isFull = false
/** Whether reading a document continues until it is aborted. */
let isEndless = false
const documents: Documents = {
  ...real,
  open: (...asked) => (isFull ? Promise.reject(internalError('engine_unavailable')) : real.open(...asked)),
  read: (...asked) => (isEndless ? endlessRead(asked[2]) : real.read(...asked)),
}
const world = useWorld({ documents })

const endlessRead: (signal: AbortSignal) => Promise<never> = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(internalError('timeout'))))

const three = pdfOf(['first page', 'second page', 'third page'])

describe('pages', () => {
  test('omitted: all pages are read and charged', async () => {
    const account = await world().account({ pointCents: 15 })
    const answer = await account.call('parseResume', { fileDataUrl: dataUrlOf(await three) })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toMatchObject({ pages: 3 })
    for (const text of ['first page', 'second page', 'third page'])
      expect(answer.body.data.text).toContain(text)
    expect(answer.body.usage).toMatchObject({ pages: 3 })
    expect(answer.body.billing).toMatchObject({ billed_point_cents: 15, balance_point_cents: 0 })
  })
  test('fewer than the document has: only those are read and charged', async () => {
    const account = await world().account({ pointCents: 5 })
    const answer = await account.call('parseResume', { fileDataUrl: dataUrlOf(await three), pages: 1 })
    expect(answer.body.billing.billed_point_cents).toBe(5)
    expect(answer.body.data.text).toContain('first page')
    expect(answer.body.data.text).not.toContain('second page')
  })
  test('more than the document has: only existing pages are charged', async () => {
    const account = await world().account({ pointCents: 100 })
    const answer = await account.call('parseResume', { fileDataUrl: dataUrlOf(await three), pages: 10_000 })
    expect(answer.body.billing.billed_point_cents).toBe(15)
  })
  test('a balance for two of three pages is refused with what three cost', async () => {
    const account = await world().account({ pointCents: 14 })
    const answer = await account.call('parseResume', { fileDataUrl: dataUrlOf(await three) })
    expect(answer).toMatchObject({ status: 402, body: { required_point_cents: 15, balance_point_cents: 14 } })
  })
})

describe('files that are refused cost nothing', () => {
  const cases: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
    not_pdf: () => Buffer.from('PK\u0003\u0004 this is a Word file'),
    pdf_damaged: () => Buffer.from('%PDF-1.7\nnothing of use follows'),
    pdf_empty: async () => (await PDFDocument.create()).save({ addDefaultPage: false }),
  }
  test.each(Object.entries(cases))('400 %s', async (code, make) => {
    const account = await world().account()
    const answer = await account.call('parseResume', { fileDataUrl: dataUrlOf(await make()) })
    expect(answer).toMatchObject({ status: 400, body: { detail: [{ path: 'fileDataUrl', code }] } })
    expect(await account.balance()).toEqual({ spendable: 10_000, held: 0 })
  })
  test('400 bad_data_url: invalid base64', async () => {
    const account = await world().account()
    for (const fileDataUrl of ['data:application/pdf;base64,@@@@', 'data:text/plain;base64,AAAA']) {
      const answer = await account.call('parseResume', { fileDataUrl })
      expect(answer).toMatchObject({ status: 400, body: { detail: [{ code: 'bad_data_url' }] } })
    }
  })
  test('bad_data_url says if the base64 is invalid, such as the variant for URLs', async () => {
    const account = await world().account()
    for (const data of ['JVBERi0x_-', 'JVBERi0']) {
      const fileDataUrl = `data:application/pdf;base64,${data}`
      const { body } = await account.call('parseResume', { fileDataUrl })
      expect(body.detail).toMatchObject([
        { code: 'bad_data_url', message: expect.stringContaining('Base64') },
      ])
    }
  })
  test('413: a data URL of one character too many', async () => {
    const account = await world().account()
    const head = 'data:application/pdf;base64,'
    const answer = await account.call('parseResume', {
      fileDataUrl: head + 'A'.repeat(25_000_001 - head.length),
    })
    expect(answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } })
  })
  test('a data URL of the full size is read', async () => {
    const account = await world().account()
    const head = 'data:application/pdf;base64,'
    const bytes = Buffer.concat([
      await three,
      Buffer.alloc(((25_000_000 - head.length) / 4) * 3 - (await three).length),
    ])
    const answer = await account.call('parseResume', { fileDataUrl: dataUrlOf(bytes) })
    expect([200, 400]).toContain(answer.status)
    expect(answer.status === 200 || answer.body.detail[0]?.code === 'pdf_damaged').toBe(true)
  })
})

test("an account with many documents doesn't delay one with a single document", async () => {
  const [many, single] = [await world().account(), await world().account()]
  const document = { fileDataUrl: dataUrlOf(await three) }
  let answered = 0
  const calls = Array.from({ length: 40 }, async () => {
    const { status } = await many.call('parseResume', document)
    answered += 1
    return status
  })
  await Promise.race(calls)
  expect((await single.call('parseResume', document)).status).toBe(200)
  expect(answered).toBeLessThan(36)
  expect(new Set(await Promise.all(calls))).toEqual(new Set([200]))
})

test('a replay is answered even if no document can be opened; another file gets its error', async () => {
  const account = await world().account()
  const [small, large, damaged] = [
    { fileDataUrl: dataUrlOf(await three) },
    { fileDataUrl: dataUrlOf(Buffer.concat([await three, Buffer.alloc(500_000, 0x20)])) },
    { fileDataUrl: dataUrlOf(Buffer.from('%PDF-1.7')) },
  ]
  for (const [input, idempotencyKey] of [
    [small, 'small'],
    [large, 'large'],
  ] as const) {
    const first = await account.call('parseResume', input, { idempotencyKey })
    isFull = true
    const again = await account.call('parseResume', input, { idempotencyKey })
    const other = await account.call('parseResume', input)
    isFull = false
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
    expect(other).toMatchObject({ status: 500, body: { detail: { reason: 'engine_unavailable' } } })
  }
  const reused = await account.call('parseResume', large, { idempotencyKey: 'small' })
  expect(reused).toMatchObject({ status: 422, body: { error: 'idempotency_key_reused' } })
  const wrong = await account.call('parseResume', damaged, { idempotencyKey: 'small' })
  expect(wrong).toMatchObject({ status: 400, body: { detail: [{ code: 'pdf_damaged' }] } })
  expect(await account.balance()).toEqual({ spendable: 10_000 - 30, held: 0 })
})

test('500: an exceeded timeoutMs has its own message, and costs nothing', async () => {
  const account = await world().account()
  isEndless = true
  const answer = await account.call('parseResume', { ...soundInputs.parseResume, timeoutMs: 10_000 })
  isEndless = false
  expect(answer).toMatchObject({
    status: 500,
    body: {
      ...{ error: 'internal_error', detail: { reason: 'timeout' } },
      message: expect.stringMatching(/timeoutMs（10000 毫秒）.*未计费/),
    },
  })
  expect(await account.balance()).toEqual({ spendable: 10_000, held: 0 })
})

test("null is the same as omitted, and the file name isn't part of the text", async () => {
  const account = await world().account()
  const answer = await account.call('parseResume', {
    ...soundInputs.parseResume,
    fileName: '文件名.pdf',
    pages: null,
    timeoutMs: null,
  })
  expect(answer.status).toBe(200)
  expect(answer.body.data.text).not.toContain('文件名')
})
