import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { largeBytes, letGo, shortened } from './large-bytes.ts'

test('large buffers grow and shrink in place, small ones by a view', () => {
  const bytes = largeBytes(3, 5)
  bytes.set([1, 2, 3])
  bytes.buffer.resize(5)
  expect([...bytes]).toEqual([1, 2, 3, 0, 0])
  const short = shortened(bytes, 2)
  expect([...short, short.buffer.byteLength]).toEqual([1, 2, 2])
  const usual = shortened(Uint8Array.of(1, 2, 3), 2)
  expect([...usual, usual.buffer.byteLength]).toEqual([1, 2, 3])
})

test("buffers are transferred unchanged, and released bytes can't be used", () => {
  const bytes = largeBytes(2)
  bytes.set([7, 8])
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(bytes, [bytes.buffer])
  const there: Uint8Array<ArrayBuffer> = receiveMessageOnPort(port2)?.message
  port1.close()
  expect([bytes.length, ...there]).toEqual([0, 7, 8])
  letGo(there)
  expect([there.length, there.buffer.detached]).toEqual([0, true])
})
