import type { TaskOwner } from '../contract/index.ts'
import { assert, type Clock, letGo, type Semaphore } from '../kit/index.ts'
import type { DrawPage, Recogniser } from './ocr/recogniser.ts'
import { createPagePatience } from './page-patience.ts'
import type { DocumentAnswer, DocumentTask, SeenPicture, WantedPicture } from './tasks.ts'

/** The parts that reading a document's pictures needs. */
export interface PictureReading {
  readonly recogniser: Recogniser
  /** Shared by all documents. */
  readonly slots: Semaphore
  readonly clock: Clock
  /** Called for each page that was given up. */
  onGivenUp(): void
  /** The account that the document belongs to. */
  readonly owner: TaskOwner | undefined
  /** Runs a task in a reading thread. The buffer is transferred. */
  run(task: DocumentTask, buffer: ArrayBuffer | null, signal: AbortSignal): Promise<DocumentAnswer>
}

/**
 * Reads the pictures of a document's pages, several in parallel and alternating with other accounts. A
 * PDFium thread is used only while a page is drawn, not while it is recognised. The first failure ends the
 * reading. A page that takes far longer than the others is given up and missing from the results. The
 * document is released at the end.
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
      const release = await takeSlot(slots, owner, signal)
      try {
        const read = (until: AbortSignal) => recogniser.recognise(document.drawPage(picture), until)
        const seen = await patience.run(read, signal)
        if (seen === null) onGivenUp()
        else results.push({ place: picture.place, seen })
      } finally {
        release()
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

/** Waits for a slot to read a page. Waiting time isn't counted as work. */
async function takeSlot(
  slots: Semaphore,
  owner: TaskOwner | undefined,
  signal: AbortSignal,
): Promise<() => void> {
  owner?.waiting(1)
  const release = await slots.acquire(owner?.key ?? '', { signal }).finally(() => owner?.waiting(-1))
  owner?.working(1)
  return () => {
    owner?.working(-1)
    release()
  }
}

/**
 * Draws the pages of a document one after the other, because its bytes travel to a thread and back. Drawing
 * takes a fraction of the time of recognition.
 */
function drawer(
  { run, owner }: Pick<PictureReading, 'run' | 'owner'>,
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
) {
  let here = Promise.resolve(bytes)
  return {
    /** Releases the document after the last page is drawn. */
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
        // Recognition pauses here. The pool counts the time in its queue as waiting, and the drawing as
        // work.
        owner?.working(-1)
        try {
          const pdf = await before
          const task = { kind: 'draw', pdf, pageIndex, pixelsPerPoint, options, bands } as const
          const answer = await run(task, pdf.buffer, signal)
          assert(answer.kind === 'drawn', 'the answer to draw is drawn')
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
/**
 * Slightly fewer pixels than an A4 page at that resolution. A4 is never drawn larger, because that would
 * resample it.
 */
const usualPixels = 3_000_000

/**
 * On an A4 page, letters have the size that Tesseract reads best. A page with a smaller declared size is
 * enlarged to the area of a usual page. Photos with an arbitrary page size are an example.
 */
function scaleFor(widthPoints: number, heightPoints: number): number {
  return Math.max(pixelsPerInch / pointsPerInch, Math.sqrt(usualPixels / (widthPoints * heightPoints)))
}
