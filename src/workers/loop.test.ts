import { expect, test } from 'vitest'
import { until } from '../../test/support/until.ts'
import { silentLog, systemClock } from '../kit/index.ts'
import { startLoop } from './loop.ts'

const deps = { log: silentLog, clock: systemClock() }

test('continues after a failure, and without a pause while there is more work', async () => {
  const answers = [() => true, () => true, () => Promise.reject(new Error('once')), () => false]
  let turns = 0
  const loop = startLoop('test', 5, async () => (answers[turns++] ?? (() => false))(), deps)
  await until(() => turns >= 6)
  expect(turns).toBeGreaterThanOrEqual(6)
  await loop.stop()
})

test('stopping waits for the current iteration, and no other follows', async () => {
  let started = 0
  let ended = 0
  const task = async () => {
    started += 1
    await new Promise((resolve) => setTimeout(resolve, 30))
    ended += 1
    return true
  }
  const loop = startLoop('test', 1, task, deps)
  await until(() => started === 1)
  await loop.stop()
  expect(ended).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(started).toBe(1)
})
