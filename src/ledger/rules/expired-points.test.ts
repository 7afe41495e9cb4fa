import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../../kit/index.ts'
import type { Ledger } from '../index.ts'
import { admitted, balanceOf, createFixture, give, settlement } from '../ledger.test-support.ts'

/*
 * An expired point pays only for calls that were admitted before it expired. Points that an older call keeps
 * must never pay for a newer one, in whichever order the two end.
 */

const clock = fakeClock('2026-01-15T04:00:00Z')
const { database, drop, ...fixture } = await createFixture(clock)
afterAll(drop)

const livesMs = 10_000
let ledger: Ledger
let accountId: string

/** 100 points of a promotion that will expire, and 1,000 paid points. */
beforeEach(async () => {
  ledger = fixture.process()
  accountId = await fixture.newAccount(ledger, 1_000)
  await give(ledger, accountId, 'promotion', 100, new Date(clock.now().getTime() + livesMs))
})

const admit = () => admitted(ledger, accountId)
async function left(): Promise<Record<string, number>> {
  const { promotion, paid } = (await ledger.balance(accountId)).byKind
  return { promotion, paid }
}
async function olderAndNewer() {
  const older = await admit()
  clock.advance(livesMs)
  return { older, newer: await admit() }
}

describe.each([
  ['the process that admitted both', () => ledger],
  ['another process', () => fixture.process()],
])('expired points that an older call kept, ended by %s', (_, process) => {
  test('expire when it is released, and a newer call is paid with others', async () => {
    const { older, newer } = await olderAndNewer()
    await process().release(older)
    expect(await left()).toEqual({ promotion: 0, paid: 1_000 })
    await process().settle(newer, settlement())
    expect(await left()).toEqual({ promotion: 0, paid: 900 })
  })

  test('do not pay for a newer call that ends first', async () => {
    const { older, newer } = await olderAndNewer()
    await process().settle(newer, settlement())
    expect(await left()).toEqual({ promotion: 100, paid: 900 })
    await process().release(older)
    expect(await left()).toEqual({ promotion: 0, paid: 900 })
  })

  test('pay for the older call, whichever ends first', async () => {
    const { older, newer } = await olderAndNewer()
    await process().settle(older, settlement(70))
    expect(await left()).toEqual({ promotion: 0, paid: 1_000 })
    await process().settle(newer, settlement())
    expect(await left()).toEqual({ promotion: 0, paid: 900 })
  })
})

test('an older call leaves the points that alone can pay for a newer one', async () => {
  const own = await fixture.newAccount(ledger, 100)
  await give(ledger, own, 'promotion', 100, new Date(clock.now().getTime() + livesMs))
  const older = await admitted(ledger, own)
  clock.advance(livesMs)
  const newer = await admitted(ledger, own)
  const reordered = fixture.process({ terms: { balanceOrder: ['paid', 'promotion'] } })
  await reordered.settle(older, settlement())
  expect((await ledger.balance(own)).byKind).toMatchObject({ promotion: 0, paid: 100 })
  await reordered.settle(newer, settlement())
  expect(await balanceOf(ledger, own)).toEqual([0, 0])
})
