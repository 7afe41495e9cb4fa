import { createAccount, createKey } from '../../src/accounts/index.ts'
import { createApi, openRooms, type Rooms } from '../../src/compose.ts'
import { pointCents } from '../../src/contract/index.ts'
import { randomIds, silentLog, systemClock } from '../../src/kit/index.ts'
import type { Ledger } from '../../src/ledger/index.ts'
import { migrationsFolder } from '../../src/main.ts'
import { migrate, openStore } from '../../src/store/index.ts'
import { scriptedEngine } from '../../test/support/scripted-engine.ts'
import { testConfig } from '../../test/support/world.ts'

/**
 * The API as a process for a benchmark: `node http-server.ts FOLDER ACCOUNTS full|bare`. `bare` is the same
 * door and pipeline with a ledger and keys that answer immediately, without a database. Prints one line of
 * JSON when it listens, and one with its CPU time for each line of input.
 */
const [folder = '', accounts = '1', mode = 'full'] = process.argv.slice(2)
const stack = new AsyncDisposableStack()
const config = testConfig({ quotaDaily: 0, quotaMonthly: 0 })
const ids = randomIds()
const store = await openStore({ dataDirectory: folder, role: 'tool' })
stack.defer(() => store.close())
await migrate(store, migrationsFolder)
const given = { config, store, clock: systemClock(), ids, log: silentLog, engine: scriptedEngine() }
const rooms = await openRooms(given, stack)
const keys: string[] = []
for (let index = 0; index < Number(accounts); index++) keys.push(await makeKey(rooms))
const api = createApi(config, mode === 'bare' ? withoutDatabase(rooms) : rooms)
const url = await api.listen({ host: '127.0.0.1', port: 0 })
stack.defer(() => api.close())
process.stdout.write(`${JSON.stringify({ url, keys })}\n`)
process.stdin.on('data', () => {
  const { user, system } = process.cpuUsage()
  process.stdout.write(
    `${JSON.stringify({ cpuSeconds: (user + system) / 1e6, rss: process.memoryUsage.rss() })}\n`,
  )
})
process.stdin.on('end', () => void stack.disposeAsync())

async function makeKey({ store, ledger }: Rooms): Promise<string> {
  const { accountId, key } = await store.transaction(async (tx) => {
    const account = { email: `${ids.uuid()}@example.com`, role: 'recruiter', passwordHash: null } as const
    const { accountId } = await createAccount(tx, given, account)
    await ledger.openAccount(tx, accountId)
    const { key } = await createKey(tx, given, { accountId })
    return { accountId, key }
  })
  await ledger.grant({ accountId, kind: 'paid', pointCents: pointCents(1e11), expiresAt: null, note: null })
  return key
}

function withoutDatabase(rooms: Rooms): Rooms {
  const caller = {
    accountId: ids.uuid(),
    keyId: ids.uuid(),
    role: 'recruiter',
    scopes: ['matchResumeToJd'],
  } as const
  const quota = { daily: null, monthly: null }
  const billing = {
    billedPointCents: pointCents(100),
    balancePointCents: pointCents(9_900),
    resourcePointCents: pointCents(0),
  }
  const ledger: Ledger = {
    ...rooms.ledger,
    admit: async (request) => {
      const hold = { ...request, heldPointCents: request.holdPointCents, leaseUntil: given.clock.now() }
      return { kind: 'admitted', hold, quota }
    },
    settle: async (_hold, settlement) => ({ kind: 'settled', billing, reply: settlement.reply(billing) }),
    release: async () => {},
  }
  const authenticator = { ...rooms.authenticator, authenticate: async () => caller }
  return { ...rooms, pipeline: { ...rooms.pipeline, ledger, authenticator } }
}
