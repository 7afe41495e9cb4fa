import type { Band } from './glyph-votes.ts'
import type { DrawOptions, SeenPage } from './ocr/recogniser.ts'
import type { ReadPage } from './page-reading.ts'
import type { PageReport } from './page-report.ts'
import type { PagePicture } from './pdfium/render.ts'

/** The tasks of a document thread, and its answers. */
export type DocumentTask = OpenTask | ReadTask | DrawTask | FinishTask | ShowTask

export interface OpenTask {
  readonly kind: 'open'
  readonly pdf: Uint8Array<ArrayBuffer>
}

export interface ReadTask {
  readonly kind: 'read'
  readonly pdf: Uint8Array<ArrayBuffer>
  readonly pages: number
  /** Whether a picture reader is configured. If not, only text layers are read. */
  readonly pictures: boolean
}

export interface DrawTask {
  readonly kind: 'draw'
  readonly pdf: Uint8Array<ArrayBuffer>
  readonly pageIndex: number
  readonly pixelsPerPoint: number
  readonly options: DrawOptions
  /** The parts to read; null means the full page. */
  readonly bands: readonly Band[] | null
}

/** Draws a page and marks its invisible text. */
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

/** The pages that were read, serialised. Only threads unpack them. */
export type KeptPages = Uint8Array<ArrayBuffer>

/** A page whose picture must be read: its index among the read pages, and the arguments for drawing it. */
export interface WantedPicture {
  readonly place: number
  readonly pageIndex: number
  readonly width: number
  readonly height: number
  /** The parts to read; null means the full page. */
  readonly bands: readonly Band[] | null
}

export interface SeenPicture {
  readonly place: number
  readonly seen: SeenPage
}

/** A page, and what was recognised in its picture; null if no picture was read. */
export interface SeenOrRead {
  readonly page: ReadPage
  readonly seen: SeenPage | null
}

export type DocumentAnswer =
  | { readonly kind: 'opened'; readonly pageCount: number; readonly pdf: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'text'; readonly text: string; readonly reports: readonly PageReport[] }
  /** Some pages need their pictures read. The document is returned so that they can be drawn. */
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

/** A page as a picture, with the boxes of invisible text in pixels from the top left corner. */
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

/** The data that a thread receives at its start. */
export interface DocumentWorkerData {
  readonly pdfium: WebAssembly.Module
}
