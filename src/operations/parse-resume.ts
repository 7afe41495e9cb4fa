import {
  canonicalJson,
  type ExecuteHandler,
  limits,
  type PointCents,
  parsePagePointCents,
  pointCents,
} from '../contract/index.ts'
import type { Documents, OpenedDocument } from '../documents/index.ts'

/**
 * The document is opened while its input is checked: only then is the true number of pages known, and a file
 * that can't be read is refused before anything is held.
 */
export function parseResume(documents: Documents): ExecuteHandler<OpenedDocument> {
  return {
    kind: 'execute',
    operation: 'parseResume',
    async decode(body, signal, turn) {
      const opened = await documents.open(body, signal, turn)
      return { input: opened, fingerprint: canonicalJson({ ...opened.input, sha256: opened.sha256 }) }
    },
    quote: async (document) => priceOf(pagesToRead(document)),
    timeoutMs: (document) => document.input.timeoutMs ?? limits.timeoutDefaultMs,
    auditNote: (document) => document.input.fileName,
    async execute(document, signal, turn) {
      const toRead = pagesToRead(document)
      const { text, pages, provider, model } = await documents.read(document, toRead, signal, turn)
      return { data: { text, pages }, usage: { pages, provider, model }, costPointCents: priceOf(pages) }
    },
  }
}

/** At most the first `pages` pages, and never more than there are. */
function pagesToRead(document: OpenedDocument): number {
  return Math.min(document.input.pages ?? document.pageCount, document.pageCount)
}

function priceOf(pages: number): PointCents {
  return pointCents(pages * parsePagePointCents)
}
