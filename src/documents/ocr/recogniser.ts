import type { PlacedWord } from '../page-reading.ts'
import type { PagePicture } from '../pdfium/render.ts'

/** Quarter turns to the right in which a page is drawn, for scans that lie on their side or head. */
export type QuarterTurns = 0 | 1 | 2 | 3

export interface DrawOptions {
  readonly turns: QuarterTurns
  /** Dark letters on an even white ground, whatever the page has: what OCR wants, and models don't. */
  readonly evened: boolean
}

/** Draws one page; null where it can't be drawn. Rejects with the refusals of a document, or at the abort. */
export type DrawPage = (options: DrawOptions) => Promise<PagePicture | null>

/**
 * What a page looks like to one who can't use its text layer: words with their places, which the layout
 * puts in order as it does the characters of a text layer, or the text that a model read in its own order.
 */
export type SeenPage = {
  /** The name of what read it, for `usage`. */
  readonly model: string
} & (
  | { readonly kind: 'words'; readonly words: readonly PlacedWord[]; readonly turns: QuarterTurns }
  | { readonly kind: 'text'; readonly text: string }
)

/** Reads pages that are pictures. */
export interface Recogniser {
  /** What callers read in `usage`. */
  readonly provider: string
  /** Pages that it reads at a time; more wait their turn. */
  readonly pagesAtOnce: number
  /**
   * Rejects with `internal_error` (`engine_unavailable` where what recognises doesn't answer or answers
   * nonsense), a refusal of the document, or the signal's reason.
   */
  recognise(draw: DrawPage, signal: AbortSignal): Promise<SeenPage>
  close(): Promise<void>
}

/** The most text that is believed to stand on one page, in UTF-16 units. */
export const pageTextLengthMax = 100_000
