import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { until } from '../../test/support/until.ts'
import { withPatience } from './patience.ts'

let server: Server | undefined
let client: Socket | undefined
afterEach(() => {
  client?.destroy()
  server?.closeAllConnections()
  server?.close()
})

const whole = (bytes: number) => (response: ServerResponse) =>
  void setImmediate(() => response.end(Buffer.alloc(bytes)))

/** A server with this answer, and a client that sends a number of pipelined requests. */
async function ask(answer: (response: ServerResponse) => void, requests: number, takenMs: number) {
  const seen = { handled: 0, received: 0 }
  const handler = withPatience(
    (_request, response) => {
      seen.handled += 1
      answer(response)
    },
    { unansweredMax: 4, takenMs },
  )
  server = createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests))
  const [connection] = (await accepted) as [Socket]
  return { seen, connection, client }
}

const large = 20_000_000
const longMs = 100_000

test('a client that reads its answers keeps its connection', async () => {
  const { seen, connection, client } = await ask(whole(large), 4, longMs)
  client.on('data', (chunk) => {
    seen.received += chunk.length
  })
  await until(() => seen.received > 4 * large)
  expect([seen.handled, connection.destroyed]).toEqual([4, false])
})

test('a client that does not read a large answer is disconnected', async () => {
  const { seen, connection } = await ask(whole(large), 1, 300)
  await once(connection, 'close')
  expect(seen.handled).toBe(1)
})

test('a client that exceeds the number of parallel requests is disconnected, and its remaining requests are dropped', async () => {
  const { seen, connection } = await ask(whole(10), 500, longMs)
  if (!connection.destroyed) await once(connection, 'close')
  expect(seen.handled).toBe(4)
})

test('a client that does not read a streamed answer is disconnected', async () => {
  const parts = Array.from({ length: 100 }, () => Buffer.alloc(large / 100))
  const { seen, connection } = await ask((response) => Readable.from(parts).pipe(response), 1, 300)
  await once(connection, 'close')
  expect(seen.handled).toBe(1)
})

test('a client that hung up leaves no state', async () => {
  const takenMs = 50
  const { promise: closed, resolve } = Promise.withResolvers<ServerResponse>()
  const { connection } = await ask(
    (response) => {
      response.once('close', () => resolve(response))
      client?.destroy()
    },
    1,
    takenMs,
  )
  const response = await closed
  const destroy = vi.spyOn(connection, 'destroy')
  response.end('too late')
  await new Promise((wake) => setTimeout(wake, 2 * takenMs))
  expect(destroy).not.toHaveBeenCalled()
})
