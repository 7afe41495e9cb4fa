import type { PlacedWord } from '../page-reading.ts'
import type { PagePicture } from '../pdfium/render.ts'

/** Clockwise quarter turns with which a page is drawn, for scans that are sideways or upside down. */
export type QuarterTurns = 0 | 1 | 2 | 3

export interface DrawOptions {
  readonly turns: QuarterTurns
  /** Draws dark letters on an even white ground. OCR needs it; vision models read the original better. */
  readonly evened: boolean
}

/** Draws one page; null if it can't be drawn. Rejects with a refusal of the document, or on abort. */
export type DrawPage = (options: DrawOptions) => Promise<PagePicture | null>

/**
 * The recognised content of a page. `words` have places, and the layout orders them like the characters of
 * a text layer. `text` comes from a model, in the model's own order.
 */
export type SeenPage = {
  /** The name of the model that read it, for `usage`. */
  readonly model: string
} & (
  | { readonly kind: 'words'; readonly words: readonly PlacedWord[]; readonly turns: QuarterTurns }
  | { readonly kind: 'text'; readonly text: string }
)

/** Reads page pictures. */
export interface Recogniser {
  /** The provider name, for `usage`. */
  readonly provider: string
  /** The number of pages it reads in parallel; more pages wait. */
  readonly pagesAtOnce: number
  /**
   * Rejects with `internal_error`, a refusal of the document, or the signal's reason. The reason is
   * `engine_unavailable` if the recogniser doesn't answer or its answer is invalid.
   */
  recognise(draw: DrawPage, signal: AbortSignal): Promise<SeenPage>
  close(): Promise<void>
}

/** The longest text accepted for one page, in UTF-16 units. */
export const pageTextLengthMax = 100_000
