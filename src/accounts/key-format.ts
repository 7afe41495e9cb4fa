import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { assert, type Ids } from '../kit/index.ts'

/**
 * hecn_live_ + 43 base62 digits (256 random bits) + 6 base62 digits: CRC-32 (as in zlib and PNG) of all
 * characters before them. Digits are 0-9 A-Z a-z, most significant first, padded with 0. The checksum lets us
 * refuse a mistyped key without a look-up, and lets a secret scanner recognise a real key.
 */
export const keyPrefix = 'hecn_live_'
const secretBytes = 32
const secretDigits = 43
const checksumDigits = 6
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const pattern = new RegExp(`^${keyPrefix}[0-9A-Za-z]{${secretDigits + checksumDigits}}$`)

export function newKey(ids: Ids): string {
  const secret = BigInt(`0x${Buffer.from(ids.bytes(secretBytes)).toString('hex')}`)
  const unchecked = keyPrefix + base62(secret, secretDigits)
  return unchecked + checksum(unchecked)
}

/** True if the text has the form of a key and a correct checksum. The key need not exist. */
export function isWellFormedKey(text: string): boolean {
  if (!pattern.test(text)) return false
  const unchecked = text.slice(0, -checksumDigits)
  return text.slice(-checksumDigits) === checksum(unchecked)
}

/** The stored form of a key. A key has 256 random bits, so a plain hash cannot be searched. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key, 'ascii').digest()
}

export function lastFour(key: string): string {
  return key.slice(-4)
}

function checksum(unchecked: string): string {
  return base62(BigInt(crc32(unchecked)), checksumDigits)
}

function base62(value: bigint, length: number): string {
  const base = BigInt(digits.length)
  let rest = value
  let text = ''
  for (let place = 0; place < length; place += 1) {
    text = digits.charAt(Number(rest % base)) + text
    rest /= base
  }
  assert(rest === 0n, `a number does not fit into ${length} digits`)
  return text
}
