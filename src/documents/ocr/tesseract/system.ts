import { internalError } from '../../../contract/index.ts'
import { createLingeringTake, createMemoryBudget, type MemoryBudget } from '../../../kit/index.ts'
import {
  type OcrLanguage,
  type PictureReader,
  pgmOf,
  pictureDpi,
  ReaderFailed,
  segmentationModes,
} from './reader.ts'
import { runReader } from './run-reader.ts'
import { wordsOfTsv } from './tsv.ts'

const lookTimeoutMs = 5_000
/**
 * Far more than a page takes, even where much else runs, and half of what a call has where it names no limit:
 * a process that hangs has to leave time for another reader.
 */
const pictureTimeoutMs = 60_000
/** Words of its TSV's line of headings, which is there for a blank page too. */
const answerStart = 'level\tpage_num\t'
/** What a process takes while it reads a page, measured (bench/README.md, memory). */
const processMb = 70
/** Longer than from one picture of a page, or of a document, to the next. */
const processLingerMs = 5_000
const usualPath = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'

export interface SystemOptions {
  /** Folders in which `tesseract` is looked for. */
  readonly searchPath: string
  /** For one picture. */
  readonly timeoutMs: number
  /** What its processes take of; boundless by default. */
  readonly budget: MemoryBudget
}

/**
 * The machine's own Tesseract, about 1.6 times as fast as WASM; null where there is none that has both
 * languages. A process per picture, which gets it on stdin, gives words on stdout and is killed at the abort:
 * nothing touches the disk.
 */
export async function findSystemReader(
  processes: number,
  given: Partial<SystemOptions> = {},
): Promise<PictureReader | null> {
  const budget = given.budget ?? createMemoryBudget()
  const options = { searchPath: usualPath, timeoutMs: pictureTimeoutMs, ...given, budget }
  const version = await lookFor(options, ['--version'], /^tesseract v?([45]\.[\d.]+)/)
  const languages = await lookFor(options, ['--list-langs'], /[\s\S]*/)
  const names = languages?.[0].split(/\s+/) ?? []
  if (version === null || !names.includes('eng') || !names.includes('chi_sim')) return null
  return systemReader(`tesseract-${version[1]}`, processes, options)
}

function systemReader(model: string, processes: number, options: SystemOptions): PictureReader {
  const closing = new AbortController()
  const takeMemory = createLingeringTake(options.budget, processMb, processLingerMs)
  return {
    model,
    picturesAtOnce: processes,
    async read(picture, language, layout, callSignal) {
      const signal = AbortSignal.any([callSignal, closing.signal])
      const words = argumentsFor(language, segmentationModes[layout])
      const input = pgmOf(picture)
      const giveBack = takeMemory()
      const answer = await run({ ...options, words, input, signal }).finally(giveBack)
      if (!answer.startsWith(answerStart)) throw new ReaderFailed('tesseract answers no TSV')
      return { words: wordsOfTsv(answer), model }
    },
    async close() {
      closing.abort(internalError('engine_unavailable'))
    },
  }
}

function argumentsFor(language: OcrLanguage, mode: string): string[] {
  return ['stdin', 'stdout', '-l', language, '--oem', '1', '--psm', mode, '--dpi', String(pictureDpi), 'tsv']
}

async function lookFor(
  { searchPath }: Pick<SystemOptions, 'searchPath'>,
  words: readonly string[],
  pattern: RegExp,
) {
  const input = new Uint8Array(0)
  const { signal } = new AbortController()
  const answer = await run({ searchPath, words, input, signal, timeoutMs: lookTimeoutMs }).catch(() => '')
  return pattern.exec(answer)
}

interface Run extends Pick<SystemOptions, 'searchPath' | 'timeoutMs'> {
  readonly words: readonly string[]
  readonly input: Uint8Array
  readonly signal: AbortSignal
}

function run({ searchPath, words, input, signal, timeoutMs }: Run): Promise<string> {
  // One thread: pages run beside one another instead.
  const environment = { OMP_THREAD_LIMIT: '1', PATH: searchPath }
  const called = { program: 'tesseract', words, environment, name: 'tesseract' }
  return runReader({ ...called, input: [input], signal, timeoutMs })
}
