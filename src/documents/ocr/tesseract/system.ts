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
 * Far more than a page takes, even on a busy machine, and half of a call's default time limit. If a process
 * hangs, another reader still has time.
 */
const pictureTimeoutMs = 60_000
/** The first words of the TSV header, which is present for a blank page too. */
const answerStart = 'level\tpage_num\t'
/** The memory of a process that reads a page, measured (bench/README.md, memory). */
const processMb = 70
/** Longer than the usual pause between two pictures of a document, or between two documents. */
const processLingerMs = 5_000
const usualPath = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'

export interface SystemOptions {
  /** The folders in which `tesseract` is searched. */
  readonly searchPath: string
  /** The time limit of one picture. */
  readonly timeoutMs: number
  /** The memory budget of its processes; unlimited by default. */
  readonly budget: MemoryBudget
}

/**
 * The system Tesseract, about 1.6 times as fast as WASM; null if it is missing or lacks one of the two
 * languages. Each picture gets its own process, which reads stdin, writes words to stdout, and is killed on
 * abort. Nothing is written to disk.
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

/** Pictures have dark letters. Without this, each doubtful line is read again with light letters. */
const darkLetters = ['-c', 'tessedit_do_invert=0']

function argumentsFor(language: OcrLanguage, mode: string): string[] {
  return [
    'stdin',
    'stdout',
    '-l',
    language,
    '--oem',
    '1',
    '--psm',
    mode,
    '--dpi',
    String(pictureDpi),
    ...darkLetters,
    'tsv',
  ]
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
  // One thread per process, because pages are read in parallel.
  const environment = { OMP_THREAD_LIMIT: '1', PATH: searchPath }
  const called = { program: 'tesseract', words, environment, name: 'tesseract' }
  return runReader({ ...called, input: [input], signal, timeoutMs })
}
