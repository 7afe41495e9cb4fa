import {
  canonicalJson,
  type ExecuteHandler,
  type JsonObject,
  limits,
  ownTimeoutMessage,
  type PageDetail,
  type PointCents,
  parsePagePointCents,
  parseWarning,
  pointCents,
  type TaskOwner,
  warningLanguage,
} from '../contract/index.ts'
import type {
  Documents,
  OpenedDocument,
  PageReport,
  ReadDocument,
  ReceivedDocument,
} from '../documents/index.ts'
import type { Engine } from '../engines/index.ts'
import { type Clock, withinLimits } from '../kit/index.ts'

interface Deps {
  readonly documents: Documents
  readonly engine: Engine
  readonly clock: Clock
}

/**
 * Opens the document for the quote: only then is the real number of pages known, and an unreadable file is
 * refused before anything is held.
 */
export function parseResume(deps: Deps): ExecuteHandler<ReceivedDocument, OpenedDocument> {
  const { documents } = deps
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
    timeoutMs: timeoutMsOf,
    timeoutMessage({ input: { timeoutMs } }) {
      return timeoutMs === undefined ? undefined : ownTimeoutMessage('timeoutMs', timeoutMs)
    },
    auditNote: (document) => document.input.fileName,
    async execute(document, signal, owner) {
      const wantsProfile = document.input.include?.includes('profile') ?? false
      const read = (wantsProfile ? readWithProfile : readText)(deps, document, signal, owner)
      const { pages, provider, model, data } = await read
      return { data, usage: { pages, provider, model }, costPointCents: priceOf(pages) }
    },
  }
}

type Read = Pick<ReadDocument, 'text' | 'pages' | 'provider' | 'model'> & { readonly data: JsonObject }

async function readText(
  { documents }: Deps,
  document: OpenedDocument,
  signal: AbortSignal,
  owner: TaskOwner,
): Promise<Read> {
  const read = await documents.read(document, pagesToRead(document), signal, owner)
  const { text, pages } = read
  return {
    ...read,
    data: { text, pages, pages_detail: read.reports.map(detailOf), warnings: [...read.warnings] },
  }
}

/** The profile ends so long before the call's time limit: the text must still be returned. */
const profileMarginMs = 500

/**
 * The text with its profile. Where the engine fails, or has no time left, a warning says so, and the text is
 * returned all the same: it is what the caller pays for.
 */
async function readWithProfile(
  deps: Deps,
  document: OpenedDocument,
  signal: AbortSignal,
  owner: TaskOwner,
): Promise<Read> {
  const workMs = timeoutMsOf(document) - profileMarginMs
  const waitMs = limits.queueWaitMaxMs - profileMarginMs
  const within = { key: owner.key, workMs, waitMs, clock: deps.clock }
  return await withinLimits(within, async (late, own) => {
    const read = await readText(deps, document, signal, bothOwners(owner, own))
    const { text, data } = read
    try {
      const until = AbortSignal.any([signal, late])
      const profile = await deps.engine.readProfile(text, until, bothOwners(owner, own))
      return { ...read, data: { ...data, profile } }
    } catch {
      const warning = parseWarning('profile_unread', warningLanguage(text), {
        page: null,
        count: 1,
        lines: [],
      })
      return { ...read, data: { ...data, warnings: [...(data.warnings as JsonObject[]), warning] } }
    }
  })
}

/** An owner that informs both limits of waiting. */
function bothOwners(one: TaskOwner, other: TaskOwner): TaskOwner {
  return {
    key: one.key,
    waiting(change) {
      one.waiting(change)
      other.waiting(change)
    },
    working(change) {
      one.working(change)
      other.working(change)
    },
  }
}

function timeoutMsOf({ input }: Pick<ReceivedDocument, 'input'>): number {
  return input.timeoutMs ?? limits.timeoutDefaultMs
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
