import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

const never = new AbortController().signal

test('lets so many in, and the next when one leaves, in order', async () => {
  const semaphore = createSemaphore(2)
  const entered: number[] = []
  const enter = async (id: number) => {
    const leave = await semaphore.acquire(never)
    entered.push(id)
    return leave
  }
  const [first] = await Promise.all([enter(1), enter(2)])
  const third = enter(3)
  const fourth = enter(4)
  await Promise.resolve()
  expect(entered).toEqual([1, 2])
  first?.()
  first?.()
  const leaveThird = await third
  expect(entered).toEqual([1, 2, 3])
  leaveThird()
  await fourth
  expect(entered).toEqual([1, 2, 3, 4])
})

test('who gives up waiting takes no slot', async () => {
  const semaphore = createSemaphore(1)
  const leave = await semaphore.acquire(never)
  const impatient = new AbortController()
  const waiting = semaphore.acquire(impatient.signal)
  impatient.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  leave()
  await semaphore.acquire(never)
})
