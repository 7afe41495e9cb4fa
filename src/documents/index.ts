export { createDocuments, type DocumentsOptions } from './create-documents.ts'
export type { Documents, OpenedDocument, ParseBody, ReadDocument } from './documents.ts'
