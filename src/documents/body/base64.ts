/// <reference lib="esnext.typedarrays" />

const backslash = 0x5c
const equals = 0x3d
/** A multiple of 4, so that each piece of base64 stands alone; small, so that its text costs no memory. */
const pieceCharacters = 64 * 1024

/**
 * Decodes base64 in its own buffer: the bytes of `characters` from `start` become data at the beginning of the
 * same buffer, so that a document of 25 MB needs no second 25 MB. Strict (RFC 4648, section 3): the standard
 * alphabet, padding required, no stray bits. White space is skipped, for tools wrap lines at 76 characters.
 * Returns how many bytes of data there are, or null when it isn't base64.
 */
export function decodeBase64InPlace(characters: Uint8Array<ArrayBuffer>, start: number): number | null {
  const end = withoutWhiteSpace(characters, start)
  if ((end - start) % 4 !== 0) return null
  const padding = characters.subarray(start, end).indexOf(equals)
  if (padding !== -1 && start + padding < end - 2) return null
  const text = Buffer.from(characters.buffer, characters.byteOffset, characters.byteLength)
  let length = 0
  for (let at = start; at < end; at += pieceCharacters) {
    const piece = text.toString('latin1', at, Math.min(at + pieceCharacters, end))
    try {
      length += characters.subarray(length).setFromBase64(piece, { lastChunkHandling: 'strict' }).written
    } catch {
      return null
    }
  }
  return length
}

function isWhiteSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d && byte !== 0x0b)
}

/** Closes the gaps that white space leaves, from `start` on; returns the new end. */
function withoutWhiteSpace(bytes: Uint8Array, start: number): number {
  if (!whiteSpace.some((each) => bytes.indexOf(each, start) !== -1)) return bytes.length
  let end = start
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (!isWhiteSpace(byte)) bytes[end++] = byte
  }
  return end
}
const whiteSpace = [0x20, 0x09, 0x0a, 0x0c, 0x0d]

const simpleEscapes: Readonly<Record<string, number>> = {
  '"': 0x22,
  '\\': 0x5c,
  '/': 0x2f,
  b: 0x08,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
}

/**
 * Takes the escapes of a JSON string literal away, in place, from `start` on: some clients write `\/` for every
 * slash, others `\u002B` for every plus. Returns the new end, or null for an escape that JSON doesn't know. A
 * character beyond ASCII becomes a byte that isn't base64.
 */
export function unescapeInPlace(bytes: Uint8Array, start: number): number | null {
  let from = bytes.indexOf(backslash, start)
  if (from === -1) return bytes.length
  let end = from
  while (from < bytes.length) {
    const byte = bytes[from] ?? 0
    if (byte !== backslash) {
      bytes[end++] = byte
      from += 1
      continue
    }
    const kind = String.fromCharCode(bytes[from + 1] ?? 0)
    const digits = kind === 'u' ? String.fromCharCode(...bytes.subarray(from + 2, from + 6)) : ''
    if (kind === 'u' && !/^[0-9a-f]{4}$/i.test(digits)) return null
    const value = kind === 'u' ? Number.parseInt(digits, 16) : simpleEscapes[kind]
    if (value === undefined) return null
    bytes[end++] = value < 0x80 ? value : 0xff
    from += kind === 'u' ? 6 : 2
  }
  return end
}
