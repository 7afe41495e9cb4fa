import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Ledger } from '../index.ts'
import { aCall, admitted, countRows, createFixture, settlement, withKey } from '../ledger.test-support.ts'

const { clock, database, drop, newAccount, process } = await createFixture()
afterAll(drop)

const dayMs = 24 * 3_600_000
let ledger: Ledger
let accountId: string
const released = async (by: Ledger) => (await by.sweep()).holdsReleased
const claimCount = () => countRows(database, 'claims', accountId)

beforeEach(async () => {
  ledger = process()
  accountId = await newAccount(ledger)
  return async () => expect((await ledger.verify()).differences).toEqual([])
})

test('releases the holds of dead processes and frees their keys', async () => {
  const dead = await admitted(ledger, accountId, withKey('k'))
  const alive = await admitted(ledger, accountId, { leaseMs: 600_000 })
  const other = process()
  await Promise.all([ledger.sweep(), other.sweep()])
  clock.advance(60_000)
  expect([await released(other), await released(ledger)]).toEqual([1, 0])
  expect(await ledger.settle(dead, settlement())).toEqual({ kind: 'lost' })
  expect(await claimCount()).toBe(0)
  expect(await ledger.settle(alive, settlement())).toMatchObject({ kind: 'settled' })
})

test('keeps the holds of live processes when a clock is set forward, or a new process’s clock is ahead', async () => {
  const alive = await admitted(ledger, accountId, withKey('k'))
  await ledger.sweep()
  clock.set(dayMs)
  const ahead = process()
  expect([await released(ledger), await released(ahead)]).toEqual([0, 0])
  expect(await ahead.admit(aCall(accountId, withKey('k')))).toEqual({ kind: 'in_progress' })
  expect(await ledger.settle(alive, settlement())).toMatchObject({ kind: 'settled' })
})

test('releases the holds of dead processes when a clock is set back', async () => {
  await admitted(ledger, accountId, withKey('k'))
  await ledger.sweep()
  clock.set(-dayMs)
  clock.advance(59_999)
  expect(await released(ledger)).toBe(0)
  clock.advance(1)
  expect(await released(ledger)).toBe(1)
  expect(await claimCount()).toBe(0)
  clock.set(dayMs)
})
