import { type Fault, type IssueCode, invalidInput, issue, parseResumeFields } from '../contract/index.ts'

/** What a document can be refused for: the same field, whatever is wrong with it. */
export type DocumentIssue = Extract<IssueCode, 'bad_data_url' | 'not_pdf' | `pdf_${string}`>

/** 400 that names the field of the document. */
export function refuseDocument(code: DocumentIssue, more?: string): Fault {
  return invalidInput([issue(parseResumeFields.fileDataUrl.wire, code, more)])
}
