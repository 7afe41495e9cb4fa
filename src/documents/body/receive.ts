import { createHash } from 'node:crypto'
import type { OpenedDocument, ReceivedDocument } from '../documents.ts'
import { decodeData, readBody } from './read-body.ts'

export type ReceiveTask =
  /** The JSON body of a call. */
  | { readonly kind: 'body'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** A parsed input, and the part of its data URL after the comma, as UTF-8. */
  | {
      readonly kind: 'data'
      readonly input: OpenedDocument['input']
      readonly bytes: Uint8Array<ArrayBuffer>
    }

/**
 * Extracts the PDF from a body and decodes it in the body's own buffer. Throws as `Documents.receive` does.
 */
export function receive(task: ReceiveTask): ReceivedDocument {
  const { input, pdf } =
    task.kind === 'body' ? readBody(task.bytes) : { input: task.input, pdf: decodeData(task.bytes) }
  return { kind: 'received', input, sha256: createHash('sha256').update(pdf).digest('hex'), pdf }
}
