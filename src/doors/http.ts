import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Fault, fault, internalError, invalidInput, issue } from '../contract/index.ts'
import { type Clock, type Ids, letGo, type MemoryRoom } from '../kit/index.ts'
import { failureReply, type Reply } from '../pipeline/index.ts'
import { expectsContinue, readJsonBody } from './body.ts'
import { type BodyTimes, createBodyPlaces, usualBodyTimes } from './body-places.ts'
import { allowOrigins } from './cors.ts'
import { answerAndLinger, isBodyUnread } from './linger.ts'
import { withPatience } from './patience.ts'

/** The server under every door of callers: connections, bodies, and the answers to what reaches no door. */
export interface Http {
  readonly app: FastifyInstance
  /** Handles one exchange: whatever `work` answers is sent, and what the exchange held is given back. */
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
  /** Aborts when the caller hung up. */
  readonly disconnected: AbortSignal
  /**
   * Reads the body, once it is known whose it is; `bytesMax` where it may be less than any call's. Throws
   * what `readJsonBody` does.
   */
  readonly readBody: (accountId: string, bytesMax?: number) => Promise<Uint8Array<ArrayBuffer>>
  /** To be told when nothing but so many bytes is left of the body: its place is given back if they fit. */
  readonly onBodyRead: (keptBytes: number) => void
}

export interface HttpDeps {
  readonly ids: Ids
  readonly clock: Clock
  readonly uploadsMax: number
  /** Pages of these origins may call from a browser. */
  readonly corsOrigins: readonly string[]
  /** Other than the usual ones: for tests. */
  readonly bodyTimes?: Partial<BodyTimes>
  /** How long a connection has to send the headers of a request. */
  readonly headersMs?: number
  /** What bodies take their memory of; boundless by default. */
  readonly room?: MemoryRoom
}

/** How long a request may take to arrive, beside its wait for an upload's place. */
const arrivalMs = 180_000
const requestTimeoutMs = arrivalMs + usualBodyTimes.waitMs
/** As long as the grace of a body: of a stranger less is known than of a caller. */
const usualHeadersMs = 30_000
const lookEveryMs = 5_000
/** What a server before this one keeps open longer than it does itself is reset when it is used again. */
const keepAliveMs = 72_000

/** Doors add their routes to `app`; everything else is answered here, in the same envelope. */
export function createHttp(deps: HttpDeps): Http {
  const { ids, headersMs = usualHeadersMs } = deps
  const app = Fastify({
    logger: false,
    serverFactory: (handler) => startServer(handler, ids, headersMs),
    // Ours is on the server itself, where it answers for the second address of a host name too.
    clientErrorHandler: () => {},
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // As long as a request line may be: an id that is too long is the id of no batch.
    routerOptions: { maxParamLength: 100_000 },
    frameworkErrors: (_error, _request, reply) => refuse(ids, reply, fault('not_found')),
  })
  // Bodies are read by the pipeline once the caller is known, so no parser of the framework may touch them.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  if (deps.corsOrigins.length > 0) allowOrigins(app, deps.corsOrigins)
  app.addHook('onRequest', async (request, reply) => {
    const wrong = wrongHeaders(request)
    return wrong === null ? undefined : refuse(ids, reply, wrong)
  })
  refuseTheRest(app, ids)

  const { uploadsMax, clock, room } = deps
  const times = { ...usualBodyTimes, ...deps.bodyTimes }
  const places = createBodyPlaces({ uploadsMax, clock, times, ...(room && { room }) })
  return {
    app,
    async exchange(request, reply, work) {
      const disconnected = new AbortController()
      reply.raw.on('close', () => {
        if (!reply.raw.writableFinished) disconnected.abort()
      })
      let held: (() => void)[] = []
      const onPlace = (release: () => void) => void held.push(release)
      const onBodyRead = (keptBytes: number) => {
        const giveBackKept = held.length === 0 ? null : places.keep(keptBytes)
        if (giveBackKept === null) return
        for (const giveBack of held) giveBack()
        held = [giveBackKept]
      }
      const { signal } = disconnected
      const requestId = ids.uuid()
      let body: Uint8Array<ArrayBuffer> | undefined
      const readBody = async (accountId: string, bytesMax?: number) => {
        body = await readJsonBody(request.raw, reply.raw, {
          ...{ places, accountId, onPlace, disconnected: signal },
          ...(bytesMax === undefined ? {} : { bytesMax }),
        })
        return body
      }
      try {
        return send(reply, requestId, await work({ requestId, disconnected: signal, readBody, onBodyRead }))
      } finally {
        // Where no thread took it over.
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
    // Checked by a hook, which answers in our envelope.
    requireHostHeader: false,
  }
  return (
    createServer(options, handler)
      // A body is asked for when its caller is known, and not before; what else is expected, a hook refuses.
      .on('checkContinue', handler)
      .on('checkExpectation', handler)
      // A tunnel; without a listener it would be closed without a word.
      .on('connect', (_request, socket: Socket) => refuseOn(socket, ids, noTunnel))
      .on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuseBroken(ids, error, socket))
  )
}

/**
 * The headers that something is decided by, each of which says one thing. Of several, whoever stands before
 * us may have read another one than we would, and Node joins those of some names with a comma.
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

/**
 * What HTTP/1.1 obliges a server to refuse, what is told twice, and an expectation that nobody here can meet.
 */
function wrongHeaders({ raw }: FastifyRequest): Fault | null {
  const wrong = (name: string) => invalidInput([issue(name, 'bad_header')])
  // `headers` no longer tells.
  const names = raw.rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase())
  const twice = headersOfOne.find(
    ({ lowerCase }) => names.indexOf(lowerCase) !== names.lastIndexOf(lowerCase),
  )
  if (twice !== undefined) return wrong(twice.name)
  const { host, expect, 'transfer-encoding': coding } = raw.headers
  // A body in a coding that we do not undo would be read as if it had none.
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

/** Unknown routes, wrong methods and what the framework itself refuses. */
function refuseTheRest(app: FastifyInstance, ids: Ids): void {
  const routes: { readonly path: RegExp; readonly methods: readonly string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    const path = new RegExp(`^${url.replace(/[.]/g, '[.]').replace(/:\w+/g, '[^/]+').replace(/[*]/g, '.*')}$`)
    routes.push({ path, methods: [method].flat() })
  })
  const refuseUnrouted = (request: FastifyRequest, reply: FastifyReply) => {
    // A request's target may be a whole URL, as it is for proxies.
    const path = request.url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0] ?? ''
    const allowed = routes.filter((route) => route.path.test(path)).flatMap((route) => route.methods)
    if (allowed.length === 0) return refuse(ids, reply, fault('not_found'))
    return refuse(ids, reply, fault('method_not_allowed', { headers: { allow: allowed.join(', ') } }))
  }
  app.setNotFoundHandler(refuseUnrouted)
  app.setErrorHandler((error, request, reply) => {
    // The framework has demands of its own on some methods (QUERY needs a content type), wherever they lead.
    if (request.is404) return refuseUnrouted(request, reply)
    return refuse(ids, reply, internalError('internal', { cause: error }))
  })
}

function refuse(ids: Ids, reply: FastifyReply, refusal: Fault): FastifyReply {
  const requestId = ids.uuid()
  return send(reply, requestId, failureReply(requestId, refusal))
}

/** Time for a client to read the refusal of what it still sends. */
const brokenLingerMs = 2_000

const noTunnel = fault('method_not_allowed', { headers: { allow: 'GET, POST' } })

/** Answers what isn't HTTP, or took too long to arrive, and hangs up. */
function refuseBroken(ids: Ids, error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'body_timeout' : 'bad_http'
  refuseOn(socket, ids, invalidInput([issue('', code)]))
}

/** Answers where there is nothing but a connection, and hangs up. */
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
  // Nobody else listens to a connection that was asked to be a tunnel.
  socket.on('error', () => socket.destroy())
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]))
  socket.setTimeout(brokenLingerMs, () => socket.destroy())
}
