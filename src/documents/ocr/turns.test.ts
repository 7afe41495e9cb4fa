import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const never = new AbortController().signal

test('a document of many pages and one of few take turns', async () => {
  const turns = createTurns(1)
  const long = {}
  const short = {}
  const order: string[] = []
  const page = async (document: object, name: string) => {
    const release = await turns.take(document, never)
    order.push(name)
    await new Promise(setImmediate)
    release()
  }
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => page(long, name)),
    ...['b1', 'b2'].map((name) => page(short, name)),
  ])
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
})

test('no more than the slots are out, a slot goes back once, and whoever leaves is not served', async () => {
  const turns = createTurns(2)
  const leaving = new AbortController()
  const first = await turns.take({}, never)
  await turns.take({}, never)
  const third = turns.take({}, leaving.signal)
  const fourth = turns.take({}, never)
  leaving.abort(new Error('left'))
  await expect(third).rejects.toThrow('left')
  first()
  first()
  await fourth
  const fifth = turns.take({}, AbortSignal.timeout(20))
  await expect(fifth).rejects.toThrow('timeout')
  await expect(turns.take({}, leaving.signal)).rejects.toThrow('left')
})
