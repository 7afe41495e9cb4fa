import type { TaskOwner } from '../contract/index.ts'
import { assert, type Clock, letGo, type Semaphore } from '../kit/index.ts'
import type { DrawPage, Recogniser } from './ocr/recogniser.ts'
import { createPagePatience } from './page-patience.ts'
import type { DocumentAnswer, DocumentTask, SeenPicture, WantedPicture } from './tasks.ts'

/** What reading the pictures of a document needs. */
export interface PictureReading {
  readonly recogniser: Recogniser
  /** Shared by all documents. */
  readonly slots: Semaphore
  readonly clock: Clock
  /** Told of each page that was given up. */
  onGivenUp(): void
  /** Whose document it is. */
  readonly owner: TaskOwner | undefined
  /** Runs a task in a thread that reads; the buffer is handed over. */
  run(task: DocumentTask, buffer: ArrayBuffer | null, signal: AbortSignal): Promise<DocumentAnswer>
}

/**
 * Has the pictures of a document's pages read, some at a time and by turns with other documents. A thread of
 * PDFium is used only while a page is drawn, never while somebody reads it. The first failure ends it all;
 * but a page that goes on and on while others are read is given up, and isn't among the results. The document
 * is let go in the end.
 */
export async function readPictures(
  { recogniser, slots, clock, onGivenUp, owner, run }: PictureReading,
  { pictures, pdf }: Extract<DocumentAnswer, { kind: 'pages' }>,
  callSignal: AbortSignal,
): Promise<SeenPicture[]> {
  const failing = new AbortController()
  const signal = AbortSignal.any([callSignal, failing.signal])
  const document = drawer({ run, owner }, pdf, signal)
  const patience = createPagePatience(clock)
  const results: SeenPicture[] = []
  const waiting = pictures.values()
  const worker = async () => {
    for (const picture of waiting) {
      const giveBack = await takeSlot(slots, owner, signal)
      try {
        const read = (until: AbortSignal) => recogniser.recognise(document.drawPage(picture), until)
        const seen = await patience.run(read, signal)
        if (seen === null) onGivenUp()
        else results.push({ place: picture.place, seen })
      } finally {
        giveBack()
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(recogniser.pagesAtOnce, pictures.length) }, worker))
    return results
  } catch (error) {
    failing.abort(error)
    throw error
  } finally {
    document.letGo()
  }
}

/** Waits for a slot to read a page. Time spent waiting for others isn't counted as work. */
async function takeSlot(
  slots: Semaphore,
  owner: TaskOwner | undefined,
  signal: AbortSignal,
): Promise<() => void> {
  owner?.waiting(1)
  const giveBack = await slots.acquire(owner?.key ?? '', { signal }).finally(() => owner?.waiting(-1))
  owner?.working(1)
  return () => {
    owner?.working(-1)
    giveBack()
  }
}

/**
 * Draws pages of a document one after the other, as its bytes travel to a thread and back: a page is drawn in
 * a fraction of the time that it takes to be read.
 */
function drawer(
  { run, owner }: Pick<PictureReading, 'run' | 'owner'>,
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
) {
  let here = Promise.resolve(bytes)
  return {
    /** As soon as the last page is drawn. */
    letGo() {
      here.then(letGo, () => {})
    },
    drawPage({ pageIndex, width, height, bands }: WantedPicture): DrawPage {
      const pixelsPerPoint = scaleFor(width, height)
      return async (options) => {
        const before = here
        const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
        promise.catch(() => {})
        here = promise
        // The page isn't read meanwhile; whether it waits for a thread or is drawn, the pool tells.
        owner?.working(-1)
        try {
          const pdf = await before
          const task = { kind: 'draw', pdf, pageIndex, pixelsPerPoint, options, bands } as const
          const answer = await run(task, pdf.buffer, signal)
          assert(answer.kind === 'drawn', 'a picture answers the task to draw')
          resolve(answer.pdf)
          return answer.picture
        } catch (error) {
          reject(error)
          throw error
        } finally {
          owner?.working(1)
        }
      }
    },
  }
}

const pointsPerInch = 72
const pixelsPerInch = 200
/** Somewhat less than a page of A4 at that resolution, which is never drawn larger: it would be resampled. */
const usualPixels = 3_000_000

/**
 * Letters of a usual page have the size that Tesseract reads best. A page that says to be smaller, as photos
 * do whose size nobody cared for, is drawn as large as a usual one.
 */
function scaleFor(widthPoints: number, heightPoints: number): number {
  return Math.max(pixelsPerInch / pointsPerInch, Math.sqrt(usualPixels / (widthPoints * heightPoints)))
}
