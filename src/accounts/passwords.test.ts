import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { randomIds } from '../kit/index.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

const ids = randomIds()

test('a password is verified by its own hash only', async () => {
  const stored = await hashPassword(ids, 'correct horse 马')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(stored).not.toContain('horse')
  expect(await verifyPassword(stored, 'correct horse 马')).toBe(true)
  expect(await verifyPassword(stored, 'correct horse')).toBe(false)
  expect(await hashPassword(ids, 'correct horse 马')).not.toBe(stored)
})

test('the stored settings are used, so that the defaults can be raised later', async () => {
  const salt = Buffer.from('0123456789abcdef')
  const parameters = { message: 'older password', nonce: salt, memory: 64, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { ...parameters, tagLength: 32 })
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const stored = `$argon2id$v=19$m=64,t=1,p=1$${base64(salt)}$${base64(tag)}`
  expect(await verifyPassword(stored, 'older password')).toBe(true)
  expect(await verifyPassword(stored, 'newer password')).toBe(false)
})

test('one text in two Unicode forms is one password', async () => {
  const stored = await hashPassword(ids, 'cafe\u0301 12345')
  expect(await verifyPassword(stored, 'caf\u00e9 12345')).toBe(true)
})

test('a missing or damaged hash and excessive settings give false, never an error', async () => {
  const stored = await hashPassword(ids, 'password one')
  const damaged = [
    null,
    '',
    'password one',
    stored.slice(0, -30),
    stored.replace('m=19456', 'm=4294967'),
    stored.replace('m=19456', 'm=1'),
    stored.replace('t=2', 't=999999999'),
    stored.replace('p=1', 'p=0'),
    stored.replace('argon2id', 'argon2i'),
  ]
  for (const text of damaged) expect(await verifyPassword(text, 'password one')).toBe(false)
})

test('an account without a password takes as long to refuse as a wrong password', async () => {
  const stored = await hashPassword(ids, 'password one')
  const timed = async (text: string | null) => {
    const rounds: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const start = performance.now()
      await verifyPassword(text, 'password two')
      rounds.push(performance.now() - start)
    }
    // Take the fastest round: load on the machine only adds time.
    return Math.min(...rounds)
  }
  const [absent, wrong] = [await timed(null), await timed(stored)]
  expect(absent).toBeGreaterThan(wrong / 4)
})

test.each(['', 'seven77', 'x'.repeat(201)])('%j is not an allowed password', async (password) => {
  await expect(hashPassword(ids, password)).rejects.toThrow('a password has 8 to 200 characters')
})
