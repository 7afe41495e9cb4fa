import {
  Fault,
  internalError,
  type JsonValue,
  parseInput,
  parseResumeFields,
  type Turn,
} from '../contract/index.ts'
import { assert, createWorkerPool, type WorkerPool, WorkerPoolError } from '../kit/index.ts'
import { dataOf } from './body/read-body.ts'
import type { Documents, ParseBody } from './documents.ts'
import { compilePdfium } from './pdfium/compile.ts'
import { refuseDocument } from './refusals.ts'
import type { DocumentAnswer, DocumentTask, DocumentWorkerData, OpenTask } from './tasks.ts'

export interface DocumentsOptions {
  /** Threads that read, and so documents that are read at a time; opening has threads of its own. */
  readonly threads: number
  /** Documents that may wait to be opened, and to be read; one more is `engine_unavailable`. */
  readonly queueMax?: number
}

/** The names of what recognises text, which callers read in `usage`. */
export const recognitionProvider = 'builtin'
export const recognitionModel = 'pdfium-2.15.1'

type DocumentPool = WorkerPool<DocumentTask, DocumentAnswer>

interface Pools {
  /** Opening takes milliseconds and must not wait behind the reading of long documents. */
  readonly opening: DocumentPool
  readonly reading: DocumentPool
}

/** Opens the room: PDFium is compiled at once, threads start when they are first needed. */
export function createDocuments(options: DocumentsOptions): Documents {
  const pools = startPools(options)
  // A failure to start is told to whoever uses the room, and to nobody before that.
  pools.catch(() => {})
  return {
    async open(body, signal, turn) {
      const task = openTask(body)
      const answer = await run((await pools).opening, task, task.bytes.buffer, { signal, turn })
      assert(answer.kind === 'opened', 'an opened document answers the task to open one')
      return answer.document
    },
    async read(document, pages, signal, turn) {
      assert(pages >= 1 && pages <= document.pageCount, 'there are that many pages')
      const task = { kind: 'read', pdf: document.pdf, pages } as const
      const answer = await run((await pools).reading, task, document.pdf.buffer, { signal, turn })
      assert(answer.kind === 'read', 'a text answers the task to read')
      return { text: answer.text, pages, provider: recognitionProvider, model: recognitionModel }
    },
    async close() {
      const { opening, reading } = await pools
      await Promise.all([opening.close(), reading.close()])
    },
  }
}

const queueMaxDefault = 1_000
/**
 * The JavaScript heap of a thread: a body whose document can't be cut out is parsed as text, several times
 * its size.
 */
const heapMb = 512

async function startPools({ threads, queueMax = queueMaxDefault }: DocumentsOptions): Promise<Pools> {
  const workerData: DocumentWorkerData = { pdfium: await compilePdfium() }
  const pool = (count: number): DocumentPool =>
    createWorkerPool({
      file: new URL('./worker.ts', import.meta.url),
      threads: count,
      queueMax,
      memoryMb: heapMb,
      workerData,
      crossing: [Fault],
    })
  return { opening: pool(Math.ceil(threads / 2)), reading: pool(threads) }
}

/** What a thread has to do for a body. Nothing here looks at a document of 25 MB but to copy it. */
function openTask(body: ParseBody): OpenTask {
  if (body.kind === 'bytes') return { kind: 'openBody', bytes: ownBuffer(body.bytes) }
  const { fileDataUrl, ...input } = parseInput({ fields: parseResumeFields }, body.value as JsonValue)
  return { kind: 'openData', input, bytes: dataOf(fileDataUrl) }
}

/** Small buffers of Node share one large one, which can't be handed over. */
function ownBuffer(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
}

async function run(
  pool: DocumentPool,
  task: DocumentTask,
  buffer: ArrayBuffer,
  { signal, turn }: { signal: AbortSignal; turn: Turn | undefined },
): Promise<DocumentAnswer> {
  try {
    return await pool.run(task, { signal, ...(turn && { turn }), transfer: [buffer] })
  } catch (error) {
    throw faultOf(error)
  }
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof WorkerPoolError)) return error
  switch (error.kind) {
    case 'aborted':
      return internalError(isTimeout(error.cause) ? 'timeout' : 'internal', { cause: error })
    case 'overloaded':
    case 'closed':
      return internalError('engine_unavailable', { cause: error })
    case 'died':
      return error.outOfMemory
        ? refuseDocument('pdf_too_complex')
        : internalError('internal', { cause: error })
    case 'failed':
      return internalError('internal', { cause: error })
  }
}

/** An abort by time names its reason TimeoutError, as `AbortSignal.timeout` does. */
function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError'
}
