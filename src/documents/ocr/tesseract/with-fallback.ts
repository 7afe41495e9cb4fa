import { type PictureReader, ReaderFailed } from './reader.ts'

/** What failed isn't asked for so long, so that a process that hangs doesn't hold up every page. */
const restMs = 5 * 60_000

export interface Fallback {
  readonly first: PictureReader
  readonly second: PictureReader
  readonly restMs?: number
  /** Told of each picture that the second reader read instead of the first. */
  onRead(): void
  /** Told when the first reader is to rest, with its failure. */
  onFailure(failure: ReaderFailed): void
}

/**
 * Reads with the first reader, and with the second what the first fails at. Where the second one read such a
 * picture, the first is broken, and rests; where both fail, it was the picture.
 */
export function withFallback({ first, second, restMs: rest = restMs, ...told }: Fallback): PictureReader {
  let resting: NodeJS.Timeout | undefined
  const layDown = (failure: ReaderFailed) => {
    if (resting !== undefined) return
    resting = setTimeout(() => {
      resting = undefined
    }, rest).unref()
    told.onFailure(failure)
  }
  return {
    model: first.model,
    picturesAtOnce: first.picturesAtOnce,
    async read(...asked) {
      const failure = resting === undefined ? await orFailure(first.read(...asked)) : null
      if (failure !== null && !(failure instanceof ReaderFailed)) return failure
      const seen = await second.read(...asked)
      told.onRead()
      if (failure !== null) layDown(failure)
      return seen
    },
    async close() {
      clearTimeout(resting)
      await Promise.all([first.close(), second.close()])
    },
  }
}

function orFailure<Result>(reading: Promise<Result>): Promise<Result | ReaderFailed> {
  return reading.catch((error: unknown) => {
    if (error instanceof ReaderFailed) return error
    throw error
  })
}
