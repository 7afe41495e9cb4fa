/**
 * Bytes with their own memory mapping, which returns to the system as soon as they are released or shortened.
 * The C library keeps the memory of ordinary large buffers for reuse. They can be transferred between threads
 * like any buffer, and grow in place up to `lengthMax`.
 */
export function largeBytes(length: number, lengthMax = length): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new ArrayBuffer(length, { maxByteLength: lengthMax }))
}

/**
 * The first `length` bytes. Releases the memory of the others if possible. Other views of it become invalid.
 */
export function shortened(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (length === bytes.length) return bytes
  if (!bytes.buffer.resizable || bytes.byteOffset > 0) return bytes.subarray(0, length)
  bytes.buffer.resize(length)
  return new Uint8Array(bytes.buffer)
}

/** Releases the memory now instead of at the next garbage collection; the bytes cannot be used afterwards. */
export function letGo(bytes: Uint8Array<ArrayBuffer>): void {
  bytes.buffer.transfer(0)
}
