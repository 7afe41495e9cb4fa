import type { PagePicture } from '../../pdfium/render.ts'

/**
 * Each page is read with the model that fits it best. The Chinese model also knows the Latin letters of
 * Chinese resumes.
 */
export type OcrLanguage = 'eng' | 'chi_sim'

/** Tesseract's page segmentation modes: a page with columns, or one block of lines. */
export type OcrLayout = 'page' | 'block'

/** Runs Tesseract on one picture. Implementations may run in any process or thread. */
export interface PictureReader {
  readonly model: string
  readonly picturesAtOnce: number
  /** Rejects with a Fault, with `ReaderFailed`, or with the signal's reason. */
  read(
    picture: PagePicture,
    language: OcrLanguage,
    layout: OcrLayout,
    signal: AbortSignal,
  ): Promise<SeenWords>
  close(): Promise<void>
}

/** The recognised words, and the name of the model that read them. */
export interface SeenWords {
  readonly words: readonly SeenWord[]
  readonly model: string
}

/** The reader may be broken, not the picture, so another reader may succeed. */
export class ReaderFailed extends Error {
  override readonly name = 'ReaderFailed'
}

/** A word recognised by Tesseract. The box is in pixels from the picture's top left corner. */
export interface SeenWord {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** From 0 to 1. */
  readonly confidence: number
  /** Words of one line, as Tesseract found it, have the same number. */
  readonly line: number
}

/** Tesseract's numbers of the modes. */
export const segmentationModes = { page: '3', block: '6' } as const satisfies Record<OcrLayout, string>

/** The resolution passed to Tesseract. Page pictures are drawn so that it is true for a usual page. */
export const pictureDpi = 200

/** Encodes a picture as PGM, the simplest format that Tesseract opens. */
export function pgmOf({ width, height, grey }: PagePicture): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`)
  const bytes = new Uint8Array(head.length + width * height)
  bytes.set(head)
  bytes.set(grey, head.length)
  return bytes
}
