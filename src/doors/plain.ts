import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reply } from '../pipeline/index.ts'
import type { Exchange, Http } from './http.ts'

/** A request, for a room that does not use the HTTP framework. */
export interface PlainRequest extends Exchange {
  readonly params: Readonly<Record<string, string>>
  /** Unparsed: a repeated parameter is a list. */
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: IncomingHttpHeaders
  readonly method: string
  /** The path without the query. */
  readonly path: string
  /** The peer of the connection: the caller or a proxy. */
  readonly peerAddress: string
}

/** Without `error`: the code that makes the reply has logged it. */
export interface PlainReply extends Omit<Reply, 'error'> {
  /** Sent in place of the body, piece by piece as it is made. */
  readonly stream?: AsyncIterable<string>
}

export interface PlainRoute {
  readonly methods: readonly string[]
  /** `{name}` is a path parameter. */
  readonly path: string
  handle(request: PlainRequest): Promise<PlainReply>
}

/** Serves routes of another room, with the same limits on connections and bodies as every door. */
export function addPlainRoutes(http: Http, routes: readonly PlainRoute[]): void {
  for (const route of routes) {
    http.app.route({
      method: [...route.methods] as Parameters<typeof http.app.route>[0]['method'],
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => serve(http, route, request, reply),
    })
  }
}

function serve(http: Http, route: PlainRoute, request: FastifyRequest, reply: FastifyReply) {
  return http.exchange(request, reply, async (exchange) => {
    const answer = await route.handle({
      ...exchange,
      params: request.params as Record<string, string>,
      query: request.query as Record<string, unknown>,
      headers: request.headers,
      method: request.method,
      path: request.url.split('?', 1)[0] ?? '',
      peerAddress: request.socket.remoteAddress ?? '',
    })
    return { ...answer, error: null }
  })
}
