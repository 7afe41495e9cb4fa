import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Fault, fault, internalError, invalidInput, issue } from '../contract/index.ts'
import { type Clock, type Ids, letGo, type MemoryBudget } from '../kit/index.ts'
import { failureReply, type Reply } from '../pipeline/index.ts'
import { expectsContinue, readJsonBody } from './body.ts'
import { type BodyTimes, createBodySlots, usualBodyTimes } from './body-slots.ts'
import { allowOrigins } from './cors.ts'
import { answerAndLinger, isBodyUnread } from './linger.ts'
import { withPatience } from './patience.ts'

/** The server under the callers' doors: connections, bodies, and answers to requests that match no door. */
export interface Http {
  readonly app: FastifyInstance
  /** Handles one exchange: sends the reply of `work` and releases what the exchange held. */
  exchange(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (exchange: Exchange) => Promise<HttpReply>,
  ): Promise<FastifyReply>
}

/** `stream` is sent in place of the body, piece by piece as it is made. */
export interface HttpReply extends Reply {
  readonly stream?: AsyncIterable<string>
}

export interface Exchange {
  readonly requestId: string
  /** Aborts when the caller hangs up. */
  readonly disconnected: AbortSignal
  /** Reads the body, once its account is known; `bytesMax` sets a lower limit. Throws like `readJsonBody`. */
  readonly readBody: (accountId: string, bytesMax?: number) => Promise<Uint8Array<ArrayBuffer>>
  /** Call it when only `keptBytes` of the body are left in memory: its slot is released if they fit. */
  readonly onBodyRead: (keptBytes: number) => void
}

export interface HttpDeps {
  readonly ids: Ids
  readonly clock: Clock
  readonly uploadsMax: number
  /** Pages of these origins may call from a browser. */
  readonly corsOrigins: readonly string[]
  /** Overrides, for tests. */
  readonly bodyTimes?: Partial<BodyTimes>
  /** The time limit for the headers of a request. */
  readonly headersMs?: number
  /** The memory budget of bodies; default: unlimited. */
  readonly budget?: MemoryBudget
}

/** The time limit for receiving a request, without its wait for an upload slot. */
const arrivalMs = 180_000
const requestTimeoutMs = arrivalMs + usualBodyTimes.waitMs
/** As long as the grace of a body: an unauthenticated client gets no more time than a caller. */
const usualHeadersMs = 30_000
const lookEveryMs = 5_000
/**
 * Longer than common proxies keep idle connections open; otherwise they would reuse one that we just closed.
 */
const keepAliveMs = 72_000

/** Doors add their routes to `app`; everything else is answered here, in the same envelope. */
export function createHttp(deps: HttpDeps): Http {
  const { ids, headersMs = usualHeadersMs } = deps
  const app = Fastify({
    logger: false,
    serverFactory: (handler) => startServer(handler, ids, headersMs),
    // Our handler is on the server itself, so it also serves the second address of a host name.
    clientErrorHandler: () => {},
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // As long as a request line may be: an id that is too long is an unknown batch.
    routerOptions: { maxParamLength: 100_000 },
    frameworkErrors: (_error, _request, reply) => refuse(ids, reply, fault('not_found')),
  })
  // The pipeline reads bodies after authentication, so the framework's parsers must not.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  if (deps.corsOrigins.length > 0) allowOrigins(app, deps.corsOrigins)
  app.addHook('onRequest', async (request, reply) => {
    const wrong = wrongHeaders(request)
    return wrong === null ? undefined : refuse(ids, reply, wrong)
  })
  refuseUnknown(app, ids)

  const { uploadsMax, clock, budget } = deps
  const times = { ...usualBodyTimes, ...deps.bodyTimes }
  const slots = createBodySlots({ uploadsMax, clock, times, ...(budget && { budget }) })
  return {
    app,
    async exchange(request, reply, work) {
      const disconnected = new AbortController()
      reply.raw.on('close', () => {
        if (!reply.raw.writableFinished) disconnected.abort()
      })
      let held: (() => void)[] = []
      const onSlot = (release: () => void) => void held.push(release)
      const onBodyRead = (keptBytes: number) => {
        const giveBackKept = held.length === 0 ? null : slots.keep(keptBytes)
        if (giveBackKept === null) return
        for (const giveBack of held) giveBack()
        held = [giveBackKept]
      }
      const { signal } = disconnected
      const requestId = ids.uuid()
      let body: Uint8Array<ArrayBuffer> | undefined
      const readBody = async (accountId: string, bytesMax?: number) => {
        body = await readJsonBody(request.raw, reply.raw, {
          ...{ slots, accountId, onSlot, disconnected: signal },
          ...(bytesMax === undefined ? {} : { bytesMax }),
        })
        return body
      }
      try {
        return send(reply, requestId, await work({ requestId, disconnected: signal, readBody, onBodyRead }))
      } finally {
        // Unless a thread took it over.
        if (body !== undefined && !body.buffer.detached) letGo(body)
        for (const giveBack of held) giveBack()
      }
    },
  }
}

function startServer(work: RequestListener, ids: Ids, headersMs: number): Server {
  const handler = withPatience(work)
  const options = {
    requestTimeout: requestTimeoutMs,
    headersTimeout: headersMs,
    connectionsCheckingInterval: Math.min(lookEveryMs, headersMs),
    keepAliveTimeout: keepAliveMs,
    // A hook checks it and answers in our envelope.
    requireHostHeader: false,
  }
  return (
    createServer(options, handler)
      // The client is asked for its body only after authentication; a hook refuses other expectations.
      .on('checkContinue', handler)
      .on('checkExpectation', handler)
      // A tunnel; without a listener the connection would be closed without an answer.
      .on('connect', (_request, socket: Socket) => refuseOn(socket, ids, noTunnel))
      .on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuseBroken(ids, error, socket))
  )
}

/**
 * Headers that affect a decision must not be repeated. A proxy in front of us may have used another copy than
 * we would, and Node joins some of them with a comma.
 */
const headersOfOne = [
  'Access-Control-Request-Method',
  'Authorization',
  'Content-Encoding',
  'Content-Type',
  'Expect',
  'Host',
  'Idempotency-Key',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Protocol-Version',
  'Origin',
].map((name) => ({ name, lowerCase: name.toLowerCase() }))

/** Requests that HTTP/1.1 requires a server to refuse, repeated headers, and unknown expectations. */
function wrongHeaders({ raw }: FastifyRequest): Fault | null {
  const wrong = (name: string) => invalidInput([issue(name, 'bad_header')])
  // `headers` has already merged them.
  const names = raw.rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase())
  const twice = headersOfOne.find(
    ({ lowerCase }) => names.indexOf(lowerCase) !== names.lastIndexOf(lowerCase),
  )
  if (twice !== undefined) return wrong(twice.name)
  const { host, expect, 'transfer-encoding': coding } = raw.headers
  // We do not decode transfer codings, so a coded body would be misread.
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return wrong('Transfer-Encoding')
  if (raw.httpVersion !== '1.1') return null
  if (host === undefined) return wrong('Host')
  return expect === undefined || expectsContinue(expect) ? null : wrong('Expect')
}

const bodyless: readonly number[] = [204, 304]

function send(reply: FastifyReply, requestId: string, answer: HttpReply): FastifyReply {
  const describesBody = {
    'content-type': 'application/json; charset=utf-8',
    ...(answer.stream === undefined ? { 'content-length': answer.body.length } : {}),
  }
  reply.code(answer.status).headers({
    ...(bodyless.includes(answer.status) ? {} : describesBody),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...answer.headers,
  })
  if (answer.stream !== undefined) return reply.send(Readable.from(answer.stream))
  const request = reply.request.raw
  if (!isBodyUnread(request)) {
    return bodyless.includes(answer.status) ? reply.send() : reply.send(answer.body)
  }
  return reply.header('connection', 'close').send(answerAndLinger(answer.body, request))
}

/** Answers unknown routes, wrong methods and the framework's own refusals. */
function refuseUnknown(app: FastifyInstance, ids: Ids): void {
  const routes: { readonly path: RegExp; readonly methods: readonly string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    const path = new RegExp(`^${url.replace(/[.]/g, '[.]').replace(/:\w+/g, '[^/]+').replace(/[*]/g, '.*')}$`)
    routes.push({ path, methods: [method].flat() })
  })
  const refuseUnrouted = (request: FastifyRequest, reply: FastifyReply) => {
    // The target of a request may be a whole URL, as for proxies.
    const path = request.url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0] ?? ''
    const allowed = routes.filter((route) => route.path.test(path)).flatMap((route) => route.methods)
    if (allowed.length === 0) return refuse(ids, reply, fault('not_found'))
    return refuse(ids, reply, fault('method_not_allowed', { headers: { allow: allowed.join(', ') } }))
  }
  app.setNotFoundHandler(refuseUnrouted)
  app.setErrorHandler((error, request, reply) => {
    // The framework checks some methods before routing (QUERY needs a content type).
    if (request.is404) return refuseUnrouted(request, reply)
    return refuse(ids, reply, internalError('internal', { cause: error }))
  })
}

function refuse(ids: Ids, reply: FastifyReply, refusal: Fault): FastifyReply {
  const requestId = ids.uuid()
  return send(reply, requestId, failureReply(requestId, refusal))
}

/** Time for a client to read the refusal while it is still sending. */
const brokenLingerMs = 2_000

const noTunnel = fault('method_not_allowed', { headers: { allow: 'GET, POST' } })

/** Answers what is not HTTP or took too long to arrive, and closes the connection. */
function refuseBroken(ids: Ids, error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'body_timeout' : 'bad_http'
  refuseOn(socket, ids, invalidInput([issue('', code)]))
}

/** Answers on a bare connection and closes it. */
function refuseOn(socket: Socket, ids: Ids, refusal: Fault): void {
  const requestId = ids.uuid()
  const { status, headers, body } = failureReply(requestId, refusal)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `x-request-id: ${requestId}`,
    'connection: close',
  ]
  // A connection for a tunnel has no other error listener.
  socket.on('error', () => socket.destroy())
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]))
  socket.setTimeout(brokenLingerMs, () => socket.destroy())
}
