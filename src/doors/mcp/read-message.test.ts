import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../kit/index.ts'
import { createMessageReader } from './read-message.ts'
import { wholeBytesMax } from './split-message.ts'

const reader = createMessageReader(systemClock())
afterAll(() => reader.close())

const params = { name: 'a', arguments: { text: 'x'.repeat(wholeBytesMax) } }
const large = () => new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', id: 1, params }))

test('large messages of one account leave a turn to the next', async () => {
  let busyRead = 0
  // More than may wait: the last ones are refused, and nobody else.
  const ofBusy = Array.from({ length: 80 }, async () => {
    await reader.read(large(), 'busy')
    busyRead += 1
  })
  const all = Promise.allSettled(ofBusy)
  const { message, arguments: body } = await reader.read(large(), 'other')
  expect(busyRead).toBeLessThan(5)
  expect(message).toMatchObject({ id: 1, params: { name: 'a', arguments: {} } })
  expect(body).toMatchObject({ kind: 'bytes' })
  const refused = (await all).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const each of refused) expect(each).toMatchObject({ reason: { code: 'internal_error' } })
})
