import { expect, test } from 'vitest'
import { sql } from '../../src/store/index.ts'
import { signedIn } from '../support/console.ts'
import { batchInput } from '../support/inputs.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld({ engine: scriptedEngine() })

test('health reports the queue and the holds', async () => {
  const admin = await signedIn(world(), { role: 'admin' })
  const account = await signedIn(world())
  await account.page.call('startBatch', { body: batchInput(3) })
  const { status, body } = await admin.page.call('readHealth')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ready: true,
    engine: { name: 'scripted', version: '1' },
    batches_running: 1,
    candidates_waiting: 3,
    candidates_running: 0,
    holds_open: 1,
    held_point_cents: 300,
  })
  expect(Date.parse(body.oldest_waiting_at)).toBeGreaterThan(Date.now() - 600_000)
  expect(body.memory_mb).toBeGreaterThan(10)
})

test('the ledger is verified on request, and differences are named', async () => {
  const admin = await signedIn(world(), { role: 'admin' })
  const account = await signedIn(world())
  const sound = (await admin.page.call('verifyLedger')).body
  expect(sound.differences).toEqual([])
  expect(sound.accounts).toBeGreaterThan(1)
  const { database } = world()
  await database.run(sql`update ledger_accounts set paid = paid + 1 where account_id = ${account.accountId}`)
  const { differences } = (await admin.page.call('verifyLedger')).body
  await database.run(sql`update ledger_accounts set paid = paid - 1 where account_id = ${account.accountId}`)
  expect(differences).toEqual([expect.stringContaining(account.accountId)])
  const { items } = (await admin.page.call('listAudit', { query: { action: 'ledger.verify' } })).body
  expect(items.map(({ detail }: { detail: string }) => JSON.parse(detail).differences)).toEqual([1, 0])
})
