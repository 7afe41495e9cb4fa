/** How a page was read. */
export interface PageReport {
  /** By its text layer, in its picture, or some of it by each. */
  readonly readBy: 'text' | 'ocr' | 'mixed'
  /** What read its picture, with its version; null where the text layer is all. */
  readonly model: string | null
  /** Of what was read in its picture, from 0 to 1; null where nothing was, or nobody says. */
  readonly confidence: number | null
  /** Characters that nobody can see, left out of the text. */
  readonly hiddenCharacters: number
  /** Glyphs that are drawn and that the text lacks. */
  readonly unreadGlyphs: number
  /** No text at all. */
  readonly isBlank: boolean
  /** Lines that may be read wrong. */
  readonly doubtfulLines: readonly string[]
}
