import { on } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fault, invalidInput, issue, limits } from '../contract/index.ts'
import { largeBytes, letGo, shortened } from '../kit/index.ts'
import type { Arrival } from './body-arrivals.ts'
import {
  arrivedBytesMax,
  type BodySlots,
  minRate,
  type SlotSize,
  slotSizeFor,
  takeSlot,
} from './body-slots.ts'

export interface ReadBodyDeps {
  readonly slots: BodySlots
  /** The account of the body: slots are shared fairly among accounts. */
  readonly accountId: string
  /** Called for each slot that the body takes, possibly several; the call releases them when it ends. */
  readonly onSlot: (release: () => void) => void
  readonly disconnected: AbortSignal
  /** A lower limit than that of any call's body. */
  readonly bytesMax?: number
}

/**
 * Reads the body of a call as bytes, after authentication: only here a client with `Expect: 100-continue` is
 * asked to send. Throws `payload_too_large`, from the header if possible; `invalid_input` for a body that is
 * not plain JSON by its headers or arrives too slowly; `internal_error` if too many bodies wait or this one
 * waited too long. After an error the rest of the body is unread.
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
  const arrival = deps.slots.arrivals.begin(deps.accountId)
  try {
    if (request.httpVersion === '1.1' && expectsContinue(request.headers.expect)) response.writeContinue()
    return await collect(request, length, { ...deps, arrival })
  } finally {
    arrival.end()
  }
}

/** Whether a client sends its body only on request. */
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

/** Chunks that are read ahead; then the socket is paused. */
const chunksAhead = 2

interface CollectDeps extends ReadBodyDeps {
  readonly arrival: Arrival
}

/**
 * Copies each chunk as it arrives, directly into the final buffer if the length is known, so no single step
 * is long.
 */
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
  let slot: SlotSize | null = null
  try {
    for await (const [chunk] of on(request, 'data', flow) as AsyncIterable<[Buffer<ArrayBuffer>]>) {
      const needed = filled + chunk.length
      if (needed > bytesMaxOf(deps)) throw fault('payload_too_large')
      arrival.arrived(needed)
      const size = slotSizeFor(needed, length)
      if (size !== null && size !== slot) {
        arrival.waits()
        // Stop reading ahead, because hundreds of bodies may wait.
        request.pause()
        deps.onSlot(await takeSlot(deps.slots, { size, length, has: slot }, deps))
        request.resume()
        arrival.hasSlot(minRate(size))
        slot = size
      }
      if (needed > bytes.length) bytes = grown(bytes, needed, length)
      bytes.set(chunk, filled)
      filled = needed
      // Nothing else uses this memory. Chunks of hundreds of bodies would hold 150 MB until the garbage
      // collector ran.
      if (chunk.length === chunk.buffer.byteLength) letGo(chunk)
    }
  } catch (error) {
    // Release it now: another body may take the slot immediately.
    letGo(bytes)
    throw arrival.signal.aborted ? arrival.signal.reason : error
  }
  return shortened(bytes, filled)
}

/**
 * A buffer with at least this many bytes: up to 64 KB sized by what arrived, beyond that by the announced
 * length.
 */
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
  // Release it now: the buffers of hundreds of waiting bodies would wait for the garbage collector.
  letGo(from)
  return to
}
