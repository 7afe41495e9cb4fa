import {
  Fault,
  internalError,
  invalidInput,
  issue,
  type JsonValue,
  parseInput,
  parseResumeFields,
  type TaskOwner,
} from '../contract/index.ts'
import {
  assert,
  createMemoryBudget,
  createSemaphore,
  createWorkerPool,
  type MemoryBudget,
  type Semaphore,
  SemaphoreFull,
  systemClock,
  type WorkerPool,
  WorkerPoolError,
} from '../kit/index.ts'
import { dataOf } from './body/read-body.ts'
import { type ReceiveTask, receive } from './body/receive.ts'
import type { Documents, ParseBody, ReadDocument, ReceivedDocument } from './documents.ts'
import { createRecogniser, type OcrOptions, type OcrTelemetry } from './ocr/create-recogniser.ts'
import type { Recogniser } from './ocr/recogniser.ts'
import { compilePdfium } from './pdfium/compile.ts'
import { type PictureReading, readPictures } from './read-pictures.ts'
import { refuseDocument } from './refusals.ts'
import type { DocumentAnswer, DocumentTask, DocumentWorkerData } from './tasks.ts'
import { warningsOf } from './warnings.ts'

export interface DocumentsOptions {
  /** Threads that read, and therefore documents read in parallel. Opening has its own threads. */
  readonly threads: number
  /**
   * The length of each queue, for opening and for reading. When it is full, calls fail with
   * `engine_unavailable`.
   */
  readonly queueMax?: number
  /** How page pictures are read. By default they are not read. */
  readonly ocr?: OcrOptions
  /** Receives logs and metrics when the system Tesseract fails. */
  readonly telemetry?: OcrTelemetry
  /** The memory budget of all threads; unlimited by default. */
  readonly budget?: MemoryBudget
}

/** The provider and model names of the text layer reader. */
export const recognitionProvider = 'builtin'
export const recognitionModel = 'pdfium-2.15.1'

type DocumentPool = WorkerPool<DocumentTask, DocumentAnswer>

/** The picture reader, and the semaphore that limits its parallel pages. */
type PictureReader = Pick<PictureReading, 'recogniser' | 'slots' | 'clock' | 'onGivenUp'>

interface Pools {
  readonly pictureReader: PictureReader | null
  /** Decodes large bodies. Its threads are separate, so that opening and reading never delay it. */
  readonly receiving: WorkerPool<ReceiveTask, ReceivedDocument>
  /** Opening takes milliseconds and must not wait behind the reading of long documents. */
  readonly opening: DocumentPool
  readonly reading: DocumentPool
}

/**
 * Creates the document service. PDFium is compiled immediately; threads start on first use. One thread for
 * bodies, one for opening and one for reading then stay warm for the next document.
 */
export function createDocuments(options: DocumentsOptions): Documents {
  const pools = startPools(options)
  // Callers receive a startup failure from the methods below. This handler prevents an unhandled rejection.
  pools.catch(() => {})
  const receiveBody: Documents['receive'] = async (body, signal, owner) => {
    const task = receiveTask(body)
    if (task.bytes.length <= inlineBytesMax) return receive(task)
    return await run((await pools).receiving, task, task.bytes.buffer, { signal, owner })
  }
  return {
    receive: receiveBody,
    async open(body, signal, owner) {
      const received = body.kind === 'received' ? body : await receiveBody(body, signal, owner)
      const { input, pdf } = received
      const answer = await run((await pools).opening, { kind: 'open', pdf }, pdf.buffer, { signal, owner })
      assert(answer.kind === 'opened', 'the answer to open is opened')
      return { input, pageCount: answer.pageCount, pdf: answer.pdf }
    },
    async read(document, pages, signal, owner) {
      assert(pages >= 1 && pages <= document.pageCount, 'the document has that many pages')
      const { reading, pictureReader } = await pools
      return read({ reading, pictureReader, names: namesOf(options), pages, owner }, document.pdf, signal)
    },
    async show({ pdf }, page, signal, owner) {
      const task = { kind: 'show', pdf, pageIndex: page - 1 } as const
      const answer = await run((await pools).reading, task, pdf.buffer, { signal, owner })
      assert(answer.kind === 'shown', 'the answer to show is shown')
      if (answer.page === null) {
        throw invalidInput([issue('page', 'too_large', `共 ${answer.pageCount} 页`)])
      }
      return { pageCount: answer.pageCount, page: answer.page }
    },
    async close() {
      const { receiving, opening, reading, pictureReader } = await pools
      await Promise.all([
        receiving.close(),
        opening.close(),
        reading.close(),
        pictureReader?.recogniser.close(),
      ])
    },
  }
}

interface Reading {
  readonly reading: DocumentPool
  readonly pictureReader: PictureReader | null
  readonly names: ReturnType<typeof namesOf>
  readonly pages: number
  readonly owner: TaskOwner | undefined
}

async function read(
  { reading, pictureReader, names, pages, owner }: Reading,
  pdf: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<ReadDocument> {
  const runTask = (task: DocumentTask, buffer: ArrayBuffer | null, until: AbortSignal) =>
    run(reading, task, buffer, { signal: until, owner })
  const first = await runTask(
    { kind: 'read', pdf, pages, pictures: pictureReader !== null },
    pdf.buffer,
    signal,
  )
  if (first.kind === 'text') return { ...partsOf(first), pages, ocrPages: 0, ...names }
  assert(first.kind === 'pages' && pictureReader !== null, 'pages wait only if there is a picture reader')
  const seen = await readPictures({ ...pictureReader, owner, run: runTask }, first, signal).catch((error) => {
    throw faultOf(error)
  })
  const { kept, software } = first
  const finished = await runTask({ kind: 'finish', kept, seen, software }, kept.buffer, signal)
  assert(finished.kind === 'text', 'the answer to finish is text')
  return { ...partsOf(finished), pages, ocrPages: seen.length, ...names }
}

function partsOf({ text, reports }: Extract<DocumentAnswer, { kind: 'text' }>) {
  const hiddenCharacters = reports.reduce((sum, report) => sum + report.hiddenCharacters, 0)
  return { text, hiddenCharacters, reports, warnings: warningsOf(reports, text) }
}

/** The names reported in `usage`. They are the same for all documents read with these options. */
function namesOf({ ocr }: DocumentsOptions): Pick<ReadDocument, 'provider' | 'model'> {
  if (ocr === undefined) return { provider: recognitionProvider, model: recognitionModel }
  const reader = ocr.engine === 'vision' ? ocr.model : 'tesseract'
  const provider = ocr.engine === 'vision' ? `${recognitionProvider}+vision` : recognitionProvider
  return { provider, model: `${recognitionModel}+${reader}` }
}

const queueMaxDefault = 1_000
const pagesWaitingMax = 10_000
/** Far longer than a typical document or picture takes. */
const extraAfterMs = { thread: 5_000, picture: 15_000 }
/**
 * The JavaScript heap of a thread. A body whose document can't be cut out is parsed as text, which takes
 * several times its size.
 */
const heapMb = 512
/** The total memory of a thread, measured (bench/README.md, memory). */
const threadMb = 55
const receivingThreadMb = 30
/** Reading a body of this size takes about a millisecond. */
const inlineBytesMax = 256 * 1024
/** Longer than a typical document takes, and shorter than the start of a thread. */
const growAfterMs = 200

async function startPools({
  threads,
  queueMax = queueMaxDefault,
  ocr,
  telemetry,
  budget = createMemoryBudget(),
}: DocumentsOptions): Promise<Pools> {
  const workerData: DocumentWorkerData = { pdfium: await compilePdfium() }
  const recogniser = ocr === undefined ? null : await createRecogniser(ocr, telemetry, budget)
  const onGivenUp = () => telemetry?.log.warn({}, 'a page that is a picture was given up')
  const pictureReader = recogniser && {
    recogniser,
    slots: slotsFor(recogniser),
    clock: systemClock(),
    onGivenUp,
  }
  const pool = (count: number): DocumentPool =>
    createWorkerPool({
      file: new URL('./worker.ts', import.meta.url),
      threads: count,
      threadsKept: 1,
      extraThreadAfterMs: extraAfterMs.thread,
      queueMax,
      budget,
      threadMb,
      growAfterMs,
      memoryMb: heapMb,
      workerData,
      crossing: [Fault],
    })
  const receiving = createWorkerPool<ReceiveTask, ReceivedDocument>({
    file: new URL('./body/receive-worker.ts', import.meta.url),
    threads: 1,
    threadsKept: 1,
    queueMax,
    budget,
    threadMb: receivingThreadMb,
    memoryMb: heapMb,
    crossing: [Fault],
  })
  return { receiving, opening: pool(Math.ceil(threads / 2)), reading: pool(threads), pictureReader }
}

/**
 * Pages wait here for a slot; accounts alternate. A document requests at most `pagesAtOnce` slots at a
 * time.
 */
function slotsFor({ pagesAtOnce }: Recogniser): Semaphore {
  const slots = { slots: pagesAtOnce, slotsPerKeyMax: pagesAtOnce, extraSlotAfterMs: extraAfterMs.picture }
  return createSemaphore({ ...slots, waitingMax: pagesWaitingMax })
}

/** Builds the task for a body. The main thread copies a large document at most once and never scans it. */
function receiveTask(body: ParseBody): ReceiveTask {
  if (body.kind === 'bytes') return { kind: 'body', bytes: ownBuffer(body.bytes) }
  const { fileDataUrl, ...input } = parseInput({ fields: parseResumeFields }, body.value as JsonValue)
  return { kind: 'data', input, bytes: dataOf(fileDataUrl) }
}

/** Small Node buffers share one large ArrayBuffer, which can't be transferred, so they are copied. */
function ownBuffer(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
}

async function run<Task, Answer>(
  pool: WorkerPool<Task, Answer>,
  task: Task,
  buffer: ArrayBuffer | null,
  { signal, owner }: { signal: AbortSignal; owner: TaskOwner | undefined },
): Promise<Answer> {
  try {
    const transfer = buffer === null ? [] : [buffer]
    return await pool.run(task, { signal, ...(owner && { owner }), transfer })
  } catch (error) {
    throw faultOf(error)
  }
}

function faultOf(error: unknown): unknown {
  if (error instanceof Fault) return error
  if (isTimeout(error)) return internalError('timeout', { cause: error })
  if (error instanceof SemaphoreFull) return internalError('engine_unavailable', { cause: error })
  if (!(error instanceof WorkerPoolError)) return internalError('internal', { cause: error })
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

/** A timeout aborts with the reason TimeoutError, as `AbortSignal.timeout` does. */
function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError'
}
