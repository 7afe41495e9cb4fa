import { internalError, type Start, startEnvelope } from '../contract/index.ts'
import type { Metrics } from '../kit/index.ts'
import type { Admission, AdmitRequest, Ledger } from '../ledger/index.ts'
import { type Database, StoreError, type Tx } from '../store/index.ts'
import type { Reply } from './call.ts'
import { type ConnectionSlots, inSlot } from './connection-slots.ts'
import { quotaHeaders } from './quota-headers.ts'
import { answerUnadmitted, encode } from './reply.ts'

/** Deadlocks and serialization failures are retried: nothing was written then. */
const attemptsMax = 4

export interface StartDeps {
  readonly store: Database
  readonly ledger: Ledger
  readonly metrics: Metrics
  readonly connectionSlots: ConnectionSlots
}

/**
 * Admits a call whose work continues after its answer, when a slot for its account is free. `prepare` is
 * called only then. A start that has not begun is given up when `disconnected` aborts.
 */
export async function startWork(
  deps: StartDeps,
  request: AdmitRequest,
  prepare: () => Promise<Start<Tx>>,
  disconnected: AbortSignal | null,
): Promise<Reply> {
  return await inSlot(deps.connectionSlots.starts, request.accountId, disconnected, async () =>
    writeStart(deps, request, await prepare()),
  )
}

/** Writes the hold, the work and the stored reply in one transaction. A refusal writes nothing. */
async function writeStart(deps: StartDeps, request: AdmitRequest, start: Start<Tx>): Promise<Reply> {
  const { accountId, requestId } = request
  const body = encode(startEnvelope(requestId, start))
  let last: Admission | undefined
  const write = deps.store.transaction(
    async (tx) => {
      const admission = await deps.ledger.admitIn(tx, request)
      last = admission
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
  const admission = await write.catch(async (error: unknown) => {
    if (last !== undefined && (await isWritten(deps, request, error))) return last
    throw error
  })
  if (admission.kind !== 'admitted') return answerUnadmitted(deps.metrics, request, admission)
  start.written()
  return { status: 200, body, headers: quotaHeaders(admission.quota), error: null }
}

/**
 * Whether a commit succeeded although its answer was lost. If we reported a failure, the caller would start
 * the same work again and pay twice.
 */
async function isWritten(deps: StartDeps, request: AdmitRequest, error: unknown): Promise<boolean> {
  if (!(error instanceof StoreError) || !error.commitUnknown) return false
  return await deps.store.transaction((tx) => deps.ledger.wasAdmittedIn(tx, request))
}
