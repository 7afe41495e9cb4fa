import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach } from 'vitest'

/** A real server on a real socket that answers or fails as the test specifies. */
export interface ScriptedServer {
  readonly url: string
  /** The requests since the test began. */
  readonly requests: readonly ReceivedRequest[]
  /** The answers to the next requests, in order; the last one repeats. */
  answer(...answers: readonly Scripted[]): void
}

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export type Scripted = (response: ServerResponse) => void

export function useScriptedServer(): ScriptedServer {
  let url = ''
  let requests: ReceivedRequest[] = []
  let script: Scripted[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const { method = '', url: path = '', headers } = request
    requests.push({ method, path, headers, body })
    const next = script.length > 1 ? script.shift() : script[0]
    next?.(response)
  }
  const server = createServer((request, response) => {
    // A client that disconnects in the middle of its request is not counted.
    take(request, response).catch(() => {})
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    requests = []
    script = []
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    get url() {
      return url
    },
    get requests() {
      return requests
    },
    answer(...answers) {
      script = [...answers]
    },
  }
}

export const envelope = { ok: true, request_id: 'r', data: { score: 1 }, usage: {}, billing: {} }

export function json(status: number, body: object, headers: Record<string, string> = {}): Scripted {
  return (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
}

export const success = json(200, envelope)

/** An error of the service. */
export function refusal(
  status: number,
  error: string,
  more: { readonly headers?: Record<string, string>; readonly members?: object } = {},
): Scripted {
  return json(status, { ok: false, request_id: 'r', error, message: '说明', ...more.members }, more.headers)
}

/** The connection breaks before the first byte of the answer. */
export const drop: Scripted = (response) => void response.socket?.destroy()

/** The connection breaks in the middle of a success. */
export const half: Scripted = (response) => {
  const body = JSON.stringify(envelope)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.write(body.slice(0, body.length / 2), () => response.socket?.destroy())
}

/** The answer of a proxy without a running server behind it. */
export const proxyPage: Scripted = (response) =>
  void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')

/** Never answers. */
export const silence: Scripted = () => {}

/** Begins an answer that never ends. */
export const stall: Scripted = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
  response.write('{"ok":true')
}
