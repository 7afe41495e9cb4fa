import { createHash } from 'node:crypto'
import type { Ids } from '../kit/index.ts'

/** 256 random bits in 43 characters that need no escaping in a cookie or a link. */
export function makeSecretToken(ids: Ids): string {
  return Buffer.from(ids.bytes(32)).toString('base64url')
}

/** The stored form of a token. The token is random, so a plain hash cannot be guessed. */
export function hashSecretToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest()
}
