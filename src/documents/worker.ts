import { createHash } from 'node:crypto'
import { workerData } from 'node:worker_threads'
import { Fault } from '../contract/index.ts'
import { type Handover, type Thread, workerTask } from '../kit/index.ts'
import { decodeData, readBody } from './body/read-body.ts'
import type { OpenedDocument } from './documents.ts'
import { createPdfEngine } from './pdfium/engine.ts'
import { finishPage, joinPages, readPages } from './read-pages.ts'
import type { DocumentAnswer, DocumentTask, DocumentWorkerData } from './tasks.ts'

/** A thread that reads documents. It keeps nothing of one document when it begins the next. */

const engine = createPdfEngine((workerData as DocumentWorkerData).pdfium)

export default workerTask(
  async (task: DocumentTask, thread): Promise<Handover<DocumentAnswer>> => {
    switch (task.kind) {
      case 'openBody': {
        const { input, pdf } = readBody(task.bytes)
        return open(input, pdf, thread)
      }
      case 'openData':
        return open(task.input, decodeData(task.bytes), thread)
      case 'read': {
        const text = await engine.use(task.pdf, thread, (pdf) => {
          const pages = readPages(pdf, task.pages)
          return joinPages(pages.map((page) => finishPage(page, null, pdf.software)))
        })
        return { value: { kind: 'read', text }, transfer: [] }
      }
    }
  },
  [Fault],
)

async function open(
  input: OpenedDocument['input'],
  pdf: Uint8Array<ArrayBuffer>,
  thread: Thread,
): Promise<Handover<DocumentAnswer>> {
  const pageCount = await engine.use(pdf, thread, (opened) => opened.pageCount)
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  return { value: { kind: 'opened', document: { input, sha256, pageCount, pdf } }, transfer: [pdf.buffer] }
}
