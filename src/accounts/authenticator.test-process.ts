import { silentLog, systemClock } from '../kit/index.ts'
import { openDatabase } from '../store/index.ts'
import { createAuthenticator } from './authenticator.ts'

/**
 * Another process for a test: takes a key until it is refused, and says when it was first taken, and when
 * not, with the time at which the last call that was let in began.
 */
const [url = '', header = ''] = process.argv.slice(2)
const callsMax = 5_000
const database = await openDatabase(url, { poolSize: 2 })
const clock = systemClock()
const authenticator = createAuthenticator({ database, clock, log: silentLog })
let lastTakenAtMs = 0
let outcome = 'never refused'
for (let call = 0; call < callsMax && outcome === 'never refused'; call += 1) {
  const beganAtMs = clock.now().getTime()
  try {
    await authenticator.authenticate(header)
    lastTakenAtMs = beganAtMs
    if (call === 20) process.stdout.write('taken\n')
  } catch {
    outcome = 'refused'
  }
  await new Promise((resolve) => setTimeout(resolve, 5))
}
process.stdout.write(`${outcome} ${lastTakenAtMs}\n`)
await authenticator.close()
await database.close()
