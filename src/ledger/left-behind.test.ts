import { afterAll, expect, test } from 'vitest'
import { admitted, balanceOf, createWorld, settlement, withKey } from './world.test-support.ts'

const { clock, drop, newAccount, process } = await createWorld()
afterAll(drop)

test('a process that is alone gives back what the dead one before it held, and frees its keys', async () => {
  const dead = process()
  const accountId = await newAccount(dead)
  await admitted(dead, accountId)
  const late = await admitted(dead, accountId, withKey('k'))
  await admitted(dead, accountId, { operation: 'startBatchScreening' })
  expect(await balanceOf(dead, accountId)).toEqual([700, 300])

  clock.advance(1)
  const alive = process()
  expect(await alive.releaseLeftBehind(clock.now())).toBe(2)
  // What was handed over to a batch lives on.
  expect(await balanceOf(alive, accountId)).toEqual([900, 100])
  await admitted(alive, accountId, withKey('k'))
  expect(await alive.releaseLeftBehind(clock.now())).toBe(0)
  expect(await dead.settle(late, settlement())).toEqual({ kind: 'lost' })
  expect((await alive.verify()).differences).toEqual([])
})
