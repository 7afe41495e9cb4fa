import type { PagePicture } from '../../pdfium/render.ts'

/** One model reads one of them best; Chinese resumes hold Latin letters too, and its model knows them. */
export type OcrLanguage = 'eng' | 'chi_sim'

/** Tesseract's page segmentation modes: a page with columns, or one block of lines. */
export type OcrLayout = 'page' | 'block'

/** Tesseract on one picture, wherever it runs. */
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

/** What was seen, and the name of what saw it. */
export interface SeenWords {
  readonly words: readonly SeenWord[]
  readonly model: string
}

/** The reader may be broken rather than the picture: another one may read it. */
export class ReaderFailed extends Error {
  override readonly name = 'ReaderFailed'
}

/** A word that Tesseract saw. The box is in pixels of the picture, from its top left corner. */
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

/** What Tesseract is told of the size of letters; pictures are drawn so that this is true of a usual page. */
export const pictureDpi = 200

/** A picture in the simplest format that Tesseract opens: PGM. */
export function pgmOf({ width, height, grey }: PagePicture): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`)
  const bytes = new Uint8Array(head.length + width * height)
  bytes.set(head)
  bytes.set(grey, head.length)
  return bytes
}
