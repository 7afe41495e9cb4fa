import { readFile, stat } from 'node:fs/promises'
import { CliError } from './cli-error.ts'

const textBytesMax = 1_000_000
/**
 * Nearly all of a Chinese text has such characters; other text that happens to be valid GB18030 has hardly
 * any.
 */
const commonShareMin = 0.75

/** The text of a file, or the reason why it can't be read. */
export type TextFile = { readonly text: string } | { readonly problem: string }

export async function readTextFile(path: string): Promise<TextFile> {
  try {
    const about = await stat(path)
    if (!about.isFile()) return { problem: 'it cannot be read' }
    if (about.size > textBytesMax) return { problem: `larger than ${textBytesMax} bytes` }
    const bytes = await readFile(path)
    const other = otherKind(bytes)
    if (other !== null) return { problem: other }
    const text = decodeText(bytes)
    return text === null ? { problem: 'it is not in UTF-8, UTF-16 or GB18030: save it as UTF-8' } : { text }
  } catch {
    return { problem: 'it cannot be read' }
  }
}

/** Recognises files that are not text: no other encoding would help, and an ASCII PDF would pass as text. */
function otherKind(bytes: Buffer): string | null {
  const begin = bytes.toString('latin1', 0, 5)
  if (begin === '%PDF-') return 'it is a PDF, not text: the command parse reads it'
  const isOffice = begin.startsWith('PK\x03\x04') || begin.startsWith('\xd0\xcf\x11\xe0')
  return isOffice ? 'it is a Word or other office file: save it as plain text' : null
}

/** The same, as an exception. */
export async function requireTextFile(path: string): Promise<string> {
  const read = await readTextFile(path)
  if ('text' in read) return read.text
  throw new CliError(`${path}: ${read.problem}`)
}

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, or GB18030 (used by Windows in China); null for everything
 * else, because wrongly decoded text would be scored and charged.
 */
export function decodeText(bytes: Buffer): string | null {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return decoded(bytes, 'utf-16le')
  if (mark === 'feff') return decoded(bytes, 'utf-16be')
  return decoded(bytes, 'utf-8') ?? (hasCommonPairs(bytes) ? chinese(decoded(bytes, 'gb18030')) : null)
}

/**
 * Korean and Japanese encodings can be valid GB18030, too; they have none of these characters, or they have
 * kana.
 */
function chinese(text: string | null): string | null {
  return text !== null && /[，。：、的年]/u.test(text) && !/[\u3040-\u30ff]/u.test(text) ? text : null
}

function decoded(bytes: Buffer, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // UTF-16 without a byte order mark, or not text.
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** Whether most two-byte characters belong to GB 2312; accented Western letters decode to rarer ones. */
function hasCommonPairs(bytes: Buffer): boolean {
  const pairs = bytes.toString('latin1').match(/[\x81-\xfe][\x40-\xfe]/g) ?? []
  const common = pairs.filter((pair) => /^[\xa1-\xfe]{2}$/.test(pair))
  return common.length >= commonShareMin * pairs.length
}
