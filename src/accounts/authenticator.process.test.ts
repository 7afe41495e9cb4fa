import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { randomIds, systemClock } from '../kit/index.ts'
import { createAccount } from './accounts.ts'
import { createKey, revokeKey } from './keys.ts'

const deps = { clock: systemClock(), ids: randomIds() }
const script = fileURLToPath(new URL('./authenticator.test-process.ts', import.meta.url))
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

test('a key revoked here stops working in another process within a second', async () => {
  const account = { email: 'process@example.com', role: 'recruiter', passwordHash: null } as const
  const { key, apiKey } = await db.database.transaction(async (tx) => {
    const { accountId } = await createAccount(tx, deps, account)
    return createKey(tx, deps, { accountId })
  })
  const child = spawn(process.execPath, [script, db.url, `Bearer ${key}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('taken')

  await db.database.transaction((tx) => revokeKey(tx, deps, apiKey.accountId, apiKey.keyId))
  const revokedAtMs = deps.clock.now().getTime()
  // The start time of the last accepted call, so the speed of this machine does not matter.
  const [outcome, lastTakenAtMs] = String((await lines.next()).value).split(' ')
  expect(outcome).toBe('refused')
  expect(Number(lastTakenAtMs) - revokedAtMs).toBeLessThan(1_000)
  expect(await exited).toBe(0)
})
