import type { RouteHandlerMethod } from 'fastify'
import type { Ids } from '../kit/index.ts'
import { chosen, type Representations, representationsOf } from './encoding.ts'
import { isKnown } from './etag.ts'

/** The document in every content coding, constant for the life of the process. */
export type OpenApiDocument = Representations

export const openApiDocument: (text: string) => OpenApiDocument = representationsOf

/** The description is public: any origin may read it, and cache it for a while. */
export function sendOpenApi(document: OpenApiDocument, ids: Ids): RouteHandlerMethod {
  return (request, reply) => {
    const { coding, body, etag } = chosen(request, document)
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-expose-headers': 'ETag, X-Request-Id',
      'cache-control': 'public, max-age=300',
      etag,
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'x-request-id': ids.uuid(),
    })
    if (request.method === 'OPTIONS') return reply.code(204).send()
    if (isKnown(request, etag)) return reply.code(304).send()
    if (coding !== null) reply.header('content-encoding', coding)
    return reply.code(200).type('application/json; charset=utf-8').send(body)
  }
}
