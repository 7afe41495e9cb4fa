import { afterAll, expect, test } from 'vitest'
import { sql } from '../../store/index.ts'
import {
  admitted,
  balanceOf,
  countRows,
  createFixture,
  give,
  settlement,
  withKey,
} from '../ledger.test-support.ts'

const { clock, database, drop, newAccount, process } = await createFixture()
afterAll(drop)

test('a process that is alone releases the holds of its dead predecessor and frees their keys', async () => {
  const dead = process()
  const accountId = await newAccount(dead)
  await admitted(dead, accountId)
  const late = await admitted(dead, accountId, withKey('k'))
  await admitted(dead, accountId, { operation: 'startBatchScreening' })
  expect(await balanceOf(dead, accountId)).toEqual([700, 300])

  clock.advance(1)
  const alive = process()
  expect(await alive.releaseOrphanedHolds(clock.now())).toBe(2)
  // The hold that was handed over to a batch stays open.
  expect(await balanceOf(alive, accountId)).toEqual([900, 100])
  await admitted(alive, accountId, withKey('k'))
  expect(await alive.releaseOrphanedHolds(clock.now())).toBe(0)
  expect(await dead.settle(late, settlement())).toEqual({ kind: 'lost' })
  expect((await alive.verify()).differences).toEqual([])
})

test('an account with an inconsistent state stops neither the start nor the sweep of the others', async () => {
  const dead = process()
  clock.advance(3_600_000)
  await dead.sweep()
  const [broken, sound] = [await newAccount(dead), await newAccount(dead)]
  await admitted(dead, broken, { leaseMs: 1 })
  const hold = await admitted(dead, sound, withKey('k'))
  await dead.settle(hold, settlement())
  await give(dead, sound, 'promotion', 10, new Date(clock.now().getTime() + 1))
  await database.run(sql`update ledger_accounts set paid = paid + 1 where account_id = ${broken}`)
  clock.advance(24 * 3_600_000 + 1)

  const alive = process()
  await alive.sweep()
  clock.advance(1)
  await alive.releaseOrphanedHolds(clock.now())
  // No hold can be released now, so the sweep reports an error after doing everything else.
  await expect(alive.sweep()).rejects.toThrow(broken)
  expect(await countRows(database, 'claims', sound)).toBe(0)
  const [grant] = await database.many(sql`
    select spent from grants where account_id = ${sound} and kind = 'promotion'`)
  expect(grant).toEqual({ spent: true })
})
