import { type Billing, limits, type PointCents, pointCents } from '../../contract/index.ts'
import { assert } from '../../kit/index.ts'
import { withSpent } from './budgets.ts'
import { afterDraws, type Draw } from './burn.ts'
import type { Answer, CaptureCommand, HandOverCommand } from './command.ts'
import { type Draft, entry, type Money, settledMoney, takeOver } from './draft.ts'
import { planCapture, withHeld } from './holds.ts'
import { dropClaim } from './release.ts'
import { claimName, type RequestState, spendable } from './state.ts'

/**
 * Draws the cost from the grants, returns the rest of the hold and stores the reply for the key. If the hold
 * has ended in another way, the answer is `lost` and nothing is charged. If it was captured before, the
 * answer is that charge.
 */
export function decideCapture(draft: Draft, command: CaptureCommand): Answer {
  const request = draft.requests.get(command.requestId)
  if (request === undefined || request.state === 'released') return { kind: 'lost' }
  if (request.state === 'captured') return capturedBefore(draft, request, command)
  assert(command.cost <= request.held, `request ${request.requestId} costs more than it holds`)

  const draws = drawsFor(draft, request, command.cost)
  const resource = drawnFrom(draws, 'resource_pack')
  const held = pointCents(draft.held - request.held)
  const left = withHeld(afterDraws(draft.grants, draws), request.admittedAtMs, -request.held)
  const money = settledMoney(draft, left, held)
  const billing = billingAfter(draft, money, command.cost, resource)
  const reply = command.reply?.(billing) ?? null

  // Nothing can fail from here on.
  const groupId = request.requestId
  for (const draw of draws) draft.entries.push(entry(groupId, draw.grantId, 'capture', draw.pointCents))
  takeOver(draft, money)
  draft.budgets = withSpent(draft.budgets, request.keyId, request.day, command.cost - request.held)
  draft.changed = true
  const ended = { state: 'captured', captured: command.cost, resourceCaptured: resource } as const
  draft.requests.set(request.requestId, { ...request, ...ended })
  draft.ended.push({ requestId: request.requestId, ...ended, usage: command.usage })
  if (reply !== null) answerClaim(draft, request, reply)
  else if (request.keyHash !== null) dropClaim(draft, request, request.keyHash)
  return { kind: 'captured', billing, reply, again: false }
}

/**
 * Answers the call, which is charged nothing, and keeps its hold open for work that continues. The key has
 * its reply from now on, independent of the outcome of the hold.
 */
export function decideHandOver(draft: Draft, command: HandOverCommand): Answer {
  const request = draft.requests.get(command.requestId)
  if (request === undefined || request.state !== 'held') return { kind: 'lost' }
  const zero = pointCents(0)
  const billing = billingAfter(draft, draft, zero, zero)
  const reply = command.reply(billing)

  draft.changed = true
  const leaseUntilMs = draft.nowMs + command.leaseMs
  draft.requests.set(request.requestId, { ...request, leaseUntilMs, keyHash: null })
  draft.extended.push({ requestId: request.requestId, leaseUntilMs })
  answerClaim(draft, request, reply)
  return { kind: 'handed_over', billing, reply }
}

function drawsFor(draft: Draft, request: RequestState, cost: PointCents): readonly Draw[] {
  const plan = planCapture(draft.grants, request.admittedAtMs, cost, draft.order)
  assert(plan.kind === 'covered', `account ${draft.base.accountId} has less than it holds`)
  return plan.draws
}

function drawnFrom(draws: readonly Draw[], kind: Draw['kind']): PointCents {
  return pointCents(draws.reduce((sum, draw) => sum + (draw.kind === kind ? draw.pointCents : 0), 0))
}

function billingAfter(
  draft: Draft,
  money: Pick<Money, 'grants' | 'held'>,
  billed: PointCents,
  resource: PointCents,
): Billing {
  return {
    billedPointCents: billed,
    balancePointCents: spendable(money.grants, money.held, draft.order),
    resourcePointCents: resource,
  }
}

function answerClaim(draft: Draft, request: RequestState, reply: Uint8Array): void {
  const { operation, keyHash, requestId } = request
  if (keyHash === null) return
  const expiresAtMs = draft.nowMs + limits.replyKeptMs
  draft.claimsAnswered.push({ operation, keyHash, requestId, reply, expiresAtMs })
  const name = claimName(operation, keyHash)
  const claim = draft.claims.get(name)
  if (claim !== undefined)
    draft.claims.set(name, { ...claim, reply: { sealed: false, bytes: reply }, expiresAtMs })
}

function capturedBefore(draft: Draft, request: RequestState, command: CaptureCommand): Answer {
  const billing = billingAfter(draft, draft, request.captured, request.resourceCaptured)
  return { kind: 'captured', billing, reply: command.reply?.(billing) ?? null, again: true }
}
