import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64InPlace, unescapeInPlace } from './base64.ts'

const bytesOf = (text: string) => Buffer.from(new TextEncoder().encode(text).buffer)

function decode(text: string, before = ''): Buffer | null {
  const bytes = bytesOf(before + text)
  const length = decodeBase64InPlace(bytes, before.length)
  return length === null ? null : Buffer.from(bytes.subarray(0, length))
}

test('any data is decoded from any position in the buffer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary-ascii' }), (data, before) => {
      expect(decode(Buffer.from(data).toString('base64'), before)).toEqual(Buffer.from(data))
    }),
  )
})

test('pieces are joined without gaps', () => {
  for (const length of [49_150, 49_151, 49_152, 49_153, 98_304, 100_001]) {
    const data = randomBytes(length)
    expect(decode(data.toString('base64'))?.equals(data)).toBe(true)
  }
})

test('white space is skipped at any position', () => {
  const data = randomBytes(150_000)
  const wrapped = data.toString('base64').replace(/.{76}/g, '$&\r\n')
  expect(decode(`${wrapped}\n`)?.equals(data)).toBe(true)
  expect(decode('QU\tJ\fD ')?.toString()).toBe('ABC')
})

test('anything but base64 is refused', () => {
  const wrong = [
    'Q',
    'QQ',
    'QQ=',
    'QQ===',
    '=',
    '====',
    'QR==',
    'QUJ=',
    'QQ==QQ==',
    'A-__',
    'QUJ%',
    'QUJDé',
    'QUJ\0',
  ]
  for (const text of wrong) expect(decode(text), text).toBeNull()
  expect(decode(`${'QUJD'.repeat(40_000)}!!!!`)).toBeNull()
  expect(decode(`${'QUJD'.repeat(20_000)}QQ==${'QUJD'.repeat(20_000)}`)).toBeNull()
  // Padding at the very end of a piece, with another piece behind it.
  expect(decode(`${'QUJD'.repeat(16_383)}QQ==QUJD`)).toBeNull()
  expect(decode('')?.length).toBe(0)
})

test('JSON escapes are decoded as by JSON.parse', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), fc.string({ unit: 'binary-ascii' }), (start, text) => {
      const escaped = JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/').replaceAll('+', '\\u002B')
      const bytes = bytesOf(start + escaped)
      const end = unescapeInPlace(bytes, start.length)
      expect(end).not.toBeNull()
      expect(Buffer.from(bytes.subarray(start.length, end ?? 0)).toString()).toBe(text)
    }),
  )
})

test('unknown escapes are refused, and characters beyond ASCII are not base64', () => {
  for (const text of ['\\x', '\\u12', '\\u12G4', '\\'])
    expect(unescapeInPlace(bytesOf(text), 0), text).toBeNull()
  const bytes = bytesOf('\\u0141')
  expect([unescapeInPlace(bytes, 0), bytes[0]]).toEqual([1, 0xff])
})
