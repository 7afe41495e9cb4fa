/** How a page was read. */
export interface PageReport {
  /** From its text layer, from its picture, or partly from each. */
  readonly readBy: 'text' | 'ocr' | 'mixed'
  /** The model that read its picture, with its version; null if only the text layer was used. */
  readonly model: string | null
  /**
   * The confidence of text recognised in its picture, from 0 to 1; null if there is none or it is unknown.
   */
  readonly confidence: number | null
  /** Invisible characters, left out of the text. */
  readonly hiddenCharacters: number
  /** Drawn glyphs that are missing from the text. */
  readonly unreadGlyphs: number
  /** The page has no text. */
  readonly isBlank: boolean
  /** Lines that may be misread. */
  readonly doubtfulLines: readonly string[]
}
