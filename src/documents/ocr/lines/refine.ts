import type { PagePicture } from '../../pdfium/render.ts'
import { ReaderFailed, type SeenWord } from '../tesseract/reader.ts'
import type { Refine } from '../tesseract/recogniser.ts'
import { textOf } from '../tesseract/second-reading.ts'
import { addressesApart, addressIn, doubtedAddresses } from './addresses.ts'
import { combined } from './combine.ts'
import type { LineReader } from './line-reader.ts'
import type { SeenLine } from './message.ts'

/** Reads the lines of the words again. */
type Reread = (
  picture: PagePicture,
  words: readonly SeenWord[],
  signal: AbortSignal,
) => Promise<readonly RereadLine[] | null>

interface RereadLine {
  readonly isAddress: boolean
  /** The new word of each place, null if none is left. */
  readonly words: readonly (readonly [number, SeenWord | null])[]
}

export interface RefineOptions {
  readonly reader: LineReader
  /** Called with the last failure when the reader is paused. */
  readonly onRest: (failure: ReaderFailed) => void
  readonly restMs?: number
}

/** A single failure may be due to the picture. This many in a row are due to the reader. */
const failuresMax = 3
const restUsualMs = 5 * 60_000

/**
 * Reads the lines that contain the words a second time, and combines both readings. If the line reader
 * fails, the words stay unchanged. After repeated failures it is paused.
 */
export function refineBy({ reader, onRest, restMs = restUsualMs }: RefineOptions): Refine {
  let failures = 0
  let resting: NodeJS.Timeout | undefined
  const fail = (failure: ReaderFailed) => {
    failures += 1
    if (failures < failuresMax || resting !== undefined) return
    resting = setTimeout(() => {
      resting = undefined
      failures = 0
    }, restMs).unref()
    onRest(failure)
  }
  /** Null if the reader fails. */
  const reread: Reread = async (picture, words, signal) => {
    if (resting !== undefined || words.length === 0) return null
    const apart = addressesApart(words)
    const lines = await reader.read(picture, apart.words, signal).catch((error: unknown) => {
      if (!(error instanceof ReaderFailed)) throw error
      fail(error)
      return null
    })
    if (lines === null) return null
    failures = 0
    return lines.map((line) => {
      const mayBe = apart.lines.has(apart.words[line.places[0] ?? 0]?.line ?? 0)
      const address = mayBe ? asAddress(words, line) : null
      const made = address ?? combined(words, line)
      return { isAddress: address !== null, words: line.places.map((at) => [at, made.get(at) ?? null]) }
    })
  }
  return {
    async words(picture, words, signal) {
      const lines = await reread(picture, words, signal)
      if (lines === null) return { words, model: null }
      const made = new Map(lines.flatMap((line) => line.words))
      return { words: replaced(words, made), model: reader.model }
    },
    async addresses(picture, words, signal) {
      const places = doubtedAddresses(words)
      const doubted = places.flatMap((place) => words[place] ?? [])
      const lines = await reread(picture, doubted, signal)
      const found = (lines ?? []).filter(({ isAddress }) => isAddress)
      if (found.length === 0) return { words, model: null }
      const made = new Map(found.flatMap((line) => line.words.map(([at, word]) => [places[at] ?? at, word])))
      return { words: replaced(words, made), model: reader.model }
    },
    async close() {
      clearTimeout(resting)
      await reader.close()
    },
  }
}

function replaced(
  words: readonly SeenWord[],
  made: ReadonlyMap<number, SeenWord | null>,
): readonly SeenWord[] {
  return words.flatMap((word, at) => (made.has(at) ? (made.get(at) ?? []) : word))
}

/** The line as one word at the place of its words, if the line reader read a full address. */
function asAddress(
  words: readonly SeenWord[],
  { places, characters }: SeenLine,
): ReadonlyMap<number, SeenWord> | null {
  const [at = 0] = places
  const [first, last] = [words[at], words[places.at(-1) ?? at]]
  const read = textOf(places.flatMap((place) => words[place] ?? []))
  const address = addressIn(characters, read.length)
  if (address === null || first === undefined || last === undefined) return null
  return new Map([[at, { ...first, ...address, right: last.right }]])
}
