import { on } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { limits } from '../contract/index.ts'

/**
 * A connection that is closed while its client still sends is reset, and most clients then never read the
 * answer that has arrived. So what is left of a body that nobody wants is read and dropped for a while.
 */
const lingerMs = 10_000
/** Without a byte for so long, the client has stopped sending. */
const lingerQuietMs = 2_000
const lingerBytesMax = 2 * limits.bodyBytesMax

/** Whether the client may still be sending a body. */
export function isBodyUnread(request: IncomingMessage): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length } = request.headers
  return !request.complete && (encoding !== undefined || (length !== undefined && length !== '0'))
}

/** An answer that is complete at once for its reader, while the end of the exchange waits for the client. */
export function answerAndLinger(body: Uint8Array, request: IncomingMessage): Readable {
  return Readable.from(
    (async function* () {
      yield body
      await dropTheRest(request)
    })(),
  )
}

async function dropTheRest(request: IncomingMessage): Promise<void> {
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
    // The client hung up, or had its time.
  } finally {
    clearTimeout(timer)
  }
}
