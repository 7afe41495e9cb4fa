import { readdir, readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { createDocuments } from '../../src/documents/index.ts'

/**
 * Documents of browsers, LaTeX, word processors and resume builders, with the text that a person reads in
 * them. Browsers draw positioned elements last. LaTeX hyphenates words and draws ligatures. Others draw
 * tables cell by cell, bullets last, or form fields behind the page.
 */
const folder = new URL('./layouts/', import.meta.url)
const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf'))

const documents = createDocuments({ threads: 1 })
afterAll(() => documents.close())

test('there are documents to read', () => expect(names.length).toBeGreaterThan(5))

for (const name of names) {
  test(`read in a person's order: ${name}`, async () => {
    const pdf = await readFile(new URL(name, folder))
    const fileDataUrl = `data:application/pdf;base64,${pdf.toString('base64')}`
    const signal = AbortSignal.timeout(100_000)
    const opened = await documents.open({ kind: 'value', value: { fileDataUrl } }, signal)
    const { text } = await documents.read(opened, opened.pageCount, signal)
    expect(text).toBe(await readFile(new URL(name.replace(/pdf$/, 'txt'), folder), 'utf8'))
  })
}
