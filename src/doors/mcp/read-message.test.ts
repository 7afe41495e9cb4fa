import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../kit/index.ts'
import { createMessageReader, type ReadTimes } from './read-message.ts'
import { wholeBytesMax } from './split-message.ts'

const readers: ReturnType<typeof createMessageReader>[] = []
afterAll(() => Promise.all(readers.map((reader) => reader.close())))

function readerWithin(times?: ReadTimes) {
  const reader = createMessageReader(systemClock(), times)
  readers.push(reader)
  return reader
}

const large = (characters = wholeBytesMax) => {
  const params = { name: 'a', arguments: { text: 'x'.repeat(characters) } }
  return new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', id: 1, params }))
}

test('large messages of one account do not block another account', async () => {
  const reader = readerWithin()
  let busyRead = 0
  // More than may wait: only this account's last messages are refused.
  const ofBusy = Array.from({ length: 530 }, async () => {
    await reader.read(large(), 'busy')
    busyRead += 1
  })
  const all = Promise.allSettled(ofBusy)
  const { message, arguments: body } = await reader.read(large(), 'other')
  expect(busyRead).toBeLessThan(20)
  expect(message).toMatchObject({ id: 1, params: { name: 'a', arguments: {} } })
  expect(body).toMatchObject({ kind: 'bytes' })
  const refused = (await all).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const each of refused) expect(each).toMatchObject({ reason: { code: 'internal_error' } })
})

/** Far less than a thread needs to start, or to read a very large message. */
const noTimeMs = 1
const longMs = 60_000

test('a message that waits too long for others gets a retryable error, and running ones continue', async () => {
  const times = { workMs: longMs, waitMs: longMs }
  const reader = readerWithin(times)
  const first = reader.read(large(), 'busy')
  times.waitMs = noTimeMs
  const late = reader.read(large(), 'other').then(() => 'read')
  await expect(late).rejects.toMatchObject({
    code: 'internal_error',
    members: { detail: { reason: 'timeout' } },
  })
  expect((await first).message).toMatchObject({ id: 1 })
  times.waitMs = longMs
  expect((await reader.read(large(), 'other')).message).toMatchObject({ id: 1 })
})

test('a message that takes too long itself is refused', async () => {
  const reader = readerWithin({ workMs: noTimeMs, waitMs: longMs })
  // Numbers are scanned byte by byte; literals would be skipped too fast.
  const slow = new TextEncoder().encode(`{"params":{"arguments":{"a":[${'0,'.repeat(15_000_000)}0]}}}`)
  // Don't parse it: a failure would print 30 MB byte by byte, which exceeds the heap.
  const read = reader.read(slow, 'a').then(() => 'read')
  await expect(read).rejects.toMatchObject({
    code: 'invalid_input',
    members: { detail: [{ path: '', code: 'json_too_complex' }] },
  })
})
