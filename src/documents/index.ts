export { createDocuments, type DocumentsOptions } from './create-documents.ts'
export type {
  Documents,
  OpenedDocument,
  ParseBody,
  ReadDocument,
  ReceivedDocument,
  ShownDocument,
} from './documents.ts'
export type { OcrOptions } from './ocr/create-recogniser.ts'
export type { PageReport } from './page-report.ts'
