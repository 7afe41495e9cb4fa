import { internalError, limits, type Start, startEnvelope } from '../contract/index.ts'
import { createSemaphore, type Metrics, type Semaphore, SemaphoreFull } from '../kit/index.ts'
import type { Admission, AdmitRequest, Ledger } from '../ledger/index.ts'
import { type Database, StoreError, type Tx } from '../store/index.ts'
import type { Reply } from './call.ts'
import { CallerGone } from './execute.ts'
import { quotaHeaders } from './quota-headers.ts'
import { answerUnadmitted, encode } from './reply.ts'

/** A deadlock or a serialization failure is tried again: nothing was written then. */
const attemptsMax = 4

/**
 * The transaction of a start keeps a connection while it waits for its account: more than one of an account
 * would only wait for each other, and all starts together leave half of the connections to other calls.
 */
const ofAccountMax = 1
const shareOfConnections = 0.5
/** Each of them has a body in memory. One more, and the account with the most is refused one. */
const waitingMax = 512

/** The places of starts, which go round among accounts. */
export function createStartPlaces(connectionsMax: number): Semaphore {
  const slots = Math.max(1, Math.floor(connectionsMax * shareOfConnections))
  return createSemaphore({ slots, slotsPerTurnMax: ofAccountMax, waitingMax })
}

export interface StartDeps {
  readonly store: Database
  readonly ledger: Ledger
  readonly metrics: Metrics
  readonly startPlaces: Semaphore
}

/**
 * Admits a call whose work goes on after it, when it is its account's turn. `prepare` is called only then.
 * One that has not begun is given up when `disconnected` aborts.
 */
export async function startWork(
  deps: StartDeps,
  request: AdmitRequest,
  prepare: () => Promise<Start<Tx>>,
  disconnected: AbortSignal | null,
): Promise<Reply> {
  const leave = await takePlace(deps.startPlaces, request.accountId, disconnected)
  try {
    return await writeStart(deps, request, await prepare())
  } finally {
    leave()
  }
}

async function takePlace(
  places: Semaphore,
  accountId: string,
  disconnected: AbortSignal | null,
): Promise<() => void> {
  const free = places.acquireNow(accountId)
  if (free !== null) return free
  const tooLong = AbortSignal.timeout(limits.turnWaitMaxMs)
  try {
    return await places.acquire(
      accountId,
      disconnected === null ? tooLong : AbortSignal.any([tooLong, disconnected]),
    )
  } catch (error) {
    if (disconnected?.aborted) throw new CallerGone('the caller hung up', { cause: error })
    throw internalError(error instanceof SemaphoreFull ? 'engine_unavailable' : 'timeout', { cause: error })
  }
}

/**
 * The hold, the work and the stored reply are written in one transaction, or none of them is. A refusal
 * leaves nothing behind.
 */
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
 * Whether a commit was done whose answer was lost: who is told of a failure starts the same once more, and
 * would pay for both.
 */
async function isWritten(deps: StartDeps, request: AdmitRequest, error: unknown): Promise<boolean> {
  if (!(error instanceof StoreError) || !error.commitUnknown) return false
  return await deps.store.transaction((tx) => deps.ledger.wasAdmittedIn(tx, request))
}
