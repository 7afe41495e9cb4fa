import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient } from '../../packages/client/src/index.ts'
import { bodyWithFile } from '../../packages/client/src/upload.ts'
import { limits } from '../../src/contract/index.ts'
import { success, useScriptedServer } from './scripted-server.ts'

/** The conversion of a file into a JSON body. */

const server = useScriptedServer()
const pieceBytes = 3 * 128 * 1024
const head = 'data:application/pdf;base64,'
const largestBytes = Math.floor((limits.fileDataUrlCharactersMax - head.length) / 4) * 3

const bodyOf = async (file: Uint8Array, rest = {}) =>
  JSON.parse(await (await bodyWithFile(file, rest, undefined)).text())

type Encoder = { toBase64?: unknown }
const native = Object.getOwnPropertyDescriptor(Uint8Array.prototype, 'toBase64')
const withoutNative = () =>
  Object.defineProperty(Uint8Array.prototype, 'toBase64', { value: undefined, configurable: true })
afterEach(() => {
  if (native === undefined) delete (Uint8Array.prototype as Encoder).toBase64
  else Object.defineProperty(Uint8Array.prototype, 'toBase64', native)
})

describe.each([
  ['the engine', () => {}],
  ['an engine that is older', withoutNative],
])('base64 of %s', (_, prepare) => {
  test('is correct for every length', async () => {
    prepare()
    const bytes = fc.uint8Array({ maxLength: 5_000 })
    await fc.assert(
      fc.asyncProperty(bytes, async (file) => {
        expect((await bodyOf(file)).fileDataUrl).toBe(head + Buffer.from(file).toString('base64'))
      }),
      { numRuns: 100 },
    )
    for (const length of [pieceBytes - 1, pieceBytes, pieceBytes + 1, 2 * pieceBytes + 2]) {
      const file = crypto.getRandomValues(new Uint8Array(65_536))
      const long = Buffer.concat(Array(Math.ceil(length / file.length)).fill(file), length)
      expect((await bodyOf(long)).fileDataUrl === head + long.toString('base64'), `${length} bytes`).toBe(
        true,
      )
    }
  })
  test('encoding a large file does not block other work', async () => {
    prepare()
    let turns = 0
    let isDone = false
    const others = (async () => {
      while (!isDone) {
        await turn()
        turns += 1
      }
    })()
    const body = await bodyWithFile(new Uint8Array(largestBytes), {}, undefined)
    isDone = true
    await others
    expect(turns).toBeGreaterThan(largestBytes / pieceBytes / 2)
    expect(body.size).toBeGreaterThan(limits.fileDataUrlCharactersMax - 10)
  })
})

test('the other members are unchanged, whatever they contain', async () => {
  const rest = { fileName: '简历 "最终版"\\\n.pdf', pages: 2, timeoutMs: undefined }
  expect(await bodyOf(new Uint8Array(3), rest)).toEqual({
    fileDataUrl: `${head}AAAA`,
    fileName: rest.fileName,
    pages: 2,
  })
})

test('a file of any kind arrives unchanged on every attempt; its name is sent only if given', async () => {
  const bytes = new TextEncoder().encode('%PDF-1.7 简历')
  const larger = new Uint8Array(100)
  larger.set(bytes, 10)
  const client = createClient({ baseUrl: server.url, apiKey: 'k' })
  const kinds = [
    new File([bytes], '王小明.pdf'),
    new Blob([bytes]),
    bytes,
    Buffer.from(bytes),
    bytes.buffer.slice(0, bytes.length),
    larger.subarray(10, 10 + bytes.length),
  ]
  for (const file of kinds) {
    server.answer((response) => void response.socket?.destroy(), success)
    await client.parseResume(file, { pages: 1 })
  }
  expect(server.requests).toHaveLength(2 * kinds.length)
  const sent = new Set(server.requests.map(({ body }) => body))
  expect([...sent].map((body) => JSON.parse(body))).toEqual([
    { fileDataUrl: head + Buffer.from(bytes).toString('base64'), pages: 1 },
  ])
  expect(server.requests[0]?.headers['content-length']).toBe(String(Buffer.byteLength([...sent][0] ?? '')))
})

test('a file that is too large is refused before it is read', async () => {
  const client = createClient({ baseUrl: server.url, apiKey: 'k' })
  const file = new Blob([new Uint8Array(largestBytes + 1)])
  Object.defineProperty(file, 'slice', { value: () => expect.unreachable('it was read') })
  await expect(client.parseResume(file)).rejects.toMatchObject({
    code: 'payload_too_large',
    status: null,
    attempts: 0,
    message: expect.stringContaining(`${largestBytes} are allowed`),
  })
  expect(server.requests).toHaveLength(0)
})
