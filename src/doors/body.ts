import type { IncomingMessage } from 'node:http'
import { type CallBody, fault, invalidInput, issue, limits } from '../contract/index.ts'
import type { Semaphore } from '../kit/index.ts'

/**
 * A body from here on counts as an upload: only so many are worked on at once, and the others wait unread.
 */
const uploadBytesMin = 1024 * 1024

export interface ReadBodyDeps {
  readonly uploads: Semaphore
  /** Called when the caller took an upload's place; the call gives it back when it ends. */
  readonly onSlot: (release: () => void) => void
  readonly disconnected: AbortSignal
}

/**
 * Reads the body of a call as bytes, into one buffer where its length is known. Throws `payload_too_large`,
 * from the header where that tells, and `invalid_input` for a body that isn't plain JSON by its headers.
 */
export async function readJsonBody(request: IncomingMessage, deps: ReadBodyDeps): Promise<CallBody> {
  const declared = request.headers['content-length']
  const length = declared === undefined ? null : Number(declared)
  if (length !== null && length > limits.bodyBytesMax) throw fault('payload_too_large')
  checkHeaders(request)
  if (length === null || length >= uploadBytesMin) deps.onSlot(await deps.uploads.acquire(deps.disconnected))
  return { kind: 'bytes', bytes: await collect(request, length) }
}

function checkHeaders(request: IncomingMessage): void {
  const type = request.headers['content-type']
  if (type !== undefined && !/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type.trim())) {
    throw invalidInput([issue('Content-Type', 'bad_content_type')])
  }
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw invalidInput([issue('Content-Encoding', 'bad_encoding')])
  }
}

/** With a known length each chunk is copied once, as it arrives, so no single step takes long. */
async function collect(request: IncomingMessage, length: number | null): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(length ?? 64 * 1024)
  let filled = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (filled + chunk.length > limits.bodyBytesMax) throw fault('payload_too_large')
    if (filled + chunk.length > bytes.length) bytes = grown(bytes, filled + chunk.length)
    bytes.set(chunk, filled)
    filled += chunk.length
  }
  return filled === bytes.length ? bytes : bytes.subarray(0, filled)
}

function grown(bytes: Uint8Array<ArrayBuffer>, needed: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(limits.bodyBytesMax, Math.max(needed, bytes.length * 2)))
  larger.set(bytes)
  return larger
}
