import { ReaderFailed } from '../tesseract/reader.ts'
import type { Refine } from '../tesseract/recogniser.ts'
import { combined } from './combine.ts'
import type { LineReader } from './line-reader.ts'

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
  return {
    async words(picture, words, signal) {
      if (resting !== undefined || words.length === 0) return { words, model: null }
      const lines = await reader.read(picture, words, signal).catch((error: unknown) => {
        if (!(error instanceof ReaderFailed)) throw error
        fail(error)
        return null
      })
      if (lines === null) return { words, model: null }
      failures = 0
      const made = new Map(lines.flatMap((line) => [...combined(words, line)]))
      const looked = new Set(lines.flatMap(({ places }) => places))
      const refined = words.flatMap((word, place) => (looked.has(place) ? (made.get(place) ?? []) : word))
      return { words: refined, model: reader.model }
    },
    async close() {
      clearTimeout(resting)
      await reader.close()
    },
  }
}
