import { expect, test } from 'vitest'
import { createCallLog } from '../../src/console/index.ts'
import { fakeClock, silentLog } from '../../src/kit/index.ts'
import type { EndedCall } from '../../src/pipeline/index.ts'
import { sql } from '../../src/store/index.ts'
import { signedIn } from '../support/console.ts'
import { soundInputs } from '../support/inputs.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld({ engine: scriptedEngine() })
const match = soundInputs.matchResumeToJd
const start = new Date('2027-03-01T15:59:59Z')

const aCall = (accountId: string, more: Partial<EndedCall> = {}): EndedCall => ({
  ...{ accountId, keyId: world().rooms.ids.uuid(), requestId: world().rooms.ids.uuid() },
  ...{ operation: 'matchResumeToJd', door: 'rest', at: start, milliseconds: 12, status: 200 },
  ...{ error: null, pages: null, tokens: null },
  ...more,
})
function aLog(retentionDays = 0) {
  const clock = fakeClock(start)
  const store = world().database
  return {
    clock,
    log: createCallLog({ store, clock, log: silentLog, timeZone: 'Asia/Shanghai', retentionDays }),
  }
}
const daysOf = (accountId: string) =>
  world().database.many<{ day: string; ok: number }>(sql`
    select day::text, ok, refused, failed, counts::float8[] from call_days where account_id = ${accountId}
    order by day`)
const recordsOf = async (accountId: string) =>
  (
    await world().database.one<{ n: number }>(
      sql`select count(*)::int as n from call_records where account_id = ${accountId}`,
    )
  ).n

test('calls, errors and points of a day by operation', async () => {
  const account = await signedIn(world())
  for (let made = 0; made < 4; made += 1) await account.call('matchResumeToJd', match)
  await account.call('matchResumeToJd', { ...match, jd_text: '' })
  await account.page.call('tryOptimize', { body: soundInputs.optimizeJd })
  const { body } = await account.page.call('readUsage', { query: { days: 7 } })
  expect(body.time_zone).toBe('Asia/Shanghai')
  expect(body.quota.daily.used).toBe(5)
  expect(body.days).toMatchObject([
    { operation: 'matchResumeToJd', calls: 5, errors: 1, point_cents: 400 },
    { operation: 'optimizeJd', calls: 1, errors: 0 },
  ])
  expect(body.days[0].p95_ms).toBeGreaterThanOrEqual(body.days[0].p50_ms)
})

test('the latency of a period is that of all its calls, not of its last day', async () => {
  const account = await signedIn(world())
  const { calls } = world().rooms
  const yesterday = new Date(Date.now() - 86_400_000)
  for (let n = 0; n < 90; n += 1) {
    calls.ended(aCall(account.accountId, { at: yesterday, milliseconds: 9 }))
  }
  for (let n = 0; n < 10; n += 1) {
    calls.ended(aCall(account.accountId, { at: new Date(), milliseconds: 4_900 }))
  }
  const { body } = await account.page.call('readUsage', { query: { days: 7 } })
  expect(body.days).toMatchObject([{ calls: 90 }, { calls: 10 }])
  expect(body.days[1].p50_ms).toBeGreaterThan(3_000)
  expect(body.latency).toMatchObject([{ operation: 'matchResumeToJd' }])
  expect(body.latency[0].p50_ms).toBeLessThanOrEqual(10)
  expect(body.latency[0].p95_ms).toBeGreaterThan(3_000)
})

test('charges are shown even if their records were lost', async () => {
  const account = await signedIn(world())
  for (let made = 0; made < 2; made += 1) await account.call('matchResumeToJd', match)
  await world().rooms.calls.flush()
  const { database } = world()
  await database.run(sql`delete from call_days where account_id = ${account.accountId}`)
  const { body } = await account.page.call('readUsage')
  expect(body.days).toMatchObject([{ calls: 2, errors: 0, point_cents: 200 }])
})

test('a call counts once, on the day of its quota, even if written repeatedly', async () => {
  const accountId = world().rooms.ids.uuid()
  const { log } = aLog()
  const first = aCall(accountId)
  const calls = [
    first,
    aCall(accountId, { at: new Date(start.getTime() + 1_000) }),
    aCall(accountId, { status: 402, error: 'insufficient_points' }),
    aCall(accountId, { status: 499, error: 'caller_gone' }),
  ]
  for (const call of calls) log.ended(call)
  await log.flush()
  log.ended(first)
  await log.close()
  const twelveMs = (calls: number) => Array.from({ length: 35 }, (_, bucket) => (bucket === 6 ? calls : 0))
  expect(await daysOf(accountId)).toEqual([
    { day: '2027-03-01', ok: 1, refused: 1, failed: 1, counts: twelveMs(3) },
    { day: '2027-03-02', ok: 1, refused: 0, failed: 0, counts: twelveMs(1) },
  ])
  expect(await recordsOf(accountId)).toBe(4)
})

test('waiting records are written soon, and when the service stops', async () => {
  const accountId = world().rooms.ids.uuid()
  const { log } = aLog()
  log.ended(aCall(accountId))
  await expect.poll(() => recordsOf(accountId), { timeout: 10_000 }).toBe(1)
  log.ended(aCall(accountId))
  await log.close()
  expect(await recordsOf(accountId)).toBe(2)
})

test('old records and days are deleted, newer ones stay', async () => {
  const accountId = world().rooms.ids.uuid()
  const { clock, log } = aLog(10)
  log.ended(aCall(accountId))
  await log.flush()
  clock.advance(9 * 86_400_000)
  log.ended(aCall(accountId, { at: clock.now() }))
  await log.flush()
  expect(await recordsOf(accountId)).toBe(2)
  clock.advance(2 * 86_400_000)
  log.ended(aCall(accountId, { at: clock.now() }))
  await log.close()
  expect(await recordsOf(accountId)).toBe(2)
  expect((await daysOf(accountId)).map(({ day }) => day)).toEqual(['2027-03-10', '2027-03-12'])
})
