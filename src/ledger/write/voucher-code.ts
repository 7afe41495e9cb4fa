import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Ids } from '../../kit/index.ts'

/*
 * A redemption code: four groups of five symbols, 90 random bits and a 10-bit checksum, in an alphabet
 * without I, L, O and U, so that it can be read aloud and typed. A mistyped code is refused without a
 * database lookup.
 */

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const randomSymbols = 18

/** A new code in display form: XXXXX-XXXXX-XXXXX-XXXXX. */
export function newVoucherCode(ids: Ids): string {
  // 256 is a multiple of 32, so all symbols are equally likely.
  const random = [...ids.bytes(randomSymbols)].map((byte) => alphabet[byte % alphabet.length]).join('')
  const code = random + checksum(random)
  return code.replace(/(.{5})(?=.)/g, '$1-')
}

/**
 * The code in canonical spelling; null if it cannot be one. Ignores case, spaces and dashes, and maps
 * look-alikes.
 */
export function readVoucherCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  if (code.length !== randomSymbols + 2 || [...code].some((symbol) => !alphabet.includes(symbol))) return null
  return checksum(code.slice(0, randomSymbols)) === code.slice(randomSymbols) ? code : null
}

/** The stored form of a code. The code is random, so a plain hash cannot be guessed. */
export function hashVoucherCode(code: string): Buffer {
  return createHash('sha256').update(code, 'utf8').digest()
}

function checksum(symbols: string): string {
  const sum = crc32(symbols)
  return `${alphabet[sum % 32]}${alphabet[(sum >>> 5) % 32]}`
}
