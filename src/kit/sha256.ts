import { createHash } from 'node:crypto'

/** Of a text in UTF-8, in lowercase hex. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
