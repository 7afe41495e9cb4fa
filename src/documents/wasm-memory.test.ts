import { expect, test } from 'vitest'
import { withMemoryMax } from './wasm-memory.ts'

/** A module with one memory of 2 to 32768 pages, as PDFium's. */
const tiny = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 6, 1, 1, 2, 0x80, 0x80, 2])

test('the maximum of a memory is replaced and nothing else', async () => {
  const changed = withMemoryMax(tiny, 256 * 1024 * 1024)
  expect([...changed.subarray(13)]).toEqual([0x80, 0xa0, 0])
  expect([...changed.subarray(0, 13)]).toEqual([...tiny.subarray(0, 13)])
  await expect(WebAssembly.compile(changed)).resolves.toBeDefined()
})

test('an unexpected binary is refused at start', () => {
  expect(() => withMemoryMax(tiny.subarray(0, 8), 1 << 28)).toThrow('no memory')
  expect(() => withMemoryMax(tiny, 65_536)).toThrow('between')
  expect(() => withMemoryMax(Uint8Array.from([...tiny.subarray(0, 11), 0, 2, 0, 0, 0]), 1 << 28)).toThrow(
    'maximum',
  )
})
