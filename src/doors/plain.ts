import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reply } from '../pipeline/index.ts'
import type { Exchange, Http } from './http.ts'

/** A request of a room that doesn't know the framework under the doors. */
export interface PlainRequest extends Exchange {
  readonly params: Readonly<Record<string, string>>
  /** As it came: several of one name are a list. */
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: IncomingHttpHeaders
  readonly method: string
  /** The path without the query. */
  readonly path: string
  /** Whose connection it is: the caller's, or a proxy's. */
  readonly peerAddress: string
}

/** `error` is of no concern here: whoever makes the reply has logged it. */
export interface PlainReply extends Omit<Reply, 'error'> {
  /** Sent in place of the body, piece by piece as it is made. */
  readonly stream?: AsyncIterable<string>
}

export interface PlainRoute {
  readonly methods: readonly string[]
  /** `{name}` is a part of the path. */
  readonly path: string
  handle(request: PlainRequest): Promise<PlainReply>
}

/** Serves routes of another room: connections, bodies and their bounds are as for every door. */
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
