import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Ids } from '../kit/index.ts'

/*
 * A redemption code: four groups of five symbols, 90 random bits and a checksum of ten, in an alphabet
 * without I, L, O and U, so that it can be read aloud and typed in. A mistyped code is refused without a
 * look-up.
 */

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const randomSymbols = 18

/** A new code, as it is shown: XXXXX-XXXXX-XXXXX-XXXXX. */
export function newVoucherCode(ids: Ids): string {
  // 256 is a multiple of 32: every symbol is as likely as any other.
  const random = [...ids.bytes(randomSymbols)].map((byte) => alphabet[byte % alphabet.length]).join('')
  const code = random + checksum(random)
  return code.replace(/(.{5})(?=.)/g, '$1-')
}

/** The code in its one spelling; null where it can't be one. Case, spaces, dashes, look-alikes: all one. */
export function readVoucherCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  if (code.length !== randomSymbols + 2 || [...code].some((symbol) => !alphabet.includes(symbol))) return null
  return checksum(code.slice(0, randomSymbols)) === code.slice(randomSymbols) ? code : null
}

/** What is stored of a code. It is random, so a plain hash can't be guessed back. */
export function hashVoucherCode(code: string): Buffer {
  return createHash('sha256').update(code, 'utf8').digest()
}

function checksum(symbols: string): string {
  const sum = crc32(symbols)
  return `${alphabet[sum % 32]}${alphabet[(sum >>> 5) % 32]}`
}
