import type { FastifyInstance } from 'fastify'

/** How long a browser may cache a preflight. */
const preflightSeconds = 7_200
/** The headers that a page may read, without those that browsers always expose. */
const exposedHeaders = [
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ')

/**
 * Lets pages of these origins call every route of the door and read its answers, errors included. Requests
 * from other origins get ordinary answers: access is decided by the key, never by the origin.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin, 'access-control-request-method': asked } = request.headers
    if (origin === undefined || !origins.includes(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', exposedHeaders)
    if (request.method !== 'OPTIONS' || asked === undefined) return
    // The operator listed these origins, so they may send any header they ask for; MCP has its own.
    reply.headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
      'access-control-max-age': String(preflightSeconds),
    })
    return reply.code(204).send()
  })
}
