import { afterAll, expect, test } from 'vitest'
import { fakeClock } from '../../kit/index.ts'
import { aCall, admitted, balanceOf, createFixture, settlement, withKey } from '../ledger.test-support.ts'

const clock = fakeClock()
const { drop, ...fixture } = await createFixture(clock)
afterAll(drop)

test('a precheck reports the state of the key, then of the quota, and counts no call', async () => {
  const ledger = fixture.process()
  const accountId = await fixture.newAccount(ledger)
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

test('a check of a key does not claim it', async () => {
  const ledger = fixture.process()
  const accountId = await fixture.newAccount(ledger)
  const checked = (input = 'input') => ledger.checkKey(aCall(accountId, withKey('k', input)))
  expect(await checked()).toBeNull()
  const abandoned = await admitted(ledger, accountId, withKey('k'))
  expect(await checked()).toEqual({ kind: 'in_progress' })
  expect(await checked('other')).toEqual({ kind: 'key_reused' })
  expect(await balanceOf(ledger, accountId)).toEqual([900, 100])
  await ledger.sweep()
  clock.advance(60_000)
  await ledger.sweep()
  expect(await checked('other')).toBeNull()
  const hold = await admitted(ledger, accountId, withKey('k'))
  const settled = await ledger.settle(hold, settlement())
  if (settled.kind !== 'settled') throw new Error('a hold that was just placed is lost')
  expect(await checked()).toEqual({ kind: 'replay', requestId: hold.requestId, reply: settled.reply })
  expect(await checked('other')).toEqual({ kind: 'key_reused' })
  expect(await ledger.checkKey(aCall(accountId, { ...withKey('k'), operation: 'optimizeJd' }))).toBeNull()
  clock.advance(24 * 3_600_000)
  expect(await checked()).toBeNull()
  expect(await ledger.settle(abandoned, settlement())).toEqual({ kind: 'lost' })
})
