import { createAccount, createKey, startSession } from '../../src/accounts/index.ts'
import { createApi, openRooms } from '../../src/compose.ts'
import { pointCents } from '../../src/contract/index.ts'
import { randomIds, silentLog, systemClock } from '../../src/kit/index.ts'
import { migrationsFolder } from '../../src/main.ts'
import { migrate, openStore } from '../../src/store/index.ts'
import { testConfig } from '../../test/support/world.ts'

export interface ConsoleService {
  readonly url: string
  readonly key: string
  /** Of the session. */
  readonly token: string
}

/** The service on its own folder, in this process, with a recruiter who is signed in. */
export async function startConsole(folder: string, stack: AsyncDisposableStack): Promise<ConsoleService> {
  const config = testConfig({ quotaDaily: 0, quotaMonthly: 0 })
  const [ids, clock] = [randomIds(), systemClock()]
  const store = await openStore({ dataDirectory: folder, role: 'tool' })
  stack.defer(() => store.close())
  await migrate(store, migrationsFolder)
  const deps = { config, store, clock, ids, log: silentLog }
  const rooms = await openRooms(deps, stack)
  const api = createApi(config, rooms)
  const url = await api.listen({ host: '127.0.0.1', port: 0 })
  stack.defer(() => api.close())
  const made = await store.transaction(async (tx) => {
    const account = { email: 'bench@example.com', role: 'recruiter', passwordHash: null } as const
    const { accountId } = await createAccount(tx, deps, account)
    await rooms.ledger.openAccount(tx, accountId)
    const { key } = await createKey(tx, deps, { accountId })
    const token = await startSession(tx, deps, accountId, { userAgent: 'bench', address: '127.0.0.1' })
    return { accountId, key, token }
  })
  const grant = { accountId: made.accountId, kind: 'paid', pointCents: pointCents(1e9) } as const
  await rooms.ledger.grant({ ...grant, expiresAt: null, note: null })
  return { ...made, url }
}
