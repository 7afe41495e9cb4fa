import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '../../test/support/database.ts'
import { defaultTerms, pointCents } from '../contract/index.ts'
import { createSealer, fakeClock, randomIds } from '../kit/index.ts'
import { type Database, migrate, sql } from '../store/index.ts'
import { createLedger } from './index.ts'
import { settlement, someKeyId } from './ledger.test-support.ts'

/* Databases written by an earlier version. */

const clock = fakeClock('2026-01-15T04:00:00Z')
const ids = randomIds()
const sealer = createSealer(ids.bytes(32), ids)
const openLedger = (database: Database) => createLedger({ database, clock, ids, sealer, terms: defaultTerms })
const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

/** A folder with the migrations before `version`. */
async function migrationsBefore(version: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const names = (await readdir(migrationsFolder)).filter((name) => Number(name.slice(0, 6)) < version)
  for (const name of names) await cp(join(migrationsFolder, name), join(folder, name))
  return folder
}

const minuteMs = 60_000

test('a hold for which the previous version kept an expired grant can be captured, and the books balance', async () => {
  const old = await createEmptyDatabase()
  onTestFinished(() => old.drop())
  await migrate(old.database, await migrationsBefore(7))
  const own = ids.uuid()
  await old.database.transaction((tx) => openLedger(old.database).openAccount(tx, own))
  // The state that this version left: an older call was released after the expiry, and a newer one kept its
  // points.
  const [grantId, request, at] = [ids.uuid(), ids.uuid(), clock.now()]
  const soon = new Date(at.getTime() + minuteMs)
  const later = new Date(at.getTime() + 2 * minuteMs)
  await old.database.transaction(async (tx) => {
    await tx.run(sql`
      insert into grants (account_id, grant_id, kind, granted, remaining, expires_at, created_at)
      values (${own}, ${grantId}, 'promotion', 100, 100, ${soon}, ${at})`)
    await tx.run(sql`
      insert into entries values (${own}, ${grantId}, ${grantId}, 'source', 'available', 100, ${at})`)
    await tx.run(sql`
      insert into requests (account_id, request_id, operation, door, key_id, held, lease_until, created_at, quota_day)
      values (${own}, ${request}, 'matchResumeToJd', 'rest', ${someKeyId}, 80, ${new Date(later.getTime() + minuteMs)},
              ${later}, '2026-01-15')`)
    await tx.run(sql`
      update ledger_accounts set version = 2, promotion = 100, held = 80, quota_day = '2026-01-15', day_count = 1,
             quota_month = '2026-01-01', month_count = 1 where account_id = ${own}`)
  })
  clock.advance(3 * minuteMs)
  await migrate(old.database, migrationsFolder)
  const ledgerNow = openLedger(old.database)
  expect((await ledgerNow.verify()).differences).toEqual([])
  const hold = {
    accountId: own,
    requestId: request,
    operation: 'matchResumeToJd',
    leaseUntil: later,
  } as const
  expect(await ledgerNow.settle({ ...hold, heldPointCents: pointCents(80) }, settlement(50))).toMatchObject({
    kind: 'settled',
    billing: { billedPointCents: 50, balancePointCents: 0 },
  })
  expect((await ledgerNow.verify()).differences).toEqual([])
  expect((await ledgerNow.balance(own)).byKind.promotion).toBe(0)
})
