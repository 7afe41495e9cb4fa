import { internalError, type Start, startEnvelope } from '../contract/index.ts'
import type { Metrics } from '../kit/index.ts'
import type { AdmitRequest, Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../store/index.ts'
import type { Reply } from './call.ts'
import { quotaHeaders } from './quota-headers.ts'
import { encode, refusal, replayed } from './reply.ts'

/** A deadlock or a serialization failure is tried again: nothing was written then. */
const attemptsMax = 4

/**
 * Admits a call whose work goes on after it: the hold, the work and the stored reply are written in one
 * transaction, or none of them is. A refusal leaves nothing behind.
 */
export async function startWork(
  deps: { readonly store: Database; readonly ledger: Ledger; readonly metrics: Metrics },
  request: AdmitRequest,
  start: Start<Tx>,
): Promise<Reply> {
  const { accountId, requestId } = request
  const body = encode(startEnvelope(requestId, start))
  const admission = await deps.store.transaction(
    async (tx) => {
      const admission = await deps.ledger.admitIn(tx, request)
      if (admission.kind !== 'admitted') return admission
      await start.write(tx)
      const handOver = { kind: 'hand_over', requestId, leaseMs: start.leaseMs, reply: () => body } as const
      const [answer] = await deps.ledger.applyInTransaction(tx, accountId, [handOver])
      if (answer?.kind !== 'handed_over') {
        throw internalError('internal', { internal: `a hold just placed was ${answer?.kind}` })
      }
      return admission
    },
    { attemptsMax },
  )
  if (admission.kind === 'replay') return replayed(deps.metrics, request, admission)
  if (admission.kind !== 'admitted') throw refusal(admission)
  start.written()
  return { status: 200, body, headers: quotaHeaders(admission.quota), error: null }
}
