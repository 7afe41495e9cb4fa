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
import { createRecogniser, type OcrOptions, type OcrWitness } from './ocr/create-recogniser.ts'
import type { Recogniser } from './ocr/recogniser.ts'
import { compilePdfium } from './pdfium/compile.ts'
import { type PictureReading, readPictures } from './read-pictures.ts'
import { refuseDocument } from './refusals.ts'
import type { DocumentAnswer, DocumentTask, DocumentWorkerData } from './tasks.ts'
import { warningsOf } from './warnings.ts'

export interface DocumentsOptions {
  /** Threads that read, and so documents that are read at a time; opening has threads of its own. */
  readonly threads: number
  /** Documents that may wait to be opened, and to be read; one more is `engine_unavailable`. */
  readonly queueMax?: number
  /** Who reads the pictures of pages; nobody by default. */
  readonly ocr?: OcrOptions
  /** Who hears that the machine's Tesseract fails. */
  readonly witness?: OcrWitness
  /** Where threads have to fit; boundless by default. */
  readonly budget?: MemoryBudget
}

/** The names of what reads text layers. */
export const recognitionProvider = 'builtin'
export const recognitionModel = 'pdfium-2.15.1'

type DocumentPool = WorkerPool<DocumentTask, DocumentAnswer>

/** Who reads pictures, and how many at a time. */
type Eyes = Pick<PictureReading, 'recogniser' | 'slots' | 'clock' | 'onGivenUp'>

interface Pools {
  readonly eyes: Eyes | null
  /** Large bodies become documents here, whatever documents do. */
  readonly receiving: WorkerPool<ReceiveTask, ReceivedDocument>
  /** Opening takes milliseconds and must not wait behind the reading of long documents. */
  readonly opening: DocumentPool
  readonly reading: DocumentPool
}

/**
 * Opens the room: PDFium is compiled at once, threads start when they are first needed. One that reads
 * bodies, one that opens and one that reads stay then: the first document after a rest finds them warm.
 */
export function createDocuments(options: DocumentsOptions): Documents {
  const pools = startPools(options)
  // A failure to start is told to whoever uses the room, and to nobody before that.
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
      assert(answer.kind === 'opened', 'an opened document answers the task to open one')
      return { input, pageCount: answer.pageCount, pdf: answer.pdf }
    },
    async read(document, pages, signal, owner) {
      assert(pages >= 1 && pages <= document.pageCount, 'there are that many pages')
      const { reading, eyes } = await pools
      return read({ reading, eyes, names: namesOf(options), pages, owner }, document.pdf, signal)
    },
    async show({ pdf }, page, signal, owner) {
      const task = { kind: 'show', pdf, pageIndex: page - 1 } as const
      const answer = await run((await pools).reading, task, pdf.buffer, { signal, owner })
      assert(answer.kind === 'shown', 'a shown page answers the task to show one')
      if (answer.page === null) {
        throw invalidInput([issue('page', 'too_large', `共 ${answer.pageCount} 页`)])
      }
      return { pageCount: answer.pageCount, page: answer.page }
    },
    async close() {
      const { receiving, opening, reading, eyes } = await pools
      await Promise.all([receiving.close(), opening.close(), reading.close(), eyes?.recogniser.close()])
    },
  }
}

interface Reading {
  readonly reading: DocumentPool
  readonly eyes: Eyes | null
  readonly names: ReturnType<typeof namesOf>
  readonly pages: number
  readonly owner: TaskOwner | undefined
}

async function read(
  { reading, eyes, names, pages, owner }: Reading,
  pdf: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<ReadDocument> {
  const runTask = (task: DocumentTask, buffer: ArrayBuffer | null, until: AbortSignal) =>
    run(reading, task, buffer, { signal: until, owner })
  const first = await runTask({ kind: 'read', pdf, pages, pictures: eyes !== null }, pdf.buffer, signal)
  if (first.kind === 'text') return { ...partsOf(first), pages, ocrPages: 0, ...names }
  assert(first.kind === 'pages' && eyes !== null, 'pages wait only where somebody can read their pictures')
  const seen = await readPictures({ ...eyes, owner, run: runTask }, first, signal).catch((error) => {
    throw faultOf(error)
  })
  const { kept, software } = first
  const finished = await runTask({ kind: 'finish', kept, seen, software }, kept.buffer, signal)
  assert(finished.kind === 'text', 'a text answers the task to finish')
  return { ...partsOf(finished), pages, ocrPages: seen.length, ...names }
}

function partsOf({ text, reports }: Extract<DocumentAnswer, { kind: 'text' }>) {
  const hiddenCharacters = reports.reduce((sum, report) => sum + report.hiddenCharacters, 0)
  return { text, hiddenCharacters, reports, warnings: warningsOf(reports, text) }
}

/** What callers read in `usage`: the same for all documents that are read with these options. */
function namesOf({ ocr }: DocumentsOptions): Pick<ReadDocument, 'provider' | 'model'> {
  if (ocr === undefined) return { provider: recognitionProvider, model: recognitionModel }
  const reader = ocr.engine === 'vision' ? ocr.model : 'tesseract'
  const provider = ocr.engine === 'vision' ? `${recognitionProvider}+vision` : recognitionProvider
  return { provider, model: `${recognitionModel}+${reader}` }
}

const queueMaxDefault = 1_000
const pagesWaitingMax = 10_000
/** Far longer than a usual document is read, and a usual picture. */
const extraAfterMs = { thread: 5_000, picture: 15_000 }
/**
 * The JavaScript heap of a thread: a body whose document can't be cut out is parsed as text, several times
 * its size.
 */
const heapMb = 512
/** What a thread takes in all, measured (bench/README.md, memory). */
const threadMb = 55
const receivingThreadMb = 30
/** A body of this size is read in about a millisecond. */
const inlineBytesMax = 256 * 1024
/** Longer than a usual document takes, shorter than a thread takes to start. */
const growAfterMs = 200

async function startPools({
  threads,
  queueMax = queueMaxDefault,
  ocr,
  witness,
  budget = createMemoryBudget(),
}: DocumentsOptions): Promise<Pools> {
  const workerData: DocumentWorkerData = { pdfium: await compilePdfium() }
  const recogniser = ocr === undefined ? null : await createRecogniser(ocr, witness, budget)
  const onGivenUp = () => witness?.log.warn({}, 'a page that is a picture was given up')
  const eyes = recogniser && { recogniser, slots: slotsFor(recogniser), clock: systemClock(), onGivenUp }
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
  return { receiving, opening: pool(Math.ceil(threads / 2)), reading: pool(threads), eyes }
}

/** Pages wait here by turns; a document asks for no more of them at a time than can be read. */
function slotsFor({ pagesAtOnce }: Recogniser): Semaphore {
  const slots = { slots: pagesAtOnce, slotsPerKeyMax: pagesAtOnce, extraSlotAfterMs: extraAfterMs.picture }
  return createSemaphore({ ...slots, waitingMax: pagesWaitingMax })
}

/** What is to be done for a body. Nothing here looks at a document of 25 MB but to copy it. */
function receiveTask(body: ParseBody): ReceiveTask {
  if (body.kind === 'bytes') return { kind: 'body', bytes: ownBuffer(body.bytes) }
  const { fileDataUrl, ...input } = parseInput({ fields: parseResumeFields }, body.value as JsonValue)
  return { kind: 'data', input, bytes: dataOf(fileDataUrl) }
}

/** Small buffers of Node share one large one, which can't be handed over. */
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

/** An abort by time names its reason TimeoutError, as `AbortSignal.timeout` does. */
function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError'
}
