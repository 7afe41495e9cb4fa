import type { PageCharacters } from './page-characters.ts'

/**
 * A page between PDFium and its text: what its text layer says, and whether its picture has to be read too.
 * Plain data that can travel between threads. All boxes are in points from the bottom left corner of the page
 * as it is shown, so after its rotation and inside its crop box.
 */
export interface PageReading {
  readonly pageIndex: number
  /** The size of the page as it is shown, in points. */
  readonly width: number
  readonly height: number
  /** The characters that somebody who looks at the page can see, in the order in which they are drawn. */
  readonly characters: PageCharacters
  /** Drawn invisibly over an image of the page, as OCR programs do; it corrects what is read in the image. */
  readonly layer: PageCharacters
  /** Characters that are in the file and that nobody can see; those of `layer` aren't among them. */
  readonly hiddenCharacters: number
  /**
   * `none`: the text layer is all there is to read. `image`: a large part of the page is an image.
   * `unmapped`: fonts don't say what their glyphs mean, and so the code points are guesses. `glyphs`: they
   * leave out what some mean, which are looked at by themselves.
   */
  readonly picture: 'none' | 'image' | 'unmapped' | 'glyphs'
  /**
   * What each character that is flagged as unread is known by on this page: the same number, the same
   * glyph.
   */
  readonly unread: readonly number[]
}

/** A word that was recognised in the picture of a page. The box is as in `PageReading`. */
export interface PlacedWord {
  readonly text: string
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
  /** From 0 to 1; left out where who read it doesn't say. */
  readonly confidence?: number
}

/** The text of a page, and how sure it is. */
export interface PageText {
  readonly text: string
  /** Of the characters that were recognised in its picture, on the average; null where none were. */
  readonly confidence: number | null
  /** Whether all, some or none of its characters were recognised in its picture. */
  readonly readBy: 'text' | 'ocr' | 'mixed'
  /** Lines that may be read wrong. */
  readonly doubtfulLines: readonly string[]
  /** Glyphs that are drawn and that the text lacks. */
  readonly unreadGlyphs: number
  /** Letters of an invisible layer that nothing in the picture shows, left out. */
  readonly unseenLetters: number
}

/**
 * What becomes of a page where its text layer is read: its text, or what is to be completed by its picture.
 */
export type ReadPage =
  | { readonly kind: 'text'; readonly page: PageText; readonly hiddenCharacters: number }
  | { readonly kind: 'picture'; readonly reading: PageReading }
