/// <reference lib="esnext.typedarrays" />

const backslash = 0x5c
const equals = 0x3d
/**
 * A multiple of 4, so that each piece can be decoded separately. It is small, so that its string needs
 * little memory.
 */
const pieceCharacters = 64 * 1024

/**
 * Decodes base64 in its own buffer: the characters from `start` on become data at the beginning of the
 * buffer. A document of 25 MB therefore needs no second 25 MB. The decoder is strict (RFC 4648, section 3):
 * standard alphabet, required padding, no stray bits. White space is skipped, because some tools wrap lines
 * at 76 characters. Returns the length of the data in bytes, or null if the text isn't base64.
 */
export function decodeBase64InPlace(characters: Buffer<ArrayBuffer>, start: number): number | null {
  const end = withoutWhiteSpace(characters, start)
  if ((end - start) % 4 !== 0) return null
  const padding = characters.subarray(start, end).indexOf(equals)
  if (padding !== -1 && start + padding < end - 2) return null
  let length = 0
  for (let at = start; at < end; at += pieceCharacters) {
    const piece = characters.toString('latin1', at, Math.min(at + pieceCharacters, end))
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

/** Removes white space in place, from `start` on. Returns the new end. */
function withoutWhiteSpace(bytes: Buffer, start: number): number {
  if (!whiteSpace.some((each) => bytes.indexOf(each, start) !== -1)) return bytes.length
  let end = start
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (!isWhiteSpace(byte)) bytes[end++] = byte
  }
  return end
}
const whiteSpace = [0x20, 0x09, 0x0a, 0x0c, 0x0d]

const letterU = 'u'.charCodeAt(0)
/** The character after the backslash, and its meaning. */
const simpleEscapes = new Map(
  ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'].map((pair) => [
    pair.charCodeAt(0),
    pair.charCodeAt(1),
  ]),
)

function hexValue(bytes: Uint8Array, start: number): number | undefined {
  let value = 0
  for (let at = start; at < start + 4; at++) {
    const byte = bytes[at] ?? 0
    const lower = byte | 0x20
    if (byte >= 0x30 && byte <= 0x39) value = value * 16 + byte - 0x30
    else if (lower >= 0x61 && lower <= 0x66) value = value * 16 + lower - 0x57
    else return undefined
  }
  return value
}

/**
 * Unescapes a JSON string literal in place, from `start` on. Some clients write `\/` for every slash, or
 * `\u002B` for every plus. Returns the new end, or null for an invalid escape. A character beyond ASCII
 * becomes a byte that isn't base64.
 */
export function unescapeInPlace(bytes: Buffer, start: number): number | null {
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
    const kind = bytes[from + 1] ?? 0
    const value = kind === letterU ? hexValue(bytes, from + 2) : simpleEscapes.get(kind)
    if (value === undefined) return null
    bytes[end++] = value < 0x80 ? value : 0xff
    from += kind === letterU ? 6 : 2
  }
  return end
}
