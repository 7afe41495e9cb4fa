import type { ParseResumeInput, ParseWarning, TaskOwner } from '../contract/index.ts'
import type { PageReport } from './page-report.ts'
import type { ShownPage } from './tasks.ts'

/**
 * Reads PDF resumes in its own threads, fairly between accounts. Writes nothing to disk and keeps no data
 * between calls.
 */
export interface Documents {
  /**
   * Parses the JSON body of a parse call, validates it against the contract and decodes the data URL. The
   * body is a parsed value or bytes; bytes are transferred and can't be used afterwards. Never waits for
   * documents that are being opened or read. Throws `invalid_input` (`not_json`, `bad_data_url`,
   * `pdf_too_complex` …), `payload_too_large`, or `internal_error`. The reasons of `internal_error` are
   * `timeout` (the signal's reason is a TimeoutError), `engine_unavailable` (the queue is full) and
   * `internal`.
   */
  receive(body: ParseBody, signal: AbortSignal, owner?: TaskOwner): Promise<ReceivedDocument>
  /**
   * Opens the PDF of a body and counts its pages. Receives the body first if it was not yet received. The
   * bytes are transferred. Throws `invalid_input` (`not_pdf`, `pdf_encrypted`, `pdf_damaged`, `pdf_empty`,
   * `pdf_too_complex`), and the errors of `receive`.
   */
  open(body: ParseBody | ReceivedDocument, signal: AbortSignal, owner?: TaskOwner): Promise<OpenedDocument>
  /**
   * Returns the text of the first `pages` pages of an opened document. The bytes are transferred, so a
   * document can be read only once. Throws the same errors.
   */
  read(document: OpenedDocument, pages: number, signal: AbortSignal, owner?: TaskOwner): Promise<ReadDocument>
  /**
   * Draws a page of a received document, counted from 1, and marks the text that parsing leaves out. The
   * bytes are transferred. Throws `invalid_input` if the page doesn't exist, and the errors above.
   */
  show(
    document: ReceivedDocument,
    page: number,
    signal: AbortSignal,
    owner?: TaskOwner,
  ): Promise<ShownDocument>
  close(): Promise<void>
}

export type ParseBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'value'; readonly value: unknown }

/** The bytes that the client sent as a PDF. They are not yet checked. */
export interface ReceivedDocument {
  readonly kind: 'received'
  /** The call's input without the data URL. */
  readonly input: Omit<ParseResumeInput, 'fileDataUrl'>
  /** SHA-256 of the PDF in hex. It represents the PDF in the call's fingerprint. */
  readonly sha256: string
  readonly pdf: Uint8Array<ArrayBuffer>
}

export interface OpenedDocument {
  readonly input: ReceivedDocument['input']
  /** The true number of pages, at least 1. */
  readonly pageCount: number
  readonly pdf: Uint8Array<ArrayBuffer>
}

export interface ShownDocument {
  readonly pageCount: number
  readonly page: ShownPage
}

export interface ReadDocument {
  readonly text: string
  /** Pages recognised: the charged quantity. */
  readonly pages: number
  /**
   * How many of these pages were read from their pictures. A page that was given up has its text layer
   * only.
   */
  readonly ocrPages: number
  /** Invisible characters in the file, which the text leaves out. */
  readonly hiddenCharacters: number
  /** The reader of this configuration. It doesn't depend on how each page was read. */
  readonly provider: string
  readonly model: string
  /** How each page was read. */
  readonly reports: readonly PageReport[]
  readonly warnings: readonly ParseWarning[]
}
