import { silentLog, systemClock } from '../kit/index.ts'
import { openDatabase } from '../store/index.ts'
import { createAuthenticator } from './authenticator.ts'

/**
 * A process for a test: calls with a key until it is refused. It reports the first acceptance and the
 * refusal, with the start time of the last accepted call.
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
