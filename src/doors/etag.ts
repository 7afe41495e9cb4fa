import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The tag of a text that is constant for the life of the process, in a content coding or plain. */
export function etagOf(body: string, coding: string | null = null): string {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 27)
  return coding === null ? `"${digest}"` : `"${digest}-${coding}"`
}

/** Whether the client already has the version with this tag. */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const strong = (tag: string) => tag.trim().replace(/^W\//, '')
  const known = request.headers['if-none-match']?.split(',').map(strong)
  return known?.some((tag) => tag === strong(etag) || tag === '*') ?? false
}
