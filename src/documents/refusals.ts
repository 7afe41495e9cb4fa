import { type Fault, type IssueCode, invalidInput, issue, parseResumeFields } from '../contract/index.ts'

/** The issue codes that refuse a document. All of them name the same field. */
export type DocumentIssue = Extract<IssueCode, 'bad_data_url' | 'not_pdf' | `pdf_${string}`>

/** A 400 error that names the document's field. */
export function refuseDocument(code: DocumentIssue, more?: string): Fault {
  return invalidInput([issue(parseResumeFields.fileDataUrl.wire, code, more)])
}
