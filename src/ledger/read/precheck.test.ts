import { afterAll, expect, test } from 'vitest'
import { fakeClock } from '../../kit/index.ts'
import { aCall, admitted, balanceOf, createWorld, settlement, withKey } from '../ledger.test-support.ts'

const clock = fakeClock()
const { drop, ...world } = await createWorld(clock)
afterAll(drop)

test('a precheck says what the key says, and then whether the quota is used up; it counts nothing', async () => {
  const ledger = world.process()
  const accountId = await world.newAccount(ledger)
  await ledger.setQuota(accountId, { daily: 1, monthly: null })
  const precheck = (input?: string) =>
    ledger.precheck(input === undefined ? aCall(accountId) : aCall(accountId, withKey('k', input)))
  expect([await precheck(), await precheck('input')]).toEqual([null, null])
  const hold = await admitted(ledger, accountId, withKey('k'))
  expect(await precheck('input')).toEqual({ kind: 'in_progress' })
  expect(await precheck('other')).toEqual({ kind: 'key_reused' })
  expect(await precheck()).toMatchObject({
    kind: 'quota_exceeded',
    windowName: 'daily',
    window: { limit: 1 },
  })
  await ledger.settle(hold, settlement())
  expect(await precheck('input')).toMatchObject({ kind: 'replay', requestId: hold.requestId })
})

test('a key is recalled without being taken', async () => {
  const ledger = world.process()
  const accountId = await world.newAccount(ledger)
  const recalled = (input = 'input') => ledger.recall(aCall(accountId, withKey('k', input)))
  expect(await recalled()).toBeNull()
  const abandoned = await admitted(ledger, accountId, withKey('k'))
  expect(await recalled()).toEqual({ kind: 'in_progress' })
  expect(await recalled('other')).toEqual({ kind: 'key_reused' })
  expect(await balanceOf(ledger, accountId)).toEqual([900, 100])
  await ledger.sweep()
  clock.advance(60_000)
  await ledger.sweep()
  expect(await recalled('other')).toBeNull()
  const hold = await admitted(ledger, accountId, withKey('k'))
  const settled = await ledger.settle(hold, settlement())
  if (settled.kind !== 'settled') throw new Error('a hold that was just placed is lost')
  expect(await recalled()).toEqual({ kind: 'replay', requestId: hold.requestId, reply: settled.reply })
  expect(await recalled('other')).toEqual({ kind: 'key_reused' })
  expect(await ledger.recall(aCall(accountId, { ...withKey('k'), operation: 'optimizeJd' }))).toBeNull()
  clock.advance(24 * 3_600_000)
  expect(await recalled()).toBeNull()
  expect(await ledger.settle(abandoned, settlement())).toEqual({ kind: 'lost' })
})
