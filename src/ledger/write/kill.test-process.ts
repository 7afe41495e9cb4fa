import { defaultTerms, pointCents } from '../../contract/index.ts'
import { createSealer, randomIds, systemClock } from '../../kit/index.ts'
import { openDatabase } from '../../store/index.ts'
import { createLedger } from '../index.ts'

/**
 * A process for the kill test. It admits and settles many calls concurrently until it is killed, and prints
 * the request ids that were answered. A printed line is an answer that a caller has received.
 */
const [url = '', accountList = '', secret = ''] = process.argv.slice(2)
const accountIds = accountList.split(',')
const ids = randomIds()
const database = await openDatabase(url, { poolSize: 6 })
const sealer = createSealer(Buffer.from(secret, 'hex'), ids)
const terms = { ...defaultTerms, quotaDaily: 0, quotaMonthly: 0 }
const ledger = createLedger({ database, clock: systemClock(), ids, sealer, terms })
const keyId = ids.uuid()
const callsMax = 1_000_000

async function keepCalling(caller: number): Promise<void> {
  const accountId = accountIds[caller % accountIds.length] ?? ''
  for (let call = 0; call < callsMax; call += 1) {
    const requestId = ids.uuid()
    const admission = await ledger.admit({
      accountId,
      requestId,
      operation: 'matchResumeToJd',
      door: 'rest',
      keyId,
      idempotency: call % 2 === 0 ? { key: requestId, fingerprint: Buffer.from('input') } : null,
      holdPointCents: pointCents(100),
      leaseMs: 2_000,
      note: null,
    })
    if (admission.kind !== 'admitted') throw new Error(admission.kind)
    process.stdout.write(`admitted ${requestId}\n`)
    const settled = await ledger.settle(admission.hold, {
      costPointCents: pointCents(70),
      usage: {},
      reply: () => Buffer.from(requestId),
    })
    if (settled.kind !== 'settled') throw new Error(settled.kind)
    process.stdout.write(`settled ${requestId}\n`)
  }
}

await Promise.all(Array.from({ length: 40 }, (_, caller) => keepCalling(caller)))
