import { createAccount, createKey } from '../../src/accounts/index.ts'
import { createApi, openRooms } from '../../src/compose.ts'
import { pointCents } from '../../src/contract/index.ts'
import { createBuiltinEngine } from '../../src/engines/index.ts'
import { randomIds, silentLog, systemClock } from '../../src/kit/index.ts'
import { migrationsFolder } from '../../src/main.ts'
import { migrate, openStore } from '../../src/store/index.ts'
import { startBatchKeeper, startBatchRunner } from '../../src/workers/index.ts'
import { hangingWorker } from '../../test/support/hanging-text.ts'
import { testConfig } from '../../test/support/world.ts'

/**
 * The service as a process, with batches and an engine that hangs on some texts: `node hanging-service.ts
 * FOLDER THREADS`. When it listens, it prints one line of JSON with its address and three keys.
 */
const [folder = '', threads = '1'] = process.argv.slice(2)
const stack = new AsyncDisposableStack()
const config = testConfig({ quotaDaily: 0, quotaMonthly: 0 })
const ids = randomIds()
const store = await openStore({ dataDirectory: folder, role: 'tool' })
stack.defer(() => store.close())
await migrate(store, migrationsFolder)
const engine = createBuiltinEngine({ threads: Number(threads), workerFile: hangingWorker })
const given = { config, store, clock: systemClock(), ids, log: silentLog, engine }
const rooms = await openRooms(given, stack)
for (const loop of [
  startBatchRunner({ ...rooms, concurrency: config.batchConcurrency }),
  startBatchKeeper(rooms),
]) {
  stack.defer(() => loop.stop())
}
const keys = [await makeKey(), await makeKey(), await makeKey()]
const api = createApi(config, rooms)
const url = await api.listen({ host: '127.0.0.1', port: 0 })
stack.defer(async () => {
  const closed = api.close()
  api.server.closeAllConnections()
  await closed
})
process.stdin.on('end', () => void stack.disposeAsync()).resume()
process.stdout.write(`${JSON.stringify({ url, keys })}\n`)

async function makeKey(): Promise<string> {
  const { accountId, key } = await store.transaction(async (tx) => {
    const account = { email: `${ids.uuid()}@example.com`, role: 'recruiter', passwordHash: null } as const
    const { accountId } = await createAccount(tx, given, account)
    await rooms.ledger.openAccount(tx, accountId)
    return { accountId, key: (await createKey(tx, given, { accountId })).key }
  })
  const grant = { kind: 'paid', pointCents: pointCents(1e9), expiresAt: null, note: null } as const
  await rooms.ledger.grant({ accountId, ...grant })
  return key
}
