import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { createDocuments } from '../../src/documents/index.ts'

/**
 * Made by XeTeX with Noto Serif CJK. The digits were then removed from the font's character map, so they
 * are drawn without text.
 */
const file = new URL('./unread-digits.pdf', import.meta.url)

const plain = createDocuments({ threads: 1 })
const seeing = createDocuments({ threads: 1, ocr: { engine: 'wasm', pagesAtOnce: 1 } })
afterAll(() => Promise.all([plain.close(), seeing.close()]))

async function read(documents: typeof plain) {
  const fileDataUrl = `data:application/pdf;base64,${(await readFile(file)).toString('base64')}`
  const signal = AbortSignal.timeout(300_000)
  const opened = await documents.open({ kind: 'value', value: { fileDataUrl } }, signal)
  return await documents.read(opened, opened.pageCount, signal)
}

test('digits without a character map are missing, with a warning', async () => {
  const { text, warnings } = await read(plain)
  expect(text).toContain('生日：.')
  expect(warnings).toMatchObject([{ code: 'unread_glyphs', page: 1, count: 114 }])
})

test('digits without a character map are all read by OCR', async () => {
  const { text, warnings, reports } = await read(seeing)
  expect(text).toContain('13800138000')
  expect(text).toContain('2016.09-2019.03 北京某某科技有限公司')
  expect(text).toContain('支撑每秒 86000 笔交易，成本降低 37%，可用性达到 99.99%')
  expect(warnings).toEqual([])
  expect(reports).toMatchObject([{ readBy: 'mixed', unreadGlyphs: 0 }])
}, 300_000)
