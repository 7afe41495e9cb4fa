import type { FastifyInstance } from 'fastify'

/** A browser asks again only after so long. */
const preflightSeconds = 7_200
/** What a page may read beside the body; the names of browsers' own safe list are not repeated. */
const exposedHeaders = [
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ')

/**
 * Lets pages of these origins call every route of the door and read its answers, refusals too. Whoever asks
 * from elsewhere is answered as if there were no browsers: a key decides who may call, never an origin.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin, 'access-control-request-method': asked } = request.headers
    if (origin === undefined || !origins.includes(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', exposedHeaders)
    if (request.method !== 'OPTIONS' || asked === undefined) return
    // These callers are trusted by name, so they may send the headers they ask for: MCP has some of its own.
    reply.headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
      'access-control-max-age': String(preflightSeconds),
    })
    return reply.code(204).send()
  })
}
