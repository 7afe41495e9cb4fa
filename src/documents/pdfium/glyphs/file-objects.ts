import { inflateSync } from 'node:zlib'

/**
 * The objects of a PDF file that pass `isWanted`, as written, by number. If an object was replaced, the
 * last version counts. The file is scanned instead of using its cross-reference tables, so unused objects
 * may be included. Stream data is excluded, but objects inside unencrypted object streams (ISO 32000-2,
 * 7.5.7) are included.
 */
export function fileObjects(file: Uint8Array, isWanted: (text: string) => boolean): Map<number, string> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const objects = new Map<number, string>()
  const keep = (number: number, text: string) => {
    if (isWanted(text)) objects.set(number, text)
  }
  let room = inflatedBytesMax
  let at = bytes.indexOf(objectStart)
  for (let looks = 0; at >= 0 && looks < objectsMax; looks++) {
    const start = at + objectStart.length
    const number = numberBefore(bytes, at)
    at = bytes.indexOf(objectStart, start)
    if (number === null) continue
    const text = writtenAt(bytes, start, at < 0 ? bytes.length : at)
    if (!text.includes('/ObjStm')) keep(number, text)
    else room -= eachInside(bytes, start, text, room, keep)
  }
  return objects
}

const objectStart = ' obj'
/** Limit on the objects examined per file. */
const objectsMax = 100_000
const objectBytesMax = 32_768
const inflatedBytesMax = 16 * 1024 * 1024

/** The number of the object header that ends at `end`. */
function numberBefore(bytes: Buffer, end: number): number | null {
  const before = bytes.toString('latin1', Math.max(0, end - 18), end)
  const found = /(?<!\d)(\d{1,10})[ \r\n]\d{1,5}$/.exec(before)
  return found === null ? null : Number(found[1])
}

function writtenAt(bytes: Buffer, start: number, nextAt: number): string {
  const text = bytes.toString('latin1', start, Math.min(nextAt, start + objectBytesMax))
  const ends = ['endobj', 'stream'].map((end) => text.indexOf(end)).filter((end) => end >= 0)
  return text.slice(0, Math.min(text.length, ...ends))
}

/** Passes each object of an object stream to `use`. Returns the size of the inflated stream in bytes. */
function eachInside(
  bytes: Buffer,
  start: number,
  dictionary: string,
  bytesMax: number,
  use: (number: number, text: string) => void,
): number {
  const data = inflatedAt(bytes, start + dictionary.length, bytesMax)
  const first = Number(/\/First\s?(\d{1,9})/.exec(dictionary)?.[1] ?? Number.NaN)
  if (data === null || !(first <= data.length)) return 0
  const numbers = data.toString('latin1', 0, first).match(/\d{1,10}/g) ?? []
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const from = first + Number(numbers[index + 1])
    const to = index + 3 < numbers.length ? first + Number(numbers[index + 3]) : data.length
    if (to > from)
      use(Number(numbers[index]), data.toString('latin1', from, Math.min(to, from + objectBytesMax)))
  }
  return data.length
}

function inflatedAt(bytes: Buffer, start: number, bytesMax: number): Buffer | null {
  const opening = bytes.indexOf('stream', start)
  const end = bytes.indexOf('endstream', opening)
  if (opening < 0 || end < 0) return null
  const lineEnd = opening + 'stream'.length
  const from = lineEnd + (bytes[lineEnd] === carriageReturn ? 2 : 1)
  try {
    return inflateSync(bytes.subarray(from, end), { maxOutputLength: Math.max(1, bytesMax) })
  } catch {
    // Damaged, encrypted, compressed in another way, or too large.
    return null
  }
}

const carriageReturn = 0x0d
