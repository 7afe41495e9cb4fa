import { openRooms } from '../../src/compose.ts'
import { randomIds, silentLog, systemClock } from '../../src/kit/index.ts'
import { openStore } from '../../src/store/index.ts'
import { startBatchKeeper, startBatchRunner } from '../../src/workers/index.ts'
import { scriptedEngine } from './scripted-engine.ts'
import { testConfig } from './world.ts'

/**
 * A worker process with a scripted engine: `node batch-process.ts DATABASE_URL CONCURRENCY MILLISECONDS`.
 * The engine takes MILLISECONDS. Prints `working` when it works, and stops gracefully at SIGTERM.
 */
const [databaseUrl = '', concurrency = '1', engineMs = '0'] = process.argv.slice(2)
const stack = new AsyncDisposableStack()
const engine = scriptedEngine()
engine.behave((signal) => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, Number(engineMs))
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    reject(signal.reason)
  })
  return promise
})
const store = await openStore({ databaseUrl }, { poolSize: 6 })
stack.defer(() => store.close())
const given = { config: testConfig(), store, clock: systemClock(), ids: randomIds(), log: silentLog, engine }
const rooms = await openRooms(given, stack)
for (const loop of [
  startBatchRunner({ ...rooms, concurrency: Number(concurrency) }),
  startBatchKeeper(rooms),
]) {
  stack.defer(() => loop.stop())
}
const alive = setInterval(() => {}, 1_000)
process.on('SIGTERM', async () => {
  await stack.disposeAsync()
  clearInterval(alive)
})
process.stdout.write('working\n')
