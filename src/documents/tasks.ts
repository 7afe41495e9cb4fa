import type { OpenedDocument } from './documents.ts'

/** What is asked of a thread, and what it answers. */
export type DocumentTask = OpenTask | ReadTask

export type OpenTask =
  /** The JSON body of a call. */
  | { readonly kind: 'openBody'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** An input that was read already, and the part of its data URL behind the comma, as UTF-8. */
  | {
      readonly kind: 'openData'
      readonly input: OpenedDocument['input']
      readonly bytes: Uint8Array<ArrayBuffer>
    }

export interface ReadTask {
  readonly kind: 'read'
  readonly pdf: Uint8Array<ArrayBuffer>
  readonly pages: number
}

export type DocumentAnswer =
  | { readonly kind: 'opened'; readonly document: OpenedDocument }
  | { readonly kind: 'read'; readonly text: string }

/** What a thread is given when it starts. */
export interface DocumentWorkerData {
  readonly pdfium: WebAssembly.Module
}
