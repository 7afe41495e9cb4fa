import {
  canonicalJson,
  type ExecuteHandler,
  limits,
  ownTimeoutMessage,
  type PageDetail,
  type PointCents,
  parsePagePointCents,
  pointCents,
} from '../contract/index.ts'
import type { Documents, OpenedDocument, PageReport, ReceivedDocument } from '../documents/index.ts'

/**
 * Opens the document for the quote: only then is the real number of pages known, and an unreadable file is
 * refused before anything is held.
 */
export function parseResume(documents: Documents): ExecuteHandler<ReceivedDocument, OpenedDocument> {
  return {
    kind: 'execute',
    operation: 'parseResume',
    async decode(body, signal, owner) {
      const received = await documents.receive(body, signal, owner)
      const fingerprint = canonicalJson({ ...received.input, sha256: received.sha256 })
      return { input: received, fingerprint, keptBytes: received.pdf.byteLength }
    },
    async quote(document, signal, owner) {
      const opened = await documents.open(document, signal, owner)
      return { holdPointCents: priceOf(pagesToRead(opened)), input: opened }
    },
    quoteIs: 'check',
    timeoutMs: (document) => document.input.timeoutMs ?? limits.timeoutDefaultMs,
    timeoutMessage({ input: { timeoutMs } }) {
      return timeoutMs === undefined ? undefined : ownTimeoutMessage('timeoutMs', timeoutMs)
    },
    auditNote: (document) => document.input.fileName,
    async execute(document, signal, owner) {
      const toRead = pagesToRead(document)
      const { text, pages, provider, model, ...read } = await documents.read(document, toRead, signal, owner)
      const data = { text, pages, pages_detail: read.reports.map(detailOf), warnings: [...read.warnings] }
      return { data, usage: { pages, provider, model }, costPointCents: priceOf(pages) }
    },
  }
}

function detailOf(report: PageReport, at: number): PageDetail {
  return {
    page: at + 1,
    read_by: report.readBy,
    model: report.model,
    confidence: report.confidence,
    hidden_characters: report.hiddenCharacters,
    unread_glyphs: report.unreadGlyphs,
  }
}

/** At most the first `pages` pages, and never more than the document has. */
function pagesToRead(document: OpenedDocument): number {
  return Math.min(document.input.pages ?? document.pageCount, document.pageCount)
}

function priceOf(pages: number): PointCents {
  return pointCents(pages * parsePagePointCents)
}
