import { on } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { limits } from '../contract/index.ts'

/**
 * A connection that is closed while its client still sends is reset, and most clients then never read the
 * answer. So the rest of an unwanted body is read and dropped for a while.
 */
const lingerMs = 10_000
/** After this long without a byte, the client has stopped sending. */
const lingerQuietMs = 2_000
const lingerBytesMax = 2 * limits.bodyBytesMax

/** Whether the client may still be sending a body. */
export function isBodyUnread(request: IncomingMessage): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length } = request.headers
  return !request.complete && (encoding !== undefined || (length !== undefined && length !== '0'))
}

/**
 * An answer that the client can read immediately, while the exchange stays open until the client stops
 * sending.
 */
export function answerAndLinger(body: Uint8Array, request: IncomingMessage): Readable {
  return Readable.from(
    (async function* () {
      yield body
      await discardRest(request)
    })(),
  )
}

async function discardRest(request: IncomingMessage): Promise<void> {
  const quiet = new AbortController()
  const timer = setTimeout(() => quiet.abort(), lingerQuietMs)
  const signal = AbortSignal.any([quiet.signal, AbortSignal.timeout(lingerMs)])
  let dropped = 0
  try {
    const flow = on(request, 'data', { signal, close: ['end', 'close'] })
    request.resume()
    for await (const [chunk] of flow as AsyncIterable<[Buffer]>) {
      timer.refresh()
      dropped += chunk.length
      if (dropped > lingerBytesMax) return
    }
  } catch {
    // The client hung up, or the time limit passed.
  } finally {
    clearTimeout(timer)
  }
}
