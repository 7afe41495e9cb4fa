import { on } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fault, invalidInput, issue, limits } from '../contract/index.ts'
import { largeBytes, letGo, shortened } from '../kit/index.ts'
import type { Arrival } from './body-arrivals.ts'
import {
  arrivedBytesMax,
  type BodyPlaces,
  leastRate,
  type PlaceSize,
  placeFor,
  takePlace,
} from './body-places.ts'

export interface ReadBodyDeps {
  readonly places: BodyPlaces
  /** Whose body it is: the places go round among accounts. */
  readonly accountId: string
  /** Called when the body took a place, which may be more than one; the call gives them back when it ends. */
  readonly onPlace: (release: () => void) => void
  readonly disconnected: AbortSignal
  /** Fewer than any call's body may have. */
  readonly bytesMax?: number
}

/**
 * Reads the body of a call as bytes. Call it once the caller is known: only here a client that asked for
 * leave (`Expect: 100-continue`) gets it. Throws `payload_too_large`, from the header where that tells;
 * `invalid_input` for a body that isn't plain JSON by its headers, or that arrives too slowly;
 * `internal_error` where too many bodies wait or one waited too long. After a throw the rest of the body is
 * unread.
 */
export async function readJsonBody(
  request: IncomingMessage,
  response: ServerResponse,
  deps: ReadBodyDeps,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers['content-length']
  const length = declared === undefined ? null : Number(declared)
  if (length !== null && length > bytesMaxOf(deps)) throw fault('payload_too_large')
  checkHeaders(request)
  const arrival = deps.places.arrivals.begin(deps.accountId)
  try {
    if (request.httpVersion === '1.1' && expectsContinue(request.headers.expect)) response.writeContinue()
    return await collect(request, length, { ...deps, arrival })
  } finally {
    arrival.end()
  }
}

/** Whether a client sends its body only when it is told to. */
export function expectsContinue(expect: string | undefined): boolean {
  return expect?.toLowerCase() === '100-continue'
}

function bytesMaxOf({ bytesMax }: ReadBodyDeps): number {
  return Math.min(bytesMax ?? limits.bodyBytesMax, limits.bodyBytesMax)
}

function checkHeaders(request: IncomingMessage): void {
  const type = request.headers['content-type'] ?? 'application/json'
  if (!/^\s*application\/json\s*(;|$)/i.test(type)) {
    throw invalidInput([issue('Content-Type', 'bad_content_type')])
  }
  // Some clients leave out the hyphen.
  if (!/^[^;]*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i.test(type)) {
    throw invalidInput([issue('Content-Type', 'bad_content_type', '字符集只支持 UTF-8，且不带其他参数')])
  }
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw invalidInput([issue('Content-Encoding', 'bad_encoding')])
  }
}

/** Chunks that may be read ahead; from there on the socket isn't read. */
const chunksAhead = 2

interface CollectDeps extends ReadBodyDeps {
  readonly arrival: Arrival
}

/** Each chunk is copied as it arrives, once where the length is known, so no single step takes long. */
async function collect(
  request: IncomingMessage,
  length: number | null,
  deps: CollectDeps,
): Promise<Uint8Array<ArrayBuffer>> {
  const { arrival } = deps
  const signal = AbortSignal.any([deps.disconnected, arrival.signal])
  const flow = { signal, close: ['end'], highWaterMark: chunksAhead, lowWaterMark: 1 }

  let bytes = new Uint8Array(0)
  let filled = 0
  let place: PlaceSize | null = null
  try {
    for await (const [chunk] of on(request, 'data', flow) as AsyncIterable<[Buffer<ArrayBuffer>]>) {
      const needed = filled + chunk.length
      if (needed > bytesMaxOf(deps)) throw fault('payload_too_large')
      arrival.arrived(needed)
      const size = placeFor(needed, length)
      if (size !== null && size !== place) {
        arrival.waits()
        // Nor should more of it be read ahead: hundreds may wait.
        request.pause()
        deps.onPlace(await takePlace(deps.places, { size, length, has: place }, deps))
        request.resume()
        arrival.hasPlace(leastRate(size))
        place = size
      }
      if (needed > bytes.length) bytes = grown(bytes, needed, length)
      bytes.set(chunk, filled)
      filled = needed
      // Nobody else reads it: of hundreds of bodies they would take 150 MB until they were collected.
      if (chunk.length === chunk.buffer.byteLength) letGo(chunk)
    }
  } catch (error) {
    // Not with the next collection of garbage: somebody else may have its place at once.
    letGo(bytes)
    throw arrival.signal.aborted ? arrival.signal.reason : error
  }
  return shortened(bytes, filled)
}

/** Room for so many bytes at least: up to 64 KB for what came, from there on for what was announced. */
function grown(bytes: Uint8Array<ArrayBuffer>, needed: number, length: number | null) {
  const twice = Math.max(needed, bytes.length * 2)
  if (needed <= arrivedBytesMax) {
    const larger = new Uint8Array(Math.min(length ?? arrivedBytesMax, twice))
    return moved(bytes, larger)
  }
  const size = length ?? Math.min(limits.bodyBytesMax, twice)
  if (bytes.buffer.resizable) {
    bytes.buffer.resize(size)
    return bytes
  }
  return moved(bytes, largeBytes(size, length ?? limits.bodyBytesMax))
}

function moved(from: Uint8Array<ArrayBuffer>, to: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  to.set(from)
  // Of hundreds that wait, what they left behind would wait for the next collection of garbage.
  letGo(from)
  return to
}
