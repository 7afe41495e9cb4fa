/**
 * Messages over a pipe: a byte that says whether it is the sender's last message, the length of the body in
 * four bytes, and the body.
 */
export interface Frame {
  readonly body: Buffer
  /** The sender ends after this message. */
  readonly isLast: boolean
}

const headBytes = 5

/** The parts of a message, in the order in which they are written. */
export function frameOf(parts: readonly Uint8Array[], isLast = false): Uint8Array[] {
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(isLast ? 1 : 0)
  head.writeUInt32LE(
    parts.reduce((sum, part) => sum + part.length, 0),
    1,
  )
  return [head, ...parts]
}

/**
 * Returns a function that takes the bytes as they arrive and returns the message that they complete, or
 * null. It throws if the message is longer than `bytesMax` or if bytes follow it: only one message is due.
 */
export function createFrameReader(bytesMax: number): (chunk: Buffer) => Frame | null {
  let chunks: Buffer[] = []
  let length = 0
  return (chunk) => {
    chunks.push(chunk)
    length += chunk.length
    if (length < headBytes) return null
    if ((chunks[0]?.length ?? 0) < headBytes) chunks = [Buffer.concat(chunks)]
    const head = chunks[0] ?? chunk
    const end = headBytes + head.readUInt32LE(1)
    if (end > headBytes + bytesMax || length > end) throw new Error('the message is too long')
    if (length < end) return null
    const body = Buffer.concat(chunks).subarray(headBytes)
    const isLast = head.readUInt8() === 1
    chunks = []
    length = 0
    return { body, isLast }
  }
}
