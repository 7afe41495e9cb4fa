import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeText, readTextFile } from './text-file.ts'

const text = '后端工程师，熟练使用 Go'
const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16, little end first', utf16],
  ['UTF-16, big end first', Buffer.from(utf16).swap16()],
  ['GB18030', Buffer.from('baf3b6cbb9a4b3cccaa6a3accaecc1b7cab9d3c320476f', 'hex')],
])('%s is read', (_, bytes) => {
  expect(decodeText(bytes)).toBe(text)
})

test.each([
  ['UTF-16 without a mark', utf16.subarray(2)],
  ['UTF-16 that breaks off', utf16.subarray(0, -1)],
  [
    'Windows-1252',
    Buffer.from('Jos\xe9 Hern\xe1ndez, \x93r\xe9sum\xe9\x94 of a na\xefve engineer', 'latin1'),
  ],
  ['Korean', Buffer.from('b9e9bfa3b5e520b0b3b9dfc0da2c2035b3e220b0e6b7c22e20bcadbfef', 'hex')],
  ['Japanese', Buffer.from('a5d0a5c3a5afa5a8a5f3a5c9b3abc8afbcd4a1a235c7afa4ceb7d0b8b3a1a3', 'hex')],
  ['no text at all', Buffer.from('504b0304140000000800', 'hex')],
])('%s is not guessed', (_, bytes) => {
  expect(decodeText(bytes)).toBeNull()
})

test.each([
  ['%PDF-1.7\n1 0 obj', 'a PDF'],
  ['PK\x03\x04\x14\0', 'Word'],
  ['\xd0\xcf\x11\xe0\xa1\xb1', 'Word'],
  ['Jos\xe9', 'UTF-8'],
])('a file that begins with %j is told as what it is', async (bytes, told) => {
  const folder = await mkdtemp(join(tmpdir(), 'text-file-'))
  try {
    await writeFile(join(folder, 'job'), bytes, 'latin1')
    expect(await readTextFile(join(folder, 'job'))).toEqual({ problem: expect.stringContaining(told) })
  } finally {
    await rm(folder, { recursive: true })
  }
})
