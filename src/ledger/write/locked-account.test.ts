import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../store/index.ts'
import { aCall, admitted, balanceOf, createFixture, settlement } from '../ledger.test-support.ts'

/** A host that loses power leaves an account's row locked until the server ends its session. */

const { database, drop, ...fixture } = await createFixture()
const ledger = fixture.process()
beforeAll(() => database.run(sql`alter function ledger_write_round set lock_timeout = '200ms'`))
afterAll(drop)

/** Locks the account; call the returned function to release it. */
async function lock(accountId: string): Promise<() => Promise<void>> {
  const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = database.transaction(async (tx) => {
    await tx.run(sql`select from ledger_accounts where account_id = ${accountId} for update`)
    locked.resolve()
    await free.promise
  })
  await locked.promise
  return async () => {
    free.resolve()
    await holder
  }
}

test('the calls of a locked account wait, and the others of their group do not', async () => {
  const locked = await fixture.newAccount(ledger)
  const others = await Promise.all(Array.from({ length: 6 }, () => fixture.newAccount(ledger)))
  const letGo = await lock(locked)
  const events: string[] = []
  const waiting = ledger.admit(aCall(locked)).then(({ kind }) => void events.push(`locked: ${kind}`))
  const calls = others.map(async (accountId) => {
    const hold = await admitted(ledger, accountId)
    // The next call of an account does not wait for the group of its first call.
    await ledger.settle(hold, settlement())
  })
  const done = Promise.all(calls).then(() => void events.push('the others'))
  await Promise.race([done, sleep(8_000)])
  await letGo()
  await Promise.all([waiting, done])
  expect(events).toEqual(['the others', 'locked: admitted'])
  expect(await balanceOf(ledger, locked)).toEqual([900, 100])
  expect((await ledger.verify()).differences).toEqual([])
})

test('the calls of a locked account fail at their deadline, and later ones wait anew', async () => {
  const locked = await fixture.newAccount(ledger)
  const letGo = await lock(locked)
  const first = ledger.admit(aCall(locked))
  fixture.clock.advance(10_000)
  await expect(first).rejects.toMatchObject({ code: 'internal_error' })
  const second = ledger.admit(aCall(locked))
  await letGo()
  expect(await second).toMatchObject({ kind: 'admitted' })
  expect(await balanceOf(ledger, locked)).toEqual([900, 100])
})
