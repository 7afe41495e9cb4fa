import { limits } from '../contract/index.ts'

const head = 'data:application/pdf;base64,'

/** The largest PDF that fits into a data URL of the API. */
export const pdfBytesMax = Math.floor((limits.fileDataUrlCharactersMax - head.length) / 4) * 3

export function pdfDataUrl(bytes: Buffer): string {
  return head + bytes.toString('base64')
}
