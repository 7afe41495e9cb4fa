import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { createWorkLimit, WaitedTooLong, type WorkLimit } from './work-limit.ts'

const open: WorkLimit[] = []
const limitOf = (workMs: number, waitMs: number) => {
  const limit = createWorkLimit({ turnOf: 'a', workMs, waitMs }, systemClock())
  open.push(limit)
  return limit
}
afterEach(() => {
  for (const limit of open.splice(0)) limit.stop()
})

test('work that tells nothing is always at work', async () => {
  const { signal } = limitOf(40, 10_000)
  await sleep(200)
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
  expect(signal.reason).not.toBeInstanceOf(WaitedTooLong)
})

test('the time in which a task waits is not the time of its work', async () => {
  const { signal, turn } = limitOf(300, 10_000)
  turn.waiting(1)
  await sleep(500)
  turn.waiting(-1)
  turn.working(1)
  expect(signal.aborted).toBe(false)
  await sleep(600)
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})

test('all its waits together have a limit too', async () => {
  const { signal, turn } = limitOf(10_000, 200)
  for (let round = 0; round < 2; round++) {
    turn.waiting(1)
    await sleep(140)
    turn.waiting(-1)
  }
  turn.waiting(1)
  await sleep(200)
  expect(signal.reason).toBeInstanceOf(WaitedTooLong)
})

test('while one task works, another that waits costs nothing; and a limit that was stopped never ends', async () => {
  const { signal, turn } = limitOf(10_000, 50)
  turn.working(1)
  turn.waiting(1)
  await sleep(150)
  expect(signal.aborted).toBe(false)
  const stopped = limitOf(20, 20)
  stopped.stop()
  stopped.turn.waiting(1)
  await sleep(100)
  expect(stopped.signal.aborted).toBe(false)
})
