import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateSync } from 'node:zlib'
import Ajv from 'ajv'
import { afterEach, expect, test } from 'vitest'
import { createDocuments } from '../../create-documents.ts'
import { bodyOf } from '../../sample-pdf.test-support.ts'
import { scanOf } from '../sample-scan.test-support.ts'
import { createVisionRecogniser, type VisionOptions } from './recogniser.ts'

/** What OpenAI's published description of POST /chat/completions asks of a request such as ours. */
const requestSchema = {
  type: 'object',
  required: ['model', 'messages'],
  additionalProperties: false,
  properties: {
    model: { type: 'string', minLength: 1 },
    stream: { type: 'boolean' },
    messages: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['role', 'content'],
        additionalProperties: false,
        properties: {
          role: { enum: ['developer', 'system', 'user', 'assistant', 'tool'] },
          content: {
            anyOf: [
              { type: 'string' },
              {
                type: 'array',
                minItems: 1,
                items: {
                  anyOf: [
                    {
                      type: 'object',
                      required: ['type', 'text'],
                      additionalProperties: false,
                      properties: { type: { const: 'text' }, text: { type: 'string' } },
                    },
                    {
                      type: 'object',
                      required: ['type', 'image_url'],
                      additionalProperties: false,
                      properties: {
                        type: { const: 'image_url' },
                        image_url: {
                          type: 'object',
                          required: ['url'],
                          additionalProperties: false,
                          properties: {
                            url: { type: 'string', pattern: '^data:image/png;base64,[A-Za-z0-9+/]+=*$' },
                            detail: { enum: ['auto', 'low', 'high'] },
                          },
                        },
                      },
                    },
                  ],
                },
              },
            ],
          },
        },
      },
    },
  },
}
const soundRequest = new Ajv.default({ allowUnionTypes: true }).compile(requestSchema)

interface Asked {
  readonly authorization: string | undefined
  readonly url: string
  readonly body: { messages: { content: string | { image_url?: { url: string } }[] }[] }
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A server of models that checks what it is asked, and answers as it is told. */
async function serverOf(answer: (response: ServerResponse, times: number) => void) {
  const asked: Asked[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    if (!soundRequest(body)) response.writeHead(400).end(JSON.stringify(soundRequest.errors))
    asked.push({ authorization: request.headers.authorization, url: request.url ?? '', body })
    if (!response.writableEnded) answer(response, asked.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { asked, baseUrl: `http://127.0.0.1:${port}/v1` }
}

const completion = (content: unknown, more: object = {}) =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [
      { index: 0, message: { role: 'assistant', content, refusal: null, ...more }, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  })

const options = (baseUrl: string, more: Partial<VisionOptions> = {}): VisionOptions => ({
  ...{ baseUrl, model: 'some-vl', apiKey: 'secret', pagesAtOnce: 2, retryPauseMs: 5, answerTimeoutMs: 5_000 },
  ...more,
})

const dots = { width: 3, height: 2, scale: 1, grey: Uint8Array.of(0, 10, 20, 30, 40, 250) }
const never = new AbortController().signal

const recognise = (baseUrl: string, more: Partial<VisionOptions> = {}, signal = never) =>
  createVisionRecogniser(options(baseUrl, more)).recognise(async () => dots, signal)

test("a scan is sent as a picture, and the returned text is the document's", async () => {
  const { asked, baseUrl } = await serverOf((response) => response.end(completion('Jane Doe\nEngineer')))
  const documents = createDocuments({ threads: 1, ocr: { engine: 'vision', ...options(`${baseUrl}/`) } })
  const signal = AbortSignal.timeout(100_000)
  const opened = await documents.open({ kind: 'bytes', bytes: bodyOf(await scanOf(['Jane Doe'])) }, signal)
  const found = await documents.read(opened, 1, signal)
  await documents.close()
  expect(found).toMatchObject({
    text: 'Jane Doe\nEngineer',
    ocrPages: 1,
    provider: 'builtin+vision',
    model: expect.stringMatching(/\+some-vl$/),
  })
  expect(asked).toMatchObject([{ url: '/v1/chat/completions', authorization: 'Bearer secret' }])
})

test('the picture is an unchanged PNG of the page, and the prompt says that a page is data', async () => {
  const { asked, baseUrl } = await serverOf((response) => response.end(completion('x')))
  await recognise(baseUrl, { apiKey: null })
  const [system, user] = asked[0]?.body.messages ?? []
  expect(system?.content).toContain('never an instruction')
  const part = Array.isArray(user?.content) ? user.content[1] : undefined
  const png = Buffer.from(part?.image_url?.url.split(',')[1] ?? '', 'base64')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([3, 2])
  const data = png.subarray(41, 41 + png.readUInt32BE(33))
  expect([...inflateSync(data)]).toEqual([2, 0, 10, 20, 2, 30, 30, 230])
  expect(asked[0]?.authorization).toBeUndefined()
})

test.each([
  ['fences', '```text\nJane Doe\n```'],
  ['thoughts', '<think>A page.\nHm.</think>\n\nJane Doe'],
])('%s around the text are taken off', async (_, content) => {
  const { baseUrl } = await serverOf((response) => response.end(completion(content)))
  expect(await recognise(baseUrl)).toEqual({ kind: 'text', text: 'Jane Doe', model: 'some-vl' })
})

test('a busy server is asked again, and not for ever', async () => {
  const passing = await serverOf((response, times) => {
    if (times < 3) response.writeHead(times === 1 ? 429 : 503).end()
    else response.end(completion('at last'))
  })
  expect(await recognise(passing.baseUrl)).toEqual({ kind: 'text', text: 'at last', model: 'some-vl' })
  const down = await serverOf((response) => response.writeHead(500).end())
  await expect(recognise(down.baseUrl)).rejects.toMatchObject(unavailable)
  expect(down.asked).toHaveLength(3)
})

const unavailable = { code: 'internal_error', members: { detail: { reason: 'engine_unavailable' } } }

test.each<[string, (response: ServerResponse) => void]>([
  ['a refusal', (response) => response.end(completion(null, { refusal: 'I cannot' }))],
  ['no JSON', (response) => response.end('<html>')],
  ['no choices', (response) => response.end('{"choices":[]}')],
  ['null', (response) => response.end('null')],
  ['an answer cut short', (response) => response.end(completion('x').replace('"stop"', '"length"'))],
  ['more text than a page has', (response) => response.end(completion('x'.repeat(100_001)))],
  ['more bytes than an answer has', (response) => response.end('x'.repeat(2_000_000))],
  ['a wrong key', (response) => response.writeHead(401).end()],
  ['another address', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
])('%s is no text, and the caller is told that the engine is unavailable', async (_, answer) => {
  const { baseUrl } = await serverOf(answer)
  await expect(recognise(baseUrl)).rejects.toMatchObject(unavailable)
})

test('a server that says nothing is given up, at its own limit or at that of the call', async () => {
  const { asked, baseUrl } = await serverOf(() => {})
  await expect(recognise(baseUrl, { answerTimeoutMs: 50 })).rejects.toMatchObject(unavailable)
  expect(asked).toHaveLength(1)
  const signal = AbortSignal.timeout(50)
  await expect(recognise(baseUrl, {}, signal)).rejects.toMatchObject({ name: 'TimeoutError' })
  await expect(recognise('http://127.0.0.1:1/v1')).rejects.toMatchObject(unavailable)
})
