import type { RouteHandlerMethod } from 'fastify'
import { etagOf, isKnown } from './etag.ts'

export interface OpenApiDocument {
  readonly body: string
  readonly etag: string
}

/** Fixes the text and the tag of the document for as long as the process lives. */
export function openApiDocument(body: string): OpenApiDocument {
  return { body, etag: etagOf(body) }
}

/** Anyone may read the description, from any origin, and keep it for a while. */
export function sendOpenApi(document: OpenApiDocument): RouteHandlerMethod {
  return (request, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-expose-headers': 'ETag',
      'cache-control': 'public, max-age=300',
      etag: document.etag,
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    if (request.method === 'OPTIONS') return reply.code(204).send()
    if (isKnown(request, document.etag)) return reply.code(304).send()
    return reply.code(200).type('application/json; charset=utf-8').send(document.body)
  }
}
