import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Ids, randomIds } from '../kit/index.ts'
import { hashKey, isWellFormedKey, lastFour, newKey } from './key-format.ts'

const filled = (byte: number): Ids => ({
  uuid: () => '',
  bytes: (length) => new Uint8Array(length).fill(byte),
})

describe('newKey', () => {
  test('has one length and one alphabet for any random bytes', () => {
    const extremes = [newKey(filled(0)), newKey(filled(255))]
    const drawn = Array.from({ length: 500 }, () => newKey(randomIds()))
    for (const key of [...extremes, ...drawn]) expect(key).toMatch(/^hecn_live_[0-9A-Za-z]{49}$/)
    expect(new Set(drawn).size).toBe(500)
  })

  test('keeps all 256 bits: two different secrets never give one key', () => {
    const secretOf = (key: string) => key.slice('hecn_live_'.length, -6)
    expect(secretOf(newKey(filled(0)))).toBe('0'.repeat(43))
    // 2^256 - 1 in base 62, computed independently.
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const value = [...secretOf(newKey(filled(255)))].reduce(
      (sum, digit) => sum * 62n + BigInt(alphabet.indexOf(digit)),
      0n,
    )
    expect(value).toBe(2n ** 256n - 1n)
  })

  test('its checksum is the CRC-32 of the preceding characters', () => {
    const key = newKey(randomIds())
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0)
    expect(value).toBe(crc32(key.slice(0, -6)))
  })
})

describe('isWellFormedKey', () => {
  test('accepts every generated key', () => {
    for (let count = 0; count < 200; count += 1) expect(isWellFormedKey(newKey(randomIds()))).toBe(true)
  })

  test('refuses a key with any one character mistyped, two exchanged, one missing or one more', () => {
    const key = newKey(randomIds())
    for (let at = 0; at < key.length; at += 1) {
      const other = key[at] === 'x' ? 'y' : 'x'
      expect(isWellFormedKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
      expect(isWellFormedKey(key.slice(0, at) + key.slice(at + 1))).toBe(false)
      const [a, b] = [key[at] ?? '', key[at + 1] ?? '']
      if (a !== b && b !== '') {
        expect(isWellFormedKey(key.slice(0, at) + b + a + key.slice(at + 2))).toBe(false)
      }
    }
    for (const text of ['', 'hecn_live_', `${key}0`, ` ${key}`, `${key}\n`, key.toUpperCase()]) {
      expect(isWellFormedKey(text)).toBe(false)
    }
  })
})

test('the SHA-256 of the key and its last four characters are stored', () => {
  const key = newKey(randomIds())
  expect(hashKey(key).toString('hex')).toBe(createHash('sha256').update(key).digest('hex'))
  expect(lastFour(key)).toBe(key.slice(-4))
})
