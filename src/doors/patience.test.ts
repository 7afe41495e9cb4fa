import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
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

/** A server whose answers have so many bytes, and a client that sends so many requests at once. */
async function ask(answerBytes: number, requests: number, takenMs: number) {
  const seen = { handled: 0, received: 0 }
  const handler = withPatience(
    (_request, response) => {
      seen.handled += 1
      setImmediate(() => response.end(Buffer.alloc(answerBytes)))
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

test('who takes its answers keeps its connection', async () => {
  const { seen, connection, client } = await ask(large, 4, longMs)
  client.on('data', (chunk) => {
    seen.received += chunk.length
  })
  await until(() => seen.received > 4 * large)
  expect([seen.handled, connection.destroyed]).toEqual([4, false])
})

test('who takes none of a large answer is hung up on', async () => {
  const { seen, connection } = await ask(large, 1, 300)
  await once(connection, 'close')
  expect(seen.handled).toBe(1)
})

test('who sends more requests at once than it may is hung up on, and no more of them are worked on', async () => {
  const { seen, connection } = await ask(10, 500, longMs)
  if (!connection.destroyed) await once(connection, 'close')
  expect(seen.handled).toBe(4)
})

test('who hung up before its answer is not remembered', async () => {
  const takenMs = 50
  const answered = Promise.withResolvers<Socket>()
  const handler = withPatience(
    ({ socket }, response) => {
      response.once('close', () => {
        vi.spyOn(socket, 'destroy')
        response.end('too late')
        answered.resolve(socket)
      })
      client?.destroy()
    },
    { unansweredMax: 4, takenMs },
  )
  server = createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const { destroy } = await answered.promise
  await new Promise((resolve) => setTimeout(resolve, 2 * takenMs))
  expect(destroy).not.toHaveBeenCalled()
})
