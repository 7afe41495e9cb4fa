import type { Band } from './glyph-votes.ts'
import type { DrawOptions, SeenPage } from './ocr/recogniser.ts'
import type { ReadPage } from './page-reading.ts'
import type { PageReport } from './page-report.ts'
import type { PagePicture } from './pdfium/render.ts'

/** What is asked of a thread, and what it answers. */
export type DocumentTask = OpenTask | ReadTask | DrawTask | FinishTask | ShowTask

export interface OpenTask {
  readonly kind: 'open'
  readonly pdf: Uint8Array<ArrayBuffer>
}

export interface ReadTask {
  readonly kind: 'read'
  readonly pdf: Uint8Array<ArrayBuffer>
  readonly pages: number
  /** Whether somebody can read the pictures of pages; if not, text layers are all that is read. */
  readonly pictures: boolean
}

export interface DrawTask {
  readonly kind: 'draw'
  readonly pdf: Uint8Array<ArrayBuffer>
  readonly pageIndex: number
  readonly pixelsPerPoint: number
  readonly options: DrawOptions
  /** The only parts that are to be read; all where it is left out. */
  readonly bands: readonly Band[] | null
}

/** A page as the reader of its text sees it. */
export interface ShowTask {
  readonly kind: 'show'
  readonly pdf: Uint8Array<ArrayBuffer>
  readonly pageIndex: number
}

export interface FinishTask {
  readonly kind: 'finish'
  readonly kept: KeptPages
  readonly seen: readonly SeenPicture[]
  readonly software: string
}

/** The pages that were read, packed: only threads look into them, however many there are. */
export type KeptPages = Uint8Array<ArrayBuffer>

/** A page whose picture is to be read: its place among the pages, and what drawing it takes. */
export interface WantedPicture {
  readonly place: number
  readonly pageIndex: number
  readonly width: number
  readonly height: number
  /** The only parts that are to be read. */
  readonly bands: readonly Band[] | null
}

export interface SeenPicture {
  readonly place: number
  readonly seen: SeenPage
}

/** A page with what was seen in its picture; null where nobody looked at one. */
export interface SeenOrRead {
  readonly page: ReadPage
  readonly seen: SeenPage | null
}

export type DocumentAnswer =
  | { readonly kind: 'opened'; readonly pageCount: number; readonly pdf: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'text'; readonly text: string; readonly reports: readonly PageReport[] }
  /** Some pages wait for their pictures to be read; the document comes back for them to be drawn. */
  | {
      readonly kind: 'pages'
      readonly kept: KeptPages
      readonly pictures: readonly WantedPicture[]
      readonly software: string
      readonly pdf: Uint8Array<ArrayBuffer>
    }
  | {
      readonly kind: 'drawn'
      readonly picture: PagePicture | null
      readonly pdf: Uint8Array<ArrayBuffer>
    }
  | { readonly kind: 'shown'; readonly pageCount: number; readonly page: ShownPage | null }

/** A page as picture, and where on it, in pixels from the top left, text is that nobody can see. */
export interface ShownPage {
  readonly width: number
  readonly height: number
  readonly png: Uint8Array<ArrayBuffer>
  readonly hidden: readonly {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }[]
}

/** What a thread is given when it starts. */
export interface DocumentWorkerData {
  readonly pdfium: WebAssembly.Module
}
