import type { ParseResumeInput, ParseWarning, TaskOwner } from '../contract/index.ts'
import type { PageReport } from './page-report.ts'
import type { ShownPage } from './tasks.ts'

/**
 * Reads PDF resumes in threads of their own, in turns. Nothing is written to disk, and nothing is remembered.
 */
export interface Documents {
  /**
   * Reads the JSON body of a parse call (as bytes, which are handed over and can't be used afterwards, or
   * as a parsed value), checks it against the contract and decodes the data URL; whatever documents are
   * opened or read meanwhile, it waits for none of them. Throws `invalid_input` (`not_json`, `bad_data_url`,
   * `pdf_too_complex` …), `payload_too_large`, or `internal_error` with reason `timeout` (the signal's reason
   * is a TimeoutError), `engine_unavailable` (too many wait) or `internal`.
   */
  receive(body: ParseBody, signal: AbortSignal, owner?: TaskOwner): Promise<ReceivedDocument>
  /**
   * Opens the PDF of a body, whose bytes are handed over, and counts its pages; receives the body where that
   * was not done. Throws `invalid_input` (`not_pdf`, `pdf_encrypted`, `pdf_damaged`, `pdf_empty`,
   * `pdf_too_complex`), and as `receive` does.
   */
  open(body: ParseBody | ReceivedDocument, signal: AbortSignal, owner?: TaskOwner): Promise<OpenedDocument>
  /**
   * The text of the first `pages` pages of an opened document, whose bytes are handed over: a document is
   * read once. Errors as above.
   */
  read(document: OpenedDocument, pages: number, signal: AbortSignal, owner?: TaskOwner): Promise<ReadDocument>
  /**
   * A page of a received document, counted from 1, as a picture with what is left out of its text; the
   * document's bytes are handed over. Throws `invalid_input` where there is no such page. Errors as above.
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

/** What was sent as a PDF; whether it is one is not yet known. */
export interface ReceivedDocument {
  readonly kind: 'received'
  /** The call's input without the data URL. */
  readonly input: Omit<ParseResumeInput, 'fileDataUrl'>
  /** SHA-256 of the PDF, in hex: what stands for it in the fingerprint of the call. */
  readonly sha256: string
  readonly pdf: Uint8Array<ArrayBuffer>
}

export interface OpenedDocument {
  readonly input: ReceivedDocument['input']
  /** The true number of pages, 1 or more. */
  readonly pageCount: number
  readonly pdf: Uint8Array<ArrayBuffer>
}

export interface ShownDocument {
  readonly pageCount: number
  readonly page: ShownPage
}

export interface ReadDocument {
  readonly text: string
  /** Pages recognised: what is charged. */
  readonly pages: number
  /** Of these, pages whose pictures were read; of one that was given up, the text layer was. */
  readonly ocrPages: number
  /** Characters that are in the file and that nobody can see: left out of the text. */
  readonly hiddenCharacters: number
  /** What recognises text in this configuration, whatever each page was read by. */
  readonly provider: string
  readonly model: string
  /** How each page was read. */
  readonly reports: readonly PageReport[]
  readonly warnings: readonly ParseWarning[]
}
