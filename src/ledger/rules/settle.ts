import { pointCents } from '../../contract/index.ts'
import { assert } from '../../kit/index.ts'
import { type Account, type Outcome, unchanged } from './account.ts'
import type { CaptureCommand, HandOverCommand, ReleaseCommand } from './command.ts'
import { planCapture, spendable } from './grants.ts'
import type { RequestState } from './state.ts'
import { entry, pointsAfter } from './working-copy.ts'

/**
 * Draws the cost from the grants, returns the rest of the hold and stores the reply for the key. If the hold
 * has ended in another way, the answer is `lost` and nothing is charged. If it was captured before, the
 * answer is that charge.
 */
export function decideCapture(account: Account, command: CaptureCommand): Outcome {
  const { requestId, cost, usage } = command
  const request = account.requests.get(requestId)
  if (request === undefined || request.state === 'released') return unchanged({ kind: 'lost' })
  if (request.state === 'captured') {
    const billing = billingOf(account, account, request)
    return unchanged({ kind: 'captured', billing, reply: command.reply?.(billing) ?? null, again: true })
  }
  assert(cost <= request.held, `request ${requestId} costs more than it holds`)
  const plan = planCapture(account.grants, request.admittedAtMs, cost, account.order)
  assert(plan.kind === 'covered', `account ${account.accountId} has less than it holds`)
  const { draws } = plan
  const fromPacks = draws.reduce(
    (sum, each) => sum + (each.kind === 'resource_pack' ? each.pointCents : 0),
    0,
  )
  const captured: RequestState = {
    ...request,
    state: 'captured',
    captured: cost,
    resourceCaptured: pointCents(fromPacks),
  }
  const points = pointsAfter(account, { request: captured, draws })
  const billing = billingOf(account, points, captured)
  const reply = command.reply?.(billing) ?? null
  const entries = draws.map((draw) => entry(requestId, draw.grantId, 'capture', draw.pointCents))
  return {
    answer: { kind: 'captured', billing, reply, again: false },
    change: { ...points, entries, ended: { request: captured, usage }, reply },
  }
}

/**
 * Answers the call, which is charged nothing, and keeps its hold open for work that continues. The key has
 * its reply from now on, independent of the outcome of the hold.
 */
export function decideHandOver(account: Account, command: HandOverCommand): Outcome {
  const request = account.requests.get(command.requestId)
  if (request === undefined || request.state !== 'held') return unchanged({ kind: 'lost' })
  const billing = billingOf(account, account, request)
  const reply = command.reply(billing)
  const extended = { ...request, leaseUntilMs: account.nowMs + command.leaseMs, keyHash: null }
  return { answer: { kind: 'handed_over', billing, reply }, change: { extended, reply } }
}

/** Returns the points of a hold and frees its key. A hold that has ended does not change. */
export function decideRelease(account: Account, { requestId, leaseUntilMs }: ReleaseCommand): Outcome {
  const request = account.requests.get(requestId)
  if (request === undefined || request.state === 'captured') return unchanged({ kind: 'lost' })
  if (request.state === 'released') return unchanged({ kind: 'released' })
  if (leaseUntilMs !== null && request.leaseUntilMs !== leaseUntilMs)
    return unchanged({ kind: 'still_leased' })
  const released: RequestState = { ...request, state: 'released' }
  return {
    answer: { kind: 'released' },
    change: {
      ...pointsAfter(account, { request: released }),
      ended: { request: released, usage: null },
      reply: null,
    },
  }
}

function billingOf(
  account: Account,
  { grants, held }: Pick<Account, 'grants' | 'held'>,
  request: RequestState,
) {
  return {
    billedPointCents: request.captured,
    balancePointCents: spendable(grants, held, account.order),
    resourcePointCents: request.resourceCaptured,
  }
}
