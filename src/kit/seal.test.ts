import { describe, expect, test } from 'vitest'
import { randomIds } from './ids.ts'
import { createSealer } from './seal.ts'

const ids = randomIds()
const bytes = (text: string) => new TextEncoder().encode(text)
const sealer = createSealer(ids.bytes(32), ids)

describe('a sealer', () => {
  test('opens what it sealed, of any length', () => {
    for (const text of ['', 'x', '张三的简历'.repeat(1000)]) {
      const opened = sealer.open(sealer.seal(bytes(text), 'account/request'), 'account/request')
      expect(opened && Buffer.from(opened).toString('utf8')).toBe(text)
    }
  })

  test('reveals nothing of the text, and never gives the same bytes twice', () => {
    const [first, second] = [sealer.seal(bytes('张三'), 'c'), sealer.seal(bytes('张三'), 'c')]
    expect(Buffer.from(first).includes(Buffer.from('张三'))).toBe(false)
    expect(first).not.toEqual(second)
  })

  test('refuses another context, another key, and any altered byte', () => {
    const sealed = sealer.seal(bytes('reply'), 'account-1')
    expect(sealer.open(sealed, 'account-2')).toBeNull()
    expect(createSealer(ids.bytes(32), ids).open(sealed, 'account-1')).toBeNull()
    for (let position = 0; position < sealed.length; position += 1) {
      const altered = Uint8Array.from(sealed, (byte, index) => (index === position ? byte ^ 1 : byte))
      expect(sealer.open(altered, 'account-1')).toBeNull()
    }
    expect(sealer.open(sealed.subarray(0, 20), 'account-1')).toBeNull()
  })

  test('recognises a text by its hmac, under its own key only', () => {
    expect(sealer.hmac('key')).toEqual(sealer.hmac(bytes('key')))
    expect(sealer.hmac('key')).not.toEqual(createSealer(ids.bytes(32), ids).hmac('key'))
    expect(sealer.hmac('key')).toHaveLength(32)
  })
})
