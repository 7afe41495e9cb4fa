import { createApi, openRooms } from '../../src/compose.ts'
import { randomIds, silentLog, systemClock } from '../../src/kit/index.ts'
import { openStore } from '../../src/store/index.ts'
import { startBatchKeeper, startBatchRunner } from '../../src/workers/index.ts'
import { scriptedEngine } from '../../test/support/scripted-engine.ts'
import { testConfig } from '../../test/support/world.ts'

/**
 * One of several processes of API and worker on one database, for a benchmark: `node cluster-process.ts
 * DATABASE_URL MILLISECONDS`. The engine of no cost waits MILLISECONDS. Prints its URL, and stops at the
 * end of its input.
 */
const [databaseUrl = '', engineMs = '0'] = process.argv.slice(2)
const stack = new AsyncDisposableStack()
const config = testConfig({ quotaDaily: 0, quotaMonthly: 0 })
const engine = scriptedEngine()
if (engineMs !== '0') engine.behave(() => new Promise((resolve) => setTimeout(resolve, Number(engineMs))))
const store = await openStore({ databaseUrl }, { poolSize: 10 })
stack.defer(() => store.close())
const given = { config, store, clock: systemClock(), ids: randomIds(), log: silentLog, engine }
const rooms = await openRooms(given, stack)
for (const loop of [startBatchRunner({ ...rooms, concurrency: 4 }), startBatchKeeper(rooms)]) {
  stack.defer(() => loop.stop())
}
const api = createApi(config, rooms)
const url = await api.listen({ host: '127.0.0.1', port: 0 })
stack.defer(() => api.close())
process.stdout.write(`${JSON.stringify({ url })}\n`)
process.stdin.resume().on('end', () => void stack.disposeAsync())
