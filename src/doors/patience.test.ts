import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { withPatience } from './patience.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A server whose answers have so many bytes, and a client that sends so many requests at once. */
async function ask(answerBytes: number, requests: number, reads: boolean) {
  let handled = 0
  const handler = withPatience(
    (_request, response) => {
      handled += 1
      setImmediate(() => response.end(Buffer.alloc(answerBytes)))
    },
    { unansweredMax: 4, takenMs: 800 },
  )
  server = createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const [[accepted], socket] = await Promise.all([
    once(server, 'connection'),
    connect((server.address() as AddressInfo).port, '127.0.0.1'),
  ])
  socket.on('error', () => {})
  if (reads) socket.resume()
  else socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests))
  const isClosed = await Promise.race([
    once(accepted, 'close').then(() => true),
    new Promise((resolve) => setTimeout(resolve, 1_600, false)),
  ])
  socket.destroy()
  return { handled, isClosed }
}

const large = 20_000_000

test('who takes its answers keeps its connection', async () => {
  expect(await ask(10, 4, true)).toEqual({ handled: 4, isClosed: false })
  expect(await ask(large, 1, true)).toEqual({ handled: 1, isClosed: false })
})

test('who takes none of a large answer is hung up on', async () => {
  expect(await ask(large, 1, false)).toEqual({ handled: 1, isClosed: true })
})

test('who sends more requests at once than it may is hung up on, and no more of them are worked on', async () => {
  expect(await ask(10, 500, true)).toEqual({ handled: 4, isClosed: true })
})
