import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { defaultTerms, pointCents } from '../../contract/index.ts'
import { createSealer, fakeClock, randomIds, systemClock } from '../../kit/index.ts'
import { sql } from '../../store/index.ts'
import { createLedger } from '../index.ts'
import { aCall } from '../ledger.test-support.ts'

const ids = randomIds()
const secret = ids.bytes(32)
const { database, url, drop } = await createTestDatabase()
afterAll(drop)

const deps = { database, ids, sealer: createSealer(secret, ids), terms: defaultTerms }
const ledger = createLedger({ ...deps, clock: systemClock() })
const grantedPointCents = 50_000_000

test('two processes are killed in the middle of many calls, and all sums agree', {
  timeout: 120_000,
}, async () => {
  const accountIds = [ids.uuid(), ids.uuid(), ids.uuid()]
  for (const accountId of accountIds) {
    await database.transaction((tx) => ledger.openAccount(tx, accountId))
    const pointCentsGranted = pointCents(grantedPointCents)
    await ledger.grant({
      accountId,
      kind: 'paid',
      pointCents: pointCentsGranted,
      expiresAt: null,
      note: null,
    })
  }
  const answered = { admitted: new Set<string>(), settled: new Set<string>() }
  for (let kill = 0; kill < 3; kill += 1) {
    const victims = [start(accountIds, answered), start(accountIds, answered)]
    const enough = answered.settled.size + 60
    for (let wait = 0; wait < 4_000 && answered.settled.size < enough; wait += 1) await sleep(25)
    expect(answered.settled.size).toBeGreaterThanOrEqual(enough)
    await Promise.all(victims.map((victim) => victim.kill()))
    expect((await ledger.verify()).differences).toEqual([])
  }

  // Long after the kill: the points held by the dead process are back, and all sums agree.
  const clock = fakeClock(systemClock().now())
  const later = createLedger({ ...deps, clock })
  await later.sweep()
  clock.advance(3_600_000)
  for (let batch = 0; batch < 10; batch += 1) await later.sweep()
  expect((await later.verify()).differences).toEqual([])
  const rows = await database.many<{ request_id: string; state: string; key_hash: unknown }>(
    sql`select request_id, state, key_hash from requests`,
  )
  const captured = new Set(rows.filter((row) => row.state === 'captured').map((row) => row.request_id))
  expect(rows.filter((row) => row.state === 'held')).toEqual([])
  expect([...answered.settled].filter((requestId) => !captured.has(requestId))).toEqual([])
  expect(
    [...answered.admitted].filter((requestId) => !rows.some((row) => row.request_id === requestId)),
  ).toEqual([])
  const left = await Promise.all(accountIds.map((accountId) => later.balance(accountId)))
  const spent = left.reduce((sum, balance) => sum + grantedPointCents - balance.balancePointCents, 0)
  expect(spent).toBe(70 * captured.size)
  await checkKeys(accountIds, answered.settled)
})

/** The key of a charged call replays; the key of a call that died is free. */
async function checkKeys(accountIds: readonly string[], settled: ReadonlySet<string>): Promise<void> {
  const claims = await database.many<{ account_id: string; request_id: string }>(
    sql`select account_id, request_id from claims order by request_id limit 20`,
  )
  expect(claims.length).toBeGreaterThan(0)
  for (const { account_id: accountId, request_id: requestId } of claims) {
    const idempotency = { key: requestId, fingerprint: Buffer.from('input') }
    const replay = await ledger.admit(aCall(accountId, { idempotency }))
    expect(replay).toMatchObject({ kind: 'replay', reply: Buffer.from(requestId) })
  }
  const unanswered = await database.one<{ n: number }>(
    sql`select count(*) as n from claims
        where reply_sealed is null and account_id = any(${accountIds}::uuid[])`,
  )
  expect(unanswered.n).toBe(0)
  expect(settled.size).toBeGreaterThan(0)
}

function start(accountIds: readonly string[], answered: { admitted: Set<string>; settled: Set<string> }) {
  const file = fileURLToPath(new URL('kill.test-process.ts', import.meta.url))
  const child: ChildProcess = spawn(
    process.execPath,
    [file, url, accountIds.join(','), Buffer.from(secret).toString('hex')],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  if (child.stdout === null) throw new Error('the process has no output')
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [what, requestId = ''] = line.split(' ')
    if (requestId.length !== 36) return
    if (what === 'admitted') answered.admitted.add(requestId)
    if (what === 'settled') answered.settled.add(requestId)
  })
  const closed = once(child, 'close')
  return {
    async kill() {
      child.kill('SIGKILL')
      await closed
      // Wait for statements that the server was still running for the dead process.
      await sleep(200)
    },
  }
}
