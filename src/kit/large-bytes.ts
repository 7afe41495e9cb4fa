/**
 * Bytes with memory of their own, which goes back to the machine the moment they are let go or shortened.
 * What large buffers of the usual kind leave behind, the C library keeps for the next one. They travel
 * between threads as any buffer does, and grow in place up to `lengthMax`.
 */
export function largeBytes(length: number, lengthMax = length): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new ArrayBuffer(length, { maxByteLength: lengthMax }))
}

/** The first `length` bytes; the memory of the others goes back where it can. Other views of it end. */
export function shortened(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (length === bytes.length) return bytes
  if (!bytes.buffer.resizable || bytes.byteOffset > 0) return bytes.subarray(0, length)
  bytes.buffer.resize(length)
  return new Uint8Array(bytes.buffer)
}

/** Gives the memory back now and not with the next collection of garbage; nobody can use the bytes then. */
export function letGo(bytes: Uint8Array<ArrayBuffer>): void {
  bytes.buffer.transfer(0)
}
