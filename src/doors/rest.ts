import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import {
  apiPrefix,
  type CallBody,
  type Fault,
  fault,
  internalError,
  invalidInput,
  issue,
  type Operation,
} from '../contract/index.ts'
import { createSemaphore, type Ids, type Semaphore } from '../kit/index.ts'
import { type Call, failureReply, handleCall, type PipelineDeps, type Reply } from '../pipeline/index.ts'
import { readJsonBody } from './body.ts'
import { allowOrigins } from './cors.ts'
import { type OpenApiDocument, sendOpenApi } from './serve-openapi.ts'

export interface RestDeps {
  readonly pipeline: PipelineDeps
  /** The operations that are offered: those with a handler. */
  readonly operations: readonly Operation[]
  readonly openApi: OpenApiDocument
  readonly ids: Ids
  readonly uploadsMax: number
  /** Pages of these origins may call from a browser. */
  readonly corsOrigins: readonly string[]
}

/** How long a caller may take to send a request, in milliseconds. */
const requestTimeoutMs = 180_000

/** The REST door: one route per operation of the contract, and the document that describes them. */
export function createRestDoor(deps: RestDeps): FastifyInstance {
  const app = Fastify({
    logger: false,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // As long as a request line may be: an id that is too long is the id of no batch.
    routerOptions: { maxParamLength: 100_000 },
    clientErrorHandler: refuseBrokenHttp(deps),
    frameworkErrors: (_error, _request, reply) => refuseUnknownRoute(deps, reply),
  })
  // Bodies are read by the pipeline once the caller is known, so no parser of the framework may touch them.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  if (deps.corsOrigins.length > 0) allowOrigins(app, deps.corsOrigins)

  const uploads = createSemaphore(deps.uploadsMax)
  for (const operation of deps.operations) {
    app.route({
      method: operation.method,
      url: apiPrefix + operation.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => serve(deps, uploads, operation, request, reply),
    })
  }
  app.route({
    method: ['GET', 'HEAD', 'OPTIONS'],
    url: `${apiPrefix}/openapi.json`,
    handler: sendOpenApi(deps.openApi),
  })
  refuseTheRest(app, deps)
  return app
}

async function serve(
  deps: RestDeps,
  uploads: Semaphore,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const disconnected = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) disconnected.abort()
  })
  let giveSlotBack = () => {}
  const call: Call = {
    operation,
    door: 'rest',
    requestId: deps.ids.uuid(),
    credential: request.headers.authorization,
    idempotencyKey: operation.writes ? request.headers['idempotency-key'] : undefined,
    idempotencyKeyPath: 'Idempotency-Key',
    disconnected: disconnected.signal,
    readBody: async (): Promise<CallBody> => {
      if (operation.method === 'GET')
        return { kind: 'value', value: request.params as Record<string, string> }
      const onSlot = (release: () => void) => {
        giveSlotBack = release
      }
      return readJsonBody(request.raw, { uploads, onSlot, disconnected: disconnected.signal })
    },
  }
  try {
    return send(reply, call.requestId, await handleCall(deps.pipeline, call))
  } finally {
    giveSlotBack()
  }
}

function send(reply: FastifyReply, requestId: string, answer: Reply): FastifyReply {
  // What is left of a body that nobody read is not worth waiting for.
  if (!reply.request.raw.complete && answer.error !== null) reply.header('connection', 'close')
  return reply
    .code(answer.status)
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      ...answer.headers,
    })
    .send(answer.body)
}

/**
 * Unknown routes, wrong methods and what the framework itself refuses: the same envelope as everything else.
 */
function refuseTheRest(app: FastifyInstance, deps: RestDeps): void {
  const routes = [
    ...deps.operations.map((operation) => ({
      path: new RegExp(`^${apiPrefix}${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
      method: operation.method,
    })),
    { path: new RegExp(`^${apiPrefix}/openapi[.]json$`), method: 'GET' },
  ]
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = routes.filter((route) => route.path.test(path)).map((route) => route.method)
    if (allowed.length === 0) return refuseUnknownRoute(deps, reply)
    return refuse(deps, reply, fault('method_not_allowed', { headers: { allow: allowed.join(', ') } }))
  })
  app.setErrorHandler((error, _request, reply) =>
    refuse(deps, reply, internalError('internal', { cause: error })),
  )
}

function refuseUnknownRoute(deps: RestDeps, reply: FastifyReply): FastifyReply {
  return refuse(deps, reply, fault('not_found'))
}

function refuse(deps: RestDeps, reply: FastifyReply, refusal: Fault): FastifyReply {
  const requestId = deps.ids.uuid()
  return send(reply, requestId, failureReply(requestId, refusal))
}

/** Answers what isn't HTTP, or took too long to arrive, and hangs up. */
function refuseBrokenHttp(deps: RestDeps) {
  return (_error: Error, socket: Socket) => {
    if (!socket.writable) return void socket.destroy()
    const refusal = invalidInput([issue('', 'bad_http')])
    const { body } = failureReply(deps.ids.uuid(), refusal)
    const head = [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      `content-length: ${body.length}`,
      'connection: close',
    ]
    socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]))
  }
}
