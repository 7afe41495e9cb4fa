import { type Authenticator, authorize, type Caller } from '../accounts/index.ts'
import {
  Fault,
  internalError,
  limits,
  type OperationHandler,
  type OperationName,
  type PointCents,
  successEnvelope,
} from '../contract/index.ts'
import { type Clock, errorFields, type Log, type Metrics, type Sealer, withinLimits } from '../kit/index.ts'
import type { Admission, AdmitRequest, Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../store/index.ts'
import type { Call, Reply } from './call.ts'
import { type ConnectionSlots, inSlot } from './connection-slots.ts'
import { type Decoder, readIdempotencyKey, readingMs } from './decode.ts'
import { type CallObserver, endedCall, type Seen } from './ended-call.ts'
import { CallerGone, execute } from './execute.ts'
import { quotaHeaders } from './quota-headers.ts'
import type { RateLimit } from './rate-limit.ts'
import { answerUnadmitted, encode, failureReply, readReply } from './reply.ts'
import { startWork } from './start-work.ts'

export interface PipelineDeps {
  readonly authenticator: Authenticator
  readonly decoder: Decoder
  readonly ledger: Ledger
  readonly store: Database
  readonly handlers: Readonly<Record<OperationName, OperationHandler<unknown, Tx>>>
  readonly connectionSlots: ConnectionSlots
  /** Null: no rate limit. */
  readonly rateLimit: RateLimit | null
  readonly sealer: Sealer
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly observer: CallObserver
}

/** A hold outlives the maximum duration of its call by this much, so only holds of dead calls are swept. */
const leaseMarginMs = 60_000

/**
 * The one path of a call. The order of checks is documented (docs/decisions/0002-order-of-checks.md): key,
 * role and scope, the rate of the key, size and form of the body, idempotency key, quota, balance, work,
 * charge.
 */
async function runCall(deps: PipelineDeps, call: Call, seen: Seen): Promise<Reply> {
  const caller = call.caller ?? (await deps.authenticator.authenticate(call.credential))
  seen.caller = caller
  authorize(caller, call.operation.name)
  // Only for keys: a call from the user center's page has none.
  if (call.operation.writes && call.caller === undefined) deps.rateLimit?.count(caller.keyId)
  const handler = deps.handlers[call.operation.name]

  const body = await call.readBody(caller.accountId)
  const key = readIdempotencyKey(call.idempotencyKey, call.idempotencyKeyPath)
  const decoded = await deps.decoder.decode(call.operation, handler, body, caller.accountId)
  const { input, fingerprint, keptBytes } = decoded
  if (keptBytes !== undefined) call.onBodyRead?.(keptBytes)
  const callIds = { accountId: caller.accountId, requestId: call.requestId }
  if (handler.kind === 'read') {
    const read = () => handler.read(input, callIds)
    const outcome = await inSlot(deps.connectionSlots.reads, caller.accountId, call.disconnected, read)
    return readReply(call.requestId, outcome)
  }

  const idempotency = key === null ? null : { key, fingerprint: deps.sealer.hmac(fingerprint) }
  const callKey = { ...callIds, operation: call.operation.name, idempotency }
  const unadmitted = await precheck(deps, handler, callKey)
  if (unadmitted !== null) return answerUnadmitted(deps.metrics, callKey, unadmitted)
  const timeoutMs = handler.timeoutMs(input)
  const waitMs = limits.queueWaitMaxMs
  const within = {
    ...{ key: caller.accountId, workMs: timeoutMs, waitMs, clock: deps.clock },
    timeoutMessage: handler.timeoutMessage?.(input),
  }
  const quoteMs = handler.quoteIs === 'work' ? timeoutMs : readingMs
  const quoted = await withinLimits({ ...within, workMs: quoteMs }, (signal, owner) =>
    handler.quote(input, signal, owner),
  )
  const { holdPointCents } = quoted
  const request: AdmitRequest = {
    ...callKey,
    door: call.door,
    keyId: caller.keyId,
    holdPointCents,
    leaseMs: timeoutMs + waitMs + leaseMarginMs,
    note: handler.auditNote?.(input) ?? null,
  }
  // With an idempotency key the caller can retry for the result; without one the result would be lost.
  const disconnected = key === null ? call.disconnected : null
  if (handler.kind === 'start')
    return startWork(deps, request, () => handler.start(quoted.input, callIds), disconnected)

  const admission = await deps.ledger.admit(request)
  if (admission.kind !== 'admitted') return answerUnadmitted(deps.metrics, request, admission)
  const { hold } = admission

  try {
    const outcome = await execute(handler, quoted.input, within, disconnected)
    seen.usage = outcome.usage
    const settled = await deps.ledger.settle(hold, {
      costPointCents: atMost(holdPointCents, outcome.costPointCents),
      usage: outcome.usage,
      reply: (billing) => encode(successEnvelope(call.requestId, outcome, billing)),
    })
    if (settled.kind === 'lost')
      throw internalError('timeout', { internal: 'the hold ended before the work did' })
    deps.metrics.charged(call.operation.name, settled.billing.billedPointCents)
    return { status: 200, body: settled.reply, headers: quotaHeaders(admission.quota), error: null }
  } catch (error) {
    await releaseQuietly(deps, call, hold)
    throw error
  }
}

/** The answer to a call that needs no price. A replay needs neither the engine nor a slot. */
async function precheck(
  { ledger }: PipelineDeps,
  handler: Exclude<PipelineDeps['handlers'][OperationName], { kind: 'read' }>,
  callKey: Pick<AdmitRequest, 'accountId' | 'operation' | 'idempotency'>,
) {
  if (handler.quoteIs === 'work') return ledger.precheck(callKey)
  if (handler.kind !== 'start' && handler.quoteIs === undefined) return null
  const unadmitted = await ledger.checkKey(callKey)
  // If the input differs from that of the key's first call and is invalid, the invalid input is reported
  // first.
  return unadmitted?.kind === 'key_reused' && handler.quoteIs === 'check' ? null : unadmitted
}

/** Runs a call and always answers: every failure becomes an error envelope, a log line and a count. */
export async function handleCall(deps: PipelineDeps, call: Call): Promise<Reply> {
  const at = deps.clock.now()
  const startedMs = deps.clock.monotonicMs()
  const seen: Seen = { caller: null, usage: null }
  deps.metrics.callsInFlight(1)
  let reply: Reply
  let failure: unknown
  try {
    reply = await runCall(deps, call, seen)
  } catch (error) {
    const hungUp = call.disconnected.aborted && !(error instanceof Fault)
    failure = hungUp ? new CallerGone('the caller hung up', { cause: error }) : error
    reply = failureReply(call.requestId, error)
  }
  deps.metrics.callsInFlight(-1)
  const seconds = (deps.clock.monotonicMs() - startedMs) / 1000
  const gone = failure instanceof CallerGone
  const error = gone ? 'caller_gone' : (reply.error ?? 'ok')
  deps.metrics.callEnded({ operation: call.operation.name, door: call.door, error, seconds })
  // 499 is the usual log status for a caller that hung up; it is never sent.
  const status = gone ? 499 : reply.status
  const milliseconds = Math.round(seconds * 1000)
  const { caller, usage } = seen
  logCall(deps.log, call, { ...namesOf(caller), status, error, milliseconds }, failure)
  if (caller !== null) {
    deps.observer.ended(endedCall(call, { caller, usage }, { at, milliseconds, status, error: reply.error }))
  }
  return reply
}

/** The account and key for the log; empty before the key is known. */
function namesOf(caller: Caller | null): Partial<Pick<Caller, 'accountId' | 'keyId'>> {
  return caller === null ? {} : { accountId: caller.accountId, keyId: caller.keyId }
}

/** If an engine used more than was reserved, the operator bears the difference. */
function atMost(holdPointCents: PointCents, costPointCents: PointCents): PointCents {
  return costPointCents < holdPointCents ? costPointCents : holdPointCents
}

async function releaseQuietly(
  deps: PipelineDeps,
  call: Call,
  hold: Extract<Admission, { kind: 'admitted' }>['hold'],
): Promise<void> {
  try {
    await deps.ledger.release(hold)
  } catch (error) {
    // The sweeper releases the points when the lease ends.
    deps.log.warn(
      { requestId: call.requestId, ...errorFields(error) },
      'a hold could not be released at once',
    )
  }
}

function logCall(
  log: Log,
  call: Call,
  answer: { status: number; error: string; milliseconds: number } & ReturnType<typeof namesOf>,
  failure: unknown,
): void {
  const fields = { requestId: call.requestId, operation: call.operation.name, door: call.door, ...answer }
  if (answer.status < 500) {
    const reason = failure instanceof Fault ? failure.reason : undefined
    log.info({ ...fields, reason }, 'call')
    return
  }
  log.error({ ...fields, ...errorFields(failure) }, 'call failed')
}
