import { type PictureReader, ReaderFailed } from './reader.ts'

/** How long a failed reader is not used, so that a hanging process doesn't delay every page. */
const restMs = 5 * 60_000

export interface Fallback {
  readonly first: PictureReader
  readonly second: PictureReader
  readonly restMs?: number
  /** Called for each picture that the second reader read instead of the first. */
  onRead(): void
  /** Called with the failure when the first reader is paused. */
  onFailure(failure: ReaderFailed): void
}

/**
 * Reads with the first reader, and with the second if the first fails. If the second then succeeds, the
 * first is broken and is paused. If both fail, the picture is the cause.
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
