import type { PageCharacters } from './page-characters.ts'

/**
 * The intermediate form of a page between PDFium and text: its text layer, and whether its picture must be
 * read. It is plain data that can be sent between threads. All boxes are in points from the bottom left
 * corner of the displayed page, after rotation and inside the crop box.
 */
export interface PageReading {
  readonly pageIndex: number
  /** The size of the displayed page, in points. */
  readonly width: number
  readonly height: number
  /** The visible characters, in drawing order. */
  readonly characters: PageCharacters
  /**
   * Text drawn invisibly over an image of the page, as OCR programs do. It corrects what is read in the
   * image.
   */
  readonly layer: PageCharacters
  /** The number of invisible characters in the file, without those of `layer`. */
  readonly hiddenCharacters: number
  /**
   * Why the picture must be read. `none`: the text layer is enough. `image`: an image covers a large part
   * of the page. `unmapped`: fonts don't define their glyphs, so the code points are guesses. `glyphs`:
   * fonts leave some glyphs undefined, and only their lines are read.
   */
  readonly picture: 'none' | 'image' | 'unmapped' | 'glyphs'
  /** The glyph number of each character flagged as unread, on this page. Equal numbers mean equal glyphs. */
  readonly unread: readonly number[]
}

/** A word recognised in a page picture. The box has the coordinates of `PageReading`. */
export interface PlacedWord {
  readonly text: string
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
  /** From 0 to 1; absent if the recogniser doesn't report it. */
  readonly confidence?: number
}

/** The text of a page, and its confidence. */
export interface PageText {
  readonly text: string
  /** The average confidence of the recognised characters; null if none were recognised. */
  readonly confidence: number | null
  /** Whether all, some or none of the characters were recognised in the page picture. */
  readonly readBy: 'text' | 'ocr' | 'mixed'
  /** Lines that may be misread. */
  readonly doubtfulLines: readonly string[]
  /** Drawn glyphs that are missing from the text. */
  readonly unreadGlyphs: number
  /** Letters of an invisible layer that the picture doesn't show. They are left out. */
  readonly unseenLetters: number
}

/** The result of reading a page's text layer: its text, or a reading to complete from its picture. */
export type ReadPage =
  | { readonly kind: 'text'; readonly page: PageText; readonly hiddenCharacters: number }
  | { readonly kind: 'picture'; readonly reading: PageReading }
