/** A page as a picture: 8 bits of grey a pixel, rows from the top, nothing between them. */
export interface PagePicture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array<ArrayBuffer>
  /** Pixels per inch of the page. */
  readonly dpi: number
}

/** A word that a recogniser saw. The box is in pixels of the picture, from its top left corner. */
export interface SeenWord {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** From 0 to 1. */
  readonly confidence: number
  /** Words of one line, as the recogniser found it, have the same number. */
  readonly line: number
}

/**
 * What a page looks like to one who can't use its text layer: words with their places, which the layout
 * puts in order as it does the characters of a text layer, or the text that a model read in its own order.
 */
export type SeenPage =
  | { readonly kind: 'words'; readonly words: readonly SeenWord[] }
  | { readonly kind: 'text'; readonly text: string }

/** Reads pictures of pages. */
export interface Recogniser {
  /** What callers read in `usage`. */
  readonly provider: string
  readonly model: string
  /** Pages that it reads at a time; more wait their turn. */
  readonly pagesAtOnce: number
  /**
   * Gives the picture away: its pixels can't be used afterwards. Rejects with a `RecogniserError`, or with
   * the signal's reason.
   */
  recognise(picture: PagePicture, signal: AbortSignal): Promise<SeenPage>
  close(): Promise<void>
}
