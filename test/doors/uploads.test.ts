import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPrefix, type JsonObject, limits, mcpPath, operationsUnder } from '../../src/contract/index.ts'
import { createDocuments, type Documents } from '../../src/documents/index.ts'
import { addMcpDoor, addRestDoor, createHttp, openApiDocument } from '../../src/doors/index.ts'
import { dataUrlOf, sampleResume, soundInputs } from '../support/inputs.ts'
import { requestOf, toolNames } from '../support/mcp.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { until } from '../support/until.ts'
import { type TestAccount, testConfig, useWorld } from '../support/world.ts'

/** Two upload slots, at most one per account. Only waits that a test needs are short. */
const [longMs, shortMs] = [100_000, 1_500]
const real = createDocuments({ threads: 1 })
/** Document reading waits for this. */
let mayRead: Promise<void> = Promise.resolve()
const documents: Documents = { ...real, read: async (...asked) => mayRead.then(() => real.read(...asked)) }
const world = useWorld({ engine: scriptedEngine(), documents })
/** Servers by the time limit that they shorten. */
const urls = { nothing: '', silence: '', waiting: '', haste: '' }
const open: ClientRequest[] = []
/** The service's ends of connections, by the client's port. */
const connections = new Map<number | undefined, Socket>()
const closing: (() => Promise<void>)[] = []

async function serve(
  bodyTimes: { quietMs: number; waitMs: number; graceMs?: number },
  more: { headersMs?: number } = {},
): Promise<string> {
  const { pipeline, ids, clock } = world().rooms
  const http = createHttp({ ids, clock, uploadsMax: 2, corsOrigins: [], bodyTimes, ...more })
  const operations = operationsUnder(testConfig().terms)
  addRestDoor(http, { pipeline, operations, openApi: openApiDocument(''), ids, terms: testConfig().terms })
  const reach = { host: '127.0.0.1', allowedHosts: [], corsOrigins: [] }
  addMcpDoor(http, { pipeline, operations, toolPrefix: 'service', reach })
  http.app.server.on('connection', (socket) => connections.set(socket.remotePort, socket))
  closing.push(() => http.app.close())
  return http.app.listen({ host: '127.0.0.1', port: 0 })
}

beforeAll(async () => {
  urls.nothing = await serve({ quietMs: longMs, waitMs: longMs })
  urls.silence = await serve({ quietMs: shortMs, waitMs: longMs })
  urls.waiting = await serve({ quietMs: longMs, waitMs: shortMs })
  urls.haste = await serve({ quietMs: longMs, waitMs: longMs, graceMs: shortMs }, { headersMs: shortMs })
})
afterAll(async () => {
  for (const outgoing of open) outgoing.destroy()
  await Promise.all(closing.map((close) => close()))
})

interface Sending {
  readonly outgoing: ClientRequest
  readonly answer: Promise<{
    readonly status: number
    readonly retryAfter: string | undefined
    readonly connection: string | undefined
    readonly body: Record<string, unknown>
  }>
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const megabyte = 1024 * 1024

/** A match of this size; the service ignores the unknown member. */
function matchOf(bytes: number): Buffer {
  const [start, end] = [JSON.stringify(soundInputs.matchResumeToJd).slice(0, -1), '"}']
  const filler = `${start}, "filler": "`
  return Buffer.from(filler + 'x'.repeat(bytes - Buffer.byteLength(filler) - end.length) + end)
}

/** Begins a call; the test writes the body. */
function start(
  account: TestAccount,
  length: number | 'chunked',
  url = urls.nothing,
  path = `${apiPrefix}/matches/resume-jd`,
): Sending {
  const headers: Record<string, string> = {
    authorization: `Bearer ${account.key}`,
    'content-type': 'application/json',
  }
  if (length !== 'chunked') headers['content-length'] = String(length)
  // A connection of its own, so that its bytes read belong to this call.
  const outgoing = request(new URL(path, url), { method: 'POST', headers, agent: false })
  open.push(outgoing)
  const answer = new Promise<Awaited<Sending['answer']>>((resolve, reject) => {
    outgoing.on('response', (response: IncomingMessage) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString())
        const { connection, 'retry-after': retryAfter } = response.headers
        resolve({ status: response.statusCode ?? 0, retryAfter, connection, body })
      })
    })
    outgoing.on('error', reject)
  })
  answer.catch(() => {})
  return { outgoing, answer }
}

/** Sends this much of a body of 3 MB and then nothing. */
async function stall(account: TestAccount, bytes: number, url = urls.nothing): Promise<Sending> {
  const sending = start(account, 3 * megabyte, url)
  await new Promise((sent) => sending.outgoing.write(matchOf(3 * megabyte).subarray(0, bytes), sent))
  // The data have left this process and will arrive soon.
  await pause(200)
  return sending
}

/** Keeps an upload slot by sending a little data regularly, until `finish` sends the rest. */
async function hold(
  account: TestAccount,
  url = urls.nothing,
): Promise<Sending & { finish(): void; hangUp(): void }> {
  const sending = await stall(account, 2 * megabyte, url)
  // The service has read enough to know that it is an upload, however busy the machine is.
  const port = sending.outgoing.socket?.localPort
  await until(() => (connections.get(port)?.bytesRead ?? 0) > 1.5 * megabyte)
  const rest = matchOf(3 * megabyte).subarray(2 * megabyte)
  let sent = 0
  const timer = setInterval(() => sending.outgoing.write(rest.subarray(sent, ++sent)), 100)
  return {
    ...sending,
    finish() {
      clearInterval(timer)
      sending.outgoing.end(rest.subarray(sent))
    },
    hangUp() {
      clearInterval(timer)
      sending.outgoing.destroy()
    },
  }
}

function sendAll(account: TestAccount, body: Buffer, url = urls.nothing, path?: string): Sending {
  const sending = start(account, body.length, url, path)
  sending.outgoing.end(body)
  return sending
}

test("connections that announce an upload and send nothing don't block others", async () => {
  const account = await world().account()
  const idle = await Promise.all([1, 1, 1, 1, 1].map((bytes) => stall(account, bytes)))
  expect((await sendAll(account, matchOf(2 * megabyte)).answer).status).toBe(200)
  for (const { outgoing } of idle) outgoing.destroy()
})

test('an account that fills its slots leaves one to others, and waits for its own', async () => {
  const [greedy, modest] = [await world().account(), await world().account()]
  const first = await hold(greedy)
  const second = sendAll(greedy, matchOf(2 * megabyte))
  const third = sendAll(greedy, matchOf(2 * megabyte))
  await pause(200)
  expect((await sendAll(modest, matchOf(2 * megabyte)).answer).status).toBe(200)
  expect(await Promise.race([second.answer, pause(100).then(() => 'waits')])).toBe('waits')
  first.finish()
  for (const { answer } of [first, second, third]) expect((await answer).status).toBe(200)
})

test('a small body without a length is not an upload', async () => {
  const accounts = [await world().account(), await world().account()]
  const held = await Promise.all(accounts.map((account) => hold(account)))
  const small = Buffer.from(JSON.stringify(soundInputs.matchResumeToJd))
  for (const account of accounts) {
    const { outgoing, answer } = start(account, 'chunked')
    outgoing.write(small.subarray(0, 100))
    outgoing.end(small.subarray(100))
    expect((await answer).status).toBe(200)
  }
  for (const { hangUp } of held) hangUp()
})

test('while an upload waits for its slot, its rest is not read', async () => {
  const accounts = [await world().account(), await world().account()]
  const held = await Promise.all(accounts.map((each) => hold(each)))
  const [account = await world().account()] = accounts
  const waiting = sendAll(account, matchOf(24 * megabyte))
  await pause(500)
  // Data beyond the system's buffers stay with the client.
  expect(waiting.outgoing.writableLength + (waiting.outgoing.socket?.writableLength ?? 0)).toBeGreaterThan(
    16 * megabyte,
  )
  for (const { hangUp } of held) hangUp()
  expect((await waiting.answer).status).toBe(200)
})

test('an upload that stalls gets an error, is not charged and releases its slot', async () => {
  const account = await world().account()
  const stalled = await stall(account, 2 * megabyte, urls.silence)
  const next = sendAll(account, matchOf(2 * megabyte), urls.silence)
  expect(await stalled.answer).toMatchObject({
    status: 400,
    body: { error: 'invalid_input', detail: [{ path: '', code: 'body_timeout' }] },
  })
  expect((await next.answer).status).toBe(200)
  expect(await account.balance()).toEqual({ spendable: 9_900, held: 0 })
})

test('an upload that waits too long for a slot gets Retry-After', async () => {
  const account = await world().account()
  const first = await hold(account, urls.waiting)
  const second = sendAll(account, matchOf(2 * megabyte), urls.waiting)
  expect(await second.answer).toMatchObject({
    status: 500,
    retryAfter: '5',
    body: { error: 'internal_error', detail: { reason: 'timeout' } },
  })
  first.hangUp()
  expect(await account.balance()).toEqual({ spendable: 10_000, held: 0 })
})

test('a client that disconnects releases its slot', async () => {
  const account = await world().account()
  const gone = await hold(account)
  const next = sendAll(account, matchOf(2 * megabyte))
  await pause(200)
  gone.hangUp()
  expect((await next.answer).status).toBe(200)
})

test('another small body is answered, however many are still arriving', async () => {
  const accounts = [await world().account(), await world().account(), await world().account()]
  const [slow, slower, other] = accounts as [TestAccount, TestAccount, TestAccount]
  const body = matchOf(5_000)
  const stalled = await Promise.all(
    Array.from({ length: 600 }, async (_, index) => {
      const sending = start(index % 2 === 0 ? slow : slower, 60_000)
      await new Promise((sent) => sending.outgoing.write(body.subarray(0, 1), sent))
      return sending
    }),
  )
  await pause(300)
  for (const account of [other, slow]) expect((await sendAll(account, body).answer).status).toBe(200)
  for (const { outgoing } of stalled) outgoing.destroy()
})

/** Sends a byte regularly, so that the connection is never idle. */
function trickle({ outgoing }: Sending): void {
  const timer = setInterval(() => outgoing.write(' '), 100)
  outgoing.on('close', () => clearInterval(timer))
}

const tooSlow = {
  status: 400,
  connection: 'close',
  body: { error: 'invalid_input', detail: [{ path: '', code: 'body_timeout' }] },
}

for (const [door, path] of [
  ['REST', undefined],
  ['MCP', mcpPath],
] as const) {
  test(`a small body that arrives byte by byte is refused and not charged: ${door}`, async () => {
    const account = await world().account()
    const sending = start(account, 60_000, urls.haste, path)
    trickle(sending)
    expect(await sending.answer).toMatchObject(tooSlow)
    expect(await account.balance()).toEqual({ spendable: 10_000, held: 0 })
  })
}

test('a connection that never sends its headers is answered and closed', async () => {
  const { hostname, port } = new URL(urls.haste)
  for (const sent of ['', `POST ${mcpPath} HTTP/1.1\r\nHost: a\r\nX: `]) {
    const socket = connect(Number(port), hostname)
    socket.write(sent)
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 400 .*"body_timeout"/s)
  }
})

test('an upload that arrives byte by byte is refused and releases its slot', async () => {
  const account = await world().account()
  const slow = await stall(account, 100_000, urls.haste)
  trickle(slow)
  const next = sendAll(account, matchOf(2 * megabyte), urls.haste)
  expect(await slow.answer).toMatchObject(tooSlow)
  expect((await next.answer).status).toBe(200)
  expect(await account.balance()).toEqual({ spendable: 9_900, held: 0 })
})

test('while others hold all slots, an account without one gets an extra slot', async () => {
  const accounts = [await world().account(), await world().account()]
  const held = await Promise.all(accounts.map((account) => hold(account)))
  const other = await world().account()
  expect((await sendAll(other, matchOf(2 * megabyte)).answer).status).toBe(200)
  for (const { hangUp } of held) hangUp()
})

test('unknown members of a body of 75 MB are ignored: REST and MCP', async () => {
  const account = await world().account()
  const bytes = limits.bodyBytesMax
  expect((await sendAll(account, matchOf(bytes)).answer).status).toBe(200)
  const call = { name: toolNames.matchResumeToJd, arguments: { filler: '#' } }
  const [before = '', after = ''] = JSON.stringify(requestOf('tools/call', call, 'legacy')).split(
    '{"filler":"#"}',
  )
  const message = [Buffer.from(before), matchOf(bytes - before.length - after.length), Buffer.from(after)]
  const { status, body } = await sendAll(account, Buffer.concat(message), urls.nothing, mcpPath).answer
  expect([status, (body.result as JsonObject).isError]).toEqual([200, false])
  expect(await account.balance()).toEqual({ spendable: 9_800, held: 0 })
})

/** Sends this much of a small body and then nothing. */
async function stallSmall(account: TestAccount, bytes: number): Promise<Sending> {
  const sending = start(account, 900_000)
  await new Promise((sent) => sending.outgoing.write(matchOf(900_000).subarray(0, bytes), sent))
  return sending
}

test('small bodies have slots too: a full account waits for its own; the smallest bodies wait for none', async () => {
  const [greedy, modest] = [await world().account(), await world().account()]
  const stalled = await Promise.all(Array.from({ length: 48 }, () => stallSmall(greedy, 200_000)))
  await pause(300)
  const next = Array.from({ length: 10 }, () => sendAll(greedy, matchOf(900_000)))
  await pause(300)
  expect((await sendAll(modest, matchOf(900_000)).answer).status).toBe(200)
  expect((await sendAll(greedy, matchOf(50_000)).answer).status).toBe(200)
  expect((await sendAll(greedy, matchOf(2 * megabyte)).answer).status).toBe(200)
  expect(await Promise.race([...next.map(({ answer }) => answer), pause(100)])).toBeUndefined()
  // The rest of waiting bodies isn't read.
  for (const { outgoing } of next) {
    const read = connections.get(outgoing.socket?.localPort)?.bytesRead ?? 0
    expect(read).toBeGreaterThan(64 * 1024)
    expect(read).toBeLessThan(400_000)
  }
  for (const { outgoing } of stalled.slice(0, 5)) outgoing.destroy()
  for (const { answer } of next) expect((await answer).status).toBe(200)
  for (const { outgoing } of stalled) outgoing.destroy()
})

test('a slow body below 64 KB takes no slot of small bodies', async () => {
  const account = await world().account()
  const stalled = await Promise.all(Array.from({ length: 60 }, () => stallSmall(account, 20_000)))
  await pause(300)
  expect((await sendAll(account, matchOf(900_000)).answer).status).toBe(200)
  for (const { outgoing } of stalled) outgoing.destroy()
})

test('a body without a length is an upload above 64 KB', async () => {
  const accounts = [await world().account(), await world().account()]
  const held = await Promise.all(accounts.map((account) => hold(account)))
  const [account = await world().account()] = accounts
  const chunked = start(account, 'chunked')
  // A request that ends with one write gets a length from the client.
  chunked.outgoing.write(matchOf(200_000).subarray(0, 100))
  chunked.outgoing.end(matchOf(200_000).subarray(100))
  expect((await sendAll(account, matchOf(200_000)).answer).status).toBe(200)
  expect(await Promise.race([chunked.answer, pause(200)])).toBeUndefined()
  for (const { hangUp } of held) hangUp()
  expect((await chunked.answer).status).toBe(200)
})

test('a document in reading holds no slot if another body fits into memory', async () => {
  const account = await world().account()
  const reading = Promise.withResolvers<void>()
  mayRead = reading.promise
  const fileDataUrl = dataUrlOf(Buffer.concat([sampleResume, Buffer.alloc(2 * megabyte, 0x20)]))
  const body = Buffer.from(JSON.stringify({ fileDataUrl }))
  const parses: Sending[] = []
  const parse = async () => {
    parses.push(sendAll(account, body, urls.nothing, `${apiPrefix}/resumes/parse`))
    await until(async () => (await account.requests('held')) === parses.length)
  }
  for (const _ of [1, 2, 3]) await parse()
  expect((await sendAll(account, matchOf(2 * megabyte)).answer).status).toBe(200)
  reading.resolve()
  for (const { answer } of parses) expect((await answer).status).toBe(200)
})

test('bodies larger than any data URL are read one at a time', async () => {
  const [first, second, third] = [await world().account(), await world().account(), await world().account()]
  const large = start(first, 40 * megabyte)
  await new Promise((sent) => large.outgoing.write(matchOf(40 * megabyte).subarray(0, 30 * megabyte), sent))
  const waiting = sendAll(second, matchOf(40 * megabyte))
  expect(await Promise.race([waiting.answer, pause(1_500)])).toBeUndefined()
  const port = waiting.outgoing.socket?.localPort
  expect(connections.get(port)?.bytesRead ?? 0).toBeLessThan(27 * megabyte)
  expect((await sendAll(third, matchOf(900_000)).answer).status).toBe(200)
  large.outgoing.destroy()
  expect((await waiting.answer).status).toBe(200)
})
