import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { needProgram } from '../../../test/support/system-programs.ts'
import { createDocuments } from '../create-documents.ts'
import { bodyOf } from '../sample-pdf.test-support.ts'
import { linesOfScan, scanOf } from './sample-scan.test-support.ts'

test.for(['auto', 'system'] as const)(
  'OCR_ENGINE=%s reads a scan with the Tesseract of the machine, every line of it',
  async (engine, context) => {
    const searchPath = dirname(needProgram(context, 'tesseract'))
    const documents = createDocuments({ threads: 1, ocr: { engine, pagesAtOnce: 1, searchPath } })
    const signal = AbortSignal.timeout(100_000)
    const opened = await documents.open({ kind: 'bytes', bytes: bodyOf(await scanOf(linesOfScan)) }, signal)
    const found = await documents.read(opened, opened.pageCount, signal)
    await documents.close()
    expect(found.text.split('\n')).toEqual(linesOfScan)
    expect(found).toMatchObject({ ocrPages: 1, provider: 'builtin' })
    expect(found.reports[0]?.model).toMatch(/^tesseract-[45]\./)
  },
)
