import { on } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Fault, fault, internalError, invalidInput, issue, limits } from '../contract/index.ts'
import { createSemaphore, largeBytes, type Semaphore, SemaphoreFull, shortened } from '../kit/index.ts'

/**
 * A body of which more than this has arrived is an upload: only so many are received and worked on at once,
 * and the others wait with the rest of theirs unread.
 */
const uploadBytesMin = 1024 * 1024
/** What an account leaves to others, whatever it sends: half of the places. */
const shareOfAccount = 0.5
/** Each of them has an `uploadBytesMin` in memory. One more, and the account with the most is refused one. */
const uploadsWaitingMax = 256
/** Bodies that arrive at a time, before they are uploads: what is slow to come is held in memory. */
const arrivingMax = { inAll: 512, ofAccount: 128, waiting: 10_000 }

/** What a body may take in time. The server bounds the whole of a request. */
export interface BodyTimes {
  /** Without a byte arriving, while bytes are waited for. */
  readonly quietMs: number
  /** Waiting for an upload's place. */
  readonly waitMs: number
}

export const usualBodyTimes: BodyTimes = { quietMs: 20_000, waitMs: limits.turnWaitMaxMs }

/** The places of bodies: one set for all doors. */
export interface Uploads {
  /** For what has not arrived and is not yet known to be an upload. */
  readonly arriving: Semaphore
  readonly places: Semaphore
  readonly times: BodyTimes
}

export function createUploads(uploadsMax: number, times: BodyTimes = usualBodyTimes): Uploads {
  const slotsPerTurnMax = Math.ceil(uploadsMax * shareOfAccount)
  const places = createSemaphore({ slots: uploadsMax, slotsPerTurnMax, waitingMax: uploadsWaitingMax })
  const arriving = createSemaphore({
    slots: arrivingMax.inAll,
    slotsPerTurnMax: arrivingMax.ofAccount,
    waitingMax: arrivingMax.waiting,
  })
  return { arriving, places, times }
}

export interface ReadBodyDeps {
  readonly uploads: Uploads
  /** Whose body it is: the places go round among accounts. */
  readonly accountId: string
  /** Called when the body took an upload's place; the call gives it back when it ends. */
  readonly onPlace: (release: () => void) => void
  readonly disconnected: AbortSignal
}

/**
 * Reads the body of a call as bytes. Call it once the caller is known: only here a client that asked for
 * leave (`Expect: 100-continue`) gets it. Throws `payload_too_large`, from the header where that tells;
 * `invalid_input` for a body that isn't plain JSON by its headers, or of which nothing arrives any more;
 * `internal_error` where too many uploads wait or one waited too long. After a throw the rest of the body is
 * unread.
 */
export async function readJsonBody(
  request: IncomingMessage,
  response: ServerResponse,
  deps: ReadBodyDeps,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers['content-length']
  const length = declared === undefined ? null : Number(declared)
  if (length !== null && length > limits.bodyBytesMax) throw fault('payload_too_large')
  checkHeaders(request)
  const hasArrived = await takePlace(deps.uploads.arriving, deps)
  try {
    if (request.httpVersion === '1.1' && expectsContinue(request.headers.expect)) response.writeContinue()
    return await collect(request, length, { ...deps, hasArrived })
  } finally {
    hasArrived()
  }
}

/** Whether a client sends its body only when it is told to. */
export function expectsContinue(expect: string | undefined): boolean {
  return expect?.toLowerCase() === '100-continue'
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

/** Chunks that may be read ahead; from there on the socket isn't read. */
const chunksAhead = 2

interface CollectDeps extends ReadBodyDeps {
  /** Gives back the place of a body that is arriving; more than once is once. */
  readonly hasArrived: () => void
}

/** Each chunk is copied as it arrives, once where the length is known, so no single step takes long. */
async function collect(
  request: IncomingMessage,
  length: number | null,
  deps: CollectDeps,
): Promise<Uint8Array<ArrayBuffer>> {
  const quiet = new AbortController()
  const startQuiet = () => setTimeout(() => quiet.abort(), deps.uploads.times.quietMs)
  const signal = AbortSignal.any([deps.disconnected, quiet.signal])
  const flow = { signal, close: ['end'], highWaterMark: chunksAhead, lowWaterMark: 1 }

  let bytes = new Uint8Array(Math.min(length ?? 64 * 1024, uploadBytesMin))
  let filled = 0
  let hasPlace = false
  let timer = startQuiet()
  try {
    for await (const [chunk] of on(request, 'data', flow) as AsyncIterable<[Buffer]>) {
      timer.refresh()
      const needed = filled + chunk.length
      if (needed > limits.bodyBytesMax) throw fault('payload_too_large')
      if (needed > uploadBytesMin && !hasPlace) {
        clearTimeout(timer)
        // An upload that waits must not keep its account's small calls out.
        deps.hasArrived()
        deps.onPlace(await takePlace(deps.uploads.places, deps))
        hasPlace = true
        timer = startQuiet()
      }
      if (needed > bytes.length) bytes = grown(bytes, needed, length)
      bytes.set(chunk, filled)
      filled = needed
    }
  } catch (error) {
    throw quiet.signal.aborted ? invalidInput([issue('', 'body_timeout')]) : error
  } finally {
    clearTimeout(timer)
  }
  return shortened(bytes, filled)
}

async function takePlace(
  places: Semaphore,
  { uploads, accountId, disconnected }: ReadBodyDeps,
): Promise<() => void> {
  const free = places.acquireNow(accountId)
  if (free !== null) return free
  const tooLong = AbortSignal.timeout(uploads.times.waitMs)
  try {
    return await places.acquire(accountId, AbortSignal.any([disconnected, tooLong]))
  } catch (error) {
    throw placeFault(error, tooLong) ?? error
  }
}

function placeFault(error: unknown, tooLong: AbortSignal): Fault | null {
  if (error instanceof SemaphoreFull) {
    return internalError('engine_unavailable', { internal: 'too many bodies wait', cause: error })
  }
  return tooLong.aborted ? internalError('timeout', { internal: 'no place for a body in time' }) : null
}

function grown(bytes: Uint8Array<ArrayBuffer>, needed: number, length: number | null) {
  const size = length ?? Math.min(limits.bodyBytesMax, Math.max(needed, bytes.length * 2))
  if (bytes.buffer.resizable) {
    bytes.buffer.resize(size)
    return bytes
  }
  const larger =
    needed > uploadBytesMin ? largeBytes(size, length ?? limits.bodyBytesMax) : new Uint8Array(size)
  larger.set(bytes)
  return larger
}
