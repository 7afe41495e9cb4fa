import { silentLog, systemClock } from '../kit/index.ts'
import { openDatabase } from '../store/index.ts'
import { createAuthenticator } from './authenticator.ts'

/**
 * Another process for a test: takes a key until it is refused, and says when it was first taken and when not.
 */
const [url = '', header = ''] = process.argv.slice(2)
const callsMax = 5_000
const database = await openDatabase(url, { poolSize: 2 })
const authenticator = createAuthenticator({ database, clock: systemClock(), log: silentLog })
let outcome = 'never refused'
for (let call = 0; call < callsMax && outcome === 'never refused'; call += 1) {
  try {
    await authenticator.authenticate(header)
    if (call === 20) process.stdout.write('taken\n')
  } catch {
    outcome = 'refused'
  }
  await new Promise((resolve) => setTimeout(resolve, 5))
}
process.stdout.write(`${outcome}\n`)
await authenticator.close()
await database.close()
