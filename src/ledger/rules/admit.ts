import { pointCents } from '../../contract/index.ts'
import { assert } from '../../kit/index.ts'
import type { OpenHold } from '../ledger.ts'
import { type Account, type Outcome, unchanged } from './account.ts'
import { keyLimitHit } from './budgets.ts'
import { answerOfClaim, claimName } from './claims.ts'
import type { AdmitCommand } from './command.ts'
import { spendable, sumByKind } from './grants.ts'
import { counted, quotaAt, quotaRefusal } from './quota.ts'
import type { RequestState } from './state.ts'
import { pointsAfter } from './working-copy.ts'

/**
 * Checks the idempotency key, the quota, the balance, then the API key's limit (decision 2), and places the
 * hold. A refusal changes nothing.
 */
export function decideAdmit(account: Account, command: AdmitCommand): Outcome {
  const { requestId, operation, door, keyId, claim: key, held, leaseMs, note } = command
  const { nowMs, period, ownQuota } = account
  const { counters, quota } = quotaAt(account.counters, ownQuota, account)
  const before = account.requests.get(requestId)
  if (before !== undefined) {
    // The answer was lost between database and caller, and the call is sent again. It is not counted twice.
    assert(before.state === 'held', `request ${requestId} was admitted before and is ${before.state}`)
    return unchanged({ kind: 'admitted', hold: openHold(account.accountId, before), quota })
  }
  const claim = key && account.claims.get(claimName(operation, key.keyHash))
  const refusal = (key && claim && answerOfClaim(claim, key, nowMs)) ?? quotaRefusal(quota)
  if (refusal !== null) return unchanged(refusal)

  const balance = spendable(account.grants, account.held, account.order)
  const keyLimit = keyLimitHit(account.budgets, keyId, held, counters.day, period)
  if (balance < held || keyLimit !== null) {
    return unchanged({
      kind: 'insufficient',
      requiredPointCents: held,
      balancePointCents: balance,
      resourcePointCents: sumByKind(account.grants).resource_pack,
      quota,
      keyLimit,
    })
  }
  const request: RequestState = {
    requestId,
    operation,
    state: 'held',
    held,
    captured: pointCents(0),
    resourceCaptured: pointCents(0),
    admittedAtMs: nowMs,
    leaseUntilMs: nowMs + leaseMs,
    keyHash: key?.keyHash ?? null,
    keyId,
    day: counters.day,
  }
  const after = quotaAt(counted(counters), ownQuota, account)
  return {
    answer: { kind: 'admitted', hold: openHold(account.accountId, request), quota: after.quota },
    change: {
      ...pointsAfter(account, { request }),
      counters: after.counters,
      opened: { request, door, note, fingerprint: key?.fingerprint ?? null },
    },
  }
}

const openHold = (accountId: string, request: RequestState): OpenHold => ({
  accountId,
  requestId: request.requestId,
  operation: request.operation,
  heldPointCents: request.held,
  leaseUntil: new Date(request.leaseUntilMs),
})
