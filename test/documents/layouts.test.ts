import { readdir, readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { createDocuments } from '../../src/documents/index.ts'

/**
 * Documents as browsers, LaTeX, word processors and the libraries of resume builders make them, beside the
 * text that a person reads in them. Browsers draw what is positioned after everything else; LaTeX breaks
 * words and draws ligatures; tables are drawn cell by cell, bullets last, fields of forms behind the page.
 */
const folder = new URL('./layouts/', import.meta.url)
const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf'))

const documents = createDocuments({ threads: 1 })
afterAll(() => documents.close())

test('there are documents to read', () => expect(names.length).toBeGreaterThan(5))

for (const name of names) {
  test(`read as a person does: ${name}`, async () => {
    const pdf = await readFile(new URL(name, folder))
    const fileDataUrl = `data:application/pdf;base64,${pdf.toString('base64')}`
    const signal = AbortSignal.timeout(100_000)
    const opened = await documents.open({ kind: 'value', value: { fileDataUrl } }, signal)
    const { text } = await documents.read(opened, opened.pageCount, signal)
    expect(text).toBe(await readFile(new URL(name.replace(/pdf$/, 'txt'), folder), 'utf8'))
  })
}
