import { connect, type Socket } from 'node:net'

export interface LoadResult {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly answers: number
  /** Answers with an unexpected status. */
  readonly failures: number
  /** Requests that timed out. */
  readonly unanswered: number
}

export interface LoadOptions {
  readonly url: string
  readonly parallel: number
  readonly seconds: number
  /** Stops after this number of answers, if that comes first. */
  readonly answersMax?: number
  /** The additional time to wait for an answer; unlimited by default. */
  readonly patienceSeconds?: number
  /** The whole request of one connection, built once: we measure the server, not this client. */
  readonly request: (connection: number) => Uint8Array
}

/**
 * A closed loop over bare sockets: each connection sends its next request after the answer to the last. It
 * is much cheaper than an HTTP client, which would take the second core from the server.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = []
  const counts = { failures: 0, unanswered: 0 }
  const until = performance.now() + options.seconds * 1000
  const started = performance.now()
  const connections = Array.from({ length: options.parallel }, (_, index) =>
    oneConnection(options, index, until, latencies, counts),
  )
  await Promise.all(connections)
  const seconds = (performance.now() - started) / 1000
  latencies.sort((a, b) => a - b)
  return {
    perSecond: Math.round(latencies.length / seconds),
    p50Ms: at(latencies, 0.5),
    p99Ms: at(latencies, 0.99),
    answers: latencies.length,
    ...counts,
  }
}

/** A request as bytes on the wire. */
export function postRequest(
  path: string,
  key: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Uint8Array {
  const length = Buffer.byteLength(body)
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more.join('')}\r\n`
  return Buffer.from(head + body)
}

function oneConnection(
  { url, request, seconds, patienceSeconds, answersMax = Number.POSITIVE_INFINITY }: LoadOptions,
  index: number,
  until: number,
  latencies: number[],
  counts: { failures: number; unanswered: number },
): Promise<void> {
  const bytes = request(index)
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let sentAt = 0
    let received = Buffer.alloc(0)
    const socket: Socket = connect(Number(port), hostname, next)
    function next() {
      sentAt = performance.now()
      socket.write(bytes)
    }
    const giveUp = () => {
      counts.unanswered += 1
      socket.destroy()
      resolve()
    }
    const patience =
      patienceSeconds === undefined ? undefined : setTimeout(giveUp, (seconds + patienceSeconds) * 1000)
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const length = answerLength(received)
      if (length === null || received.length < length) return
      if (received.subarray(9, 12).toString('latin1') !== '200') counts.failures += 1
      latencies.push(performance.now() - sentAt)
      received = Buffer.alloc(0)
      if (performance.now() < until && latencies.length < answersMax) next()
      else {
        clearTimeout(patience)
        socket.destroy()
        resolve()
      }
    })
  })
}

/** The length of an answer's head and body together, in bytes; null while the head is incomplete. */
function answerLength(received: Buffer): number | null {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = received.subarray(0, end).toString('latin1')
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return end + 4 + length
}

function at(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return Math.round(value * 10) / 10
}
