import { pointCents } from '../../contract/index.ts'
import { withSpent } from './budgets.ts'
import type { Answer, ReleaseCommand } from './command.ts'
import { type Draft, settledMoney, takeOver } from './draft.ts'
import { withHeld } from './holds.ts'
import { claimName, type RequestState } from './state.ts'

/** Returns the points of a hold and frees its key. A hold that has ended does not change. */
export function decideRelease(draft: Draft, command: ReleaseCommand): Answer {
  const request = draft.requests.get(command.requestId)
  if (request === undefined || request.state === 'captured') return { kind: 'lost' }
  if (request.state === 'released') return { kind: 'released' }
  const { leaseUntilMs } = command
  if (leaseUntilMs !== null && request.leaseUntilMs !== leaseUntilMs) return { kind: 'still_leased' }
  endHold(draft, request)
  return { kind: 'released' }
}

export function endHold(draft: Draft, request: RequestState): void {
  const zero = pointCents(0)
  const grants = withHeld(draft.grants, request.admittedAtMs, -request.held)
  takeOver(draft, settledMoney(draft, grants, pointCents(draft.held - request.held)))
  draft.budgets = withSpent(draft.budgets, request.keyId, request.day, -request.held)
  draft.changed = true
  draft.requests.set(request.requestId, { ...request, state: 'released' })
  const ended = { requestId: request.requestId, captured: zero, resourceCaptured: zero, usage: null }
  draft.ended.push({ ...ended, state: 'released' })
  if (request.keyHash !== null) dropClaim(draft, request, request.keyHash)
}

/** Frees a key, so that the call can be retried. */
export function dropClaim(draft: Draft, request: RequestState, keyHash: string): void {
  const { operation, requestId } = request
  const name = claimName(operation, keyHash)
  draft.claimsDropped.push({ operation, keyHash, requestId })
  const claim = draft.claims.get(name)
  if (claim?.requestId === requestId && claim.reply === null) draft.claims.delete(name)
}
