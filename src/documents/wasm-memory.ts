import { assert } from '../kit/index.ts'

const pageBytes = 65_536
const memorySection = 5
const hasMaximum = 1

/**
 * Copies a WASM binary and limits the growth of its only memory to `bytesMax`. A thread's resource limits
 * don't count WASM memory, so nothing else limits it. The new number has the same length in bytes as the
 * old one, so no other bytes move.
 */
export function withMemoryMax(wasm: Uint8Array, bytesMax: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(wasm)
  let at = 8
  while (at < copy.length) {
    const section = copy[at]
    const length = readLeb(copy, at + 1)
    if (section === memorySection) {
      const count = readLeb(copy, length.next)
      const flags = readLeb(copy, count.next)
      const minimum = readLeb(copy, flags.next)
      const maximum = readLeb(copy, minimum.next)
      const pages = Math.floor(bytesMax / pageBytes)
      assert(count.value === 1 && flags.value === hasMaximum, 'the binary declares one memory with a maximum')
      assert(minimum.value <= pages && pages <= maximum.value, 'the new maximum is between the old bounds')
      writeLeb(copy, minimum.next, maximum.next, pages)
      return copy
    }
    at = length.next + length.value
  }
  throw new Error('the WASM binary declares no memory')
}

/** An unsigned LEB128 number of at most 32 bits, and its end. */
function readLeb(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0
  for (let index = 0; index < 5; index++) {
    const byte = bytes[start + index] ?? 0
    value += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return { value, next: start + index + 1 }
  }
  throw new Error('the WASM binary holds a number that is too long')
}

/** Writes a number over exactly the bytes from `start` to `end`, with LEB128 padding. */
function writeLeb(bytes: Uint8Array, start: number, end: number, value: number): void {
  let rest = value
  for (let at = start; at < end; at++) {
    bytes[at] = (rest & 0x7f) | (at < end - 1 ? 0x80 : 0)
    rest >>>= 7
  }
  assert(rest === 0, 'the number fits where the old one was')
}
