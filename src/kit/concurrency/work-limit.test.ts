import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { createWorkLimit, WaitedTooLong, type WorkLimit } from './work-limit.ts'

const open: WorkLimit[] = []
const limitOf = (workMs: number, waitMs: number) => {
  const limit = createWorkLimit({ key: 'a', workMs, waitMs }, systemClock())
  open.push(limit)
  return limit
}
afterEach(() => {
  for (const limit of open.splice(0)) limit.stop()
})

test('work that reports nothing counts as working', async () => {
  const { signal } = limitOf(40, 10_000)
  await sleep(200)
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
  expect(signal.reason).not.toBeInstanceOf(WaitedTooLong)
})

test('waiting does not count as work', async () => {
  const { signal, owner } = limitOf(300, 10_000)
  owner.waiting(1)
  await sleep(500)
  owner.waiting(-1)
  owner.working(1)
  expect(signal.aborted).toBe(false)
  await sleep(600)
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})

test('the total waiting time has a limit', async () => {
  const { signal, owner } = limitOf(10_000, 200)
  for (let round = 0; round < 2; round++) {
    owner.waiting(1)
    await sleep(140)
    owner.waiting(-1)
  }
  owner.waiting(1)
  await sleep(200)
  expect(signal.reason).toBeInstanceOf(WaitedTooLong)
})

test('a waiting task does not count while another works, and a stopped limit never aborts', async () => {
  const { signal, owner } = limitOf(10_000, 50)
  owner.working(1)
  owner.waiting(1)
  await sleep(150)
  expect(signal.aborted).toBe(false)
  const stopped = limitOf(20, 20)
  stopped.stop()
  stopped.owner.waiting(1)
  await sleep(100)
  expect(stopped.signal.aborted).toBe(false)
})
