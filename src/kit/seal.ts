import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto'
import { assert } from './assert.ts'
import type { Ids } from './ids.ts'

const formatVersion = 1
const keyIdBytes = 4
const saltBytes = 12
const nonceBytes = 12
const tagBytes = 16
const headerBytes = 1 + keyIdBytes
const bodyStart = headerBytes + saltBytes + nonceBytes

/**
 * Encrypts and authenticates texts at rest with AES-256-GCM. `context` names the purpose and the owner of the
 * bytes; a sealed value that is moved elsewhere does not open.
 */
export interface Sealer {
  seal(bytes: Uint8Array, context: string): Uint8Array
  /** Null if it was sealed under another key or for another context, or was altered. */
  open(sealed: Uint8Array, context: string): Uint8Array | null
  /** 32 bytes that only a holder of the key can compute, to recognise a text without storing it. */
  hmac(text: Uint8Array | string): Uint8Array
}

/**
 * A sealer with one secret of 32 bytes. Every value has its own key, derived from the secret and a random
 * salt, so random nonces stay safe for any number of values. Layout: version, key id, salt, nonce,
 * ciphertext, tag. The key id identifies values of a replaced key and reveals nothing about the key.
 */
export function createSealer(secret: Uint8Array, ids: Ids): Sealer {
  assert(secret.length === 32, 'the sealing key is 32 bytes')
  const sealingKey = derive(secret, 'seal')
  const recognitionKey = derive(secret, 'hmac')
  const header = Buffer.concat([
    Buffer.of(formatVersion),
    createHash('sha256').update(derive(secret, 'id')).digest().subarray(0, keyIdBytes),
  ])
  const keyFor = (salt: Uint8Array) => createHmac('sha256', sealingKey).update(salt).digest()

  return {
    seal(bytes, context) {
      const random = ids.bytes(saltBytes + nonceBytes)
      const key = keyFor(random.subarray(0, saltBytes))
      const cipher = createCipheriv('aes-256-gcm', key, random.subarray(saltBytes))
      cipher.setAAD(Buffer.from(context, 'utf8'))
      const ciphertext = cipher.update(bytes)
      cipher.final()
      return Buffer.concat([header, random, ciphertext, cipher.getAuthTag()])
    },

    open(sealed, context) {
      if (sealed.length < bodyStart + tagBytes) return null
      if (!header.equals(sealed.subarray(0, headerBytes))) return null
      const salt = sealed.subarray(headerBytes, headerBytes + saltBytes)
      const nonce = sealed.subarray(headerBytes + saltBytes, bodyStart)
      const decipher = createDecipheriv('aes-256-gcm', keyFor(salt), nonce)
      decipher.setAAD(Buffer.from(context, 'utf8'))
      decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
      try {
        const bytes = decipher.update(sealed.subarray(bodyStart, sealed.length - tagBytes))
        decipher.final()
        return bytes
      } catch {
        return null
      }
    },

    hmac: (text) => createHmac('sha256', recognitionKey).update(text).digest(),
  }
}

function derive(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `recruiter-open-api ${purpose}`, 32))
}
