import { readdir, readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { createDocuments } from '../../src/documents/index.ts'

/**
 * Documents encrypted with AES by `qpdf --encrypt USER owner 128 --use-aes=y` and `… 256`, by revisions 4
 * to 6 of the standard handler. `open`: the user password is empty, so viewers open them. `locked`: it
 * isn't empty.
 */
const folder = new URL('./encrypted/', import.meta.url)
const names = await readdir(folder)

const documents = createDocuments({ threads: 1 })
afterAll(() => documents.close())

test('there are documents of both kinds', () => {
  expect(names.filter((name) => name.endsWith('-open.pdf')).length).toBeGreaterThan(3)
  expect(names.filter((name) => name.endsWith('-locked.pdf')).length).toBeGreaterThan(3)
})

async function textOf(name: string): Promise<string> {
  const pdf = await readFile(new URL(name, folder))
  const fileDataUrl = `data:application/pdf;base64,${pdf.toString('base64')}`
  const signal = AbortSignal.timeout(100_000)
  const opened = await documents.open({ kind: 'value', value: { fileDataUrl } }, signal)
  return (await documents.read(opened, opened.pageCount, signal)).text
}

for (const name of names) {
  if (name.endsWith('-open.pdf')) {
    test(`opens as in a viewer: ${name}`, async () => {
      expect(await textOf(name)).toBe('Jane Doe\nData engineer')
    })
  } else {
    test(`asks for its password: ${name}`, async () => {
      await expect(textOf(name)).rejects.toMatchObject({
        code: 'invalid_input',
        members: { detail: [{ code: 'pdf_encrypted' }] },
      })
    })
  }
}
