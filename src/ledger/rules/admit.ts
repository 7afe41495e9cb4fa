import { pointCents } from '../../contract/index.ts'
import { assert } from '../../kit/index.ts'
import { keyLimitHit, withSpent } from './budgets.ts'
import type { AdmitCommand, Answer, AnswerOfKey, ClaimWish } from './command.ts'
import type { Draft } from './draft.ts'
import { withHeld } from './holds.ts'
import { counted, countersAt, quotaLimits, quotaRefusal, quotaState } from './quota.ts'
import { type Claim, claimName, type RequestState, spendable, sumByKind } from './state.ts'

/**
 * Checks the idempotency key, the quota, the balance, then the API key's limit (decision 2), and places the
 * hold. A refusal changes nothing.
 */
export function decideAdmit(draft: Draft, command: AdmitCommand): Answer {
  const again = draft.requests.get(command.requestId)
  if (again !== undefined) return admittedBefore(draft, again)
  if (command.claim !== null) {
    const claim = draft.claims.get(claimName(command.operation, command.claim.keyHash))
    const refusal = claim && answerOfClaim(claim, command.claim, draft.nowMs)
    if (refusal) return refusal
  }
  const limits = quotaLimits(draft.ownQuota, draft.terms)
  const counters = countersAt(draft.counters, draft.period)
  const quota = quotaState(counters, limits, draft.period, draft.nowMs)
  const refusal = quotaRefusal(quota)
  if (refusal !== null) return refusal

  const balance = spendable(draft.grants, draft.held, draft.order)
  const keyLimit = keyLimitHit(draft.budgets, command.keyId, command.held, counters.day, draft.period)
  if (balance < command.held || keyLimit !== null) {
    return {
      kind: 'insufficient',
      requiredPointCents: command.held,
      balancePointCents: balance,
      resourcePointCents: sumByKind(draft.grants).resource_pack,
      quota,
      keyLimit,
    }
  }
  draft.counters = counted(counters)
  const hold = openHold(draft, command)
  return {
    kind: 'admitted',
    hold: holdView(draft, hold),
    quota: quotaState(draft.counters, limits, draft.period, draft.nowMs),
  }
}

/** How a claim answers a call with its key. Null once the stored reply has passed its retention time. */
export function answerOfClaim(claim: Claim, wish: ClaimWish, nowMs: number): AnswerOfKey | null {
  const sameInput = claim.fingerprint === wish.fingerprint
  if (claim.reply !== null) {
    if (claim.expiresAtMs === null || claim.expiresAtMs <= nowMs) return null
    return { kind: 'repeat', reply: claim.reply, replyOf: claim.requestId, sameInput }
  }
  return sameInput ? { kind: 'in_progress' } : { kind: 'key_reused' }
}

function openHold(draft: Draft, command: AdmitCommand): RequestState {
  const leaseUntilMs = draft.nowMs + command.leaseMs
  const keyHash = command.claim?.keyHash ?? null
  const hold: RequestState = {
    requestId: command.requestId,
    operation: command.operation,
    state: 'held',
    held: command.held,
    captured: pointCents(0),
    resourceCaptured: pointCents(0),
    admittedAtMs: draft.nowMs,
    leaseUntilMs,
    keyHash,
    keyId: command.keyId,
    day: draft.counters.day,
  }
  draft.requests.set(hold.requestId, hold)
  draft.held = pointCents(draft.held + command.held)
  draft.grants = withHeld(draft.grants, hold.admittedAtMs, command.held)
  draft.budgets = withSpent(draft.budgets, hold.keyId, hold.day, command.held)
  draft.changed = true
  const { requestId, operation, door, keyId, held, note } = command
  const { day } = hold
  draft.opened.push({ requestId, operation, door, keyId, held, leaseUntilMs, day, keyHash, note })
  if (command.claim !== null) putClaim(draft, command, command.claim, leaseUntilMs)
  return hold
}

function putClaim(draft: Draft, command: AdmitCommand, wish: ClaimWish, leaseUntilMs: number): void {
  const { operation, requestId } = command
  const name = claimName(operation, wish.keyHash)
  const claim = { operation, requestId, keyHash: wish.keyHash, fingerprint: wish.fingerprint }
  draft.claims.set(name, { ...claim, reply: null, expiresAtMs: null })
  draft.claimsPut.set(name, { ...claim, leaseUntilMs })
}

/**
 * The same call again after its first answer was lost between database and caller. It is not counted twice.
 */
function admittedBefore(draft: Draft, request: RequestState): Answer {
  assert(request.state === 'held', `request ${request.requestId} was admitted before and is ${request.state}`)
  const limits = quotaLimits(draft.ownQuota, draft.terms)
  const counters = countersAt(draft.counters, draft.period)
  const quota = quotaState(counters, limits, draft.period, draft.nowMs)
  return { kind: 'admitted', hold: holdView(draft, request), quota }
}

function holdView(draft: Draft, request: RequestState) {
  return {
    accountId: draft.base.accountId,
    requestId: request.requestId,
    operation: request.operation,
    heldPointCents: request.held,
    leaseUntil: new Date(request.leaseUntilMs),
  }
}
