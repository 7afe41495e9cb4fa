import { invalidInput, issue, pointCents } from '../../contract/index.ts'
import { assert } from '../../kit/index.ts'
import type { OwnQuota } from '../ledger.ts'
import { type Account, type Outcome, unchanged } from './account.ts'
import type { GrantCommand, WithdrawCommand } from './command.ts'
import { planHolds } from './grants.ts'
import { entry, pointsAfter } from './working-copy.ts'

export function decideGrant(account: Account, command: GrantCommand): Outcome {
  const { grantId, grantKind: kind, pointCents: amount, expiresAtMs, note, source } = command
  const answer = { kind: 'done', expiredGrants: 0 } as const
  // An earlier attempt was written although its answer was lost.
  if (account.grants.some((grant) => grant.grantId === grantId)) return unchanged(answer)
  if (expiresAtMs !== null && expiresAtMs <= account.nowMs)
    throw invalidInput([issue('expires_at', 'too_small')])
  if (amount <= 0) throw invalidInput([issue('point_cents', 'too_small')])
  const total = account.grants.reduce((sum, grant) => sum + grant.remaining, 0) + amount
  assert(Number.isSafeInteger(total), `account ${account.accountId} would have more than can be counted`)

  // Zero, unless a process whose clock is ahead has admitted calls after this expiry.
  let heldSinceExpiry = 0
  if (expiresAtMs !== null)
    for (const request of account.requests.values())
      if (request.state === 'held' && request.admittedAtMs >= expiresAtMs) heldSinceExpiry += request.held
  const grant = {
    grantId,
    kind,
    remaining: pointCents(amount),
    expiresAtMs,
    createdAtMs: account.nowMs,
    heldSinceExpiry: pointCents(heldSinceExpiry),
  }
  return {
    answer,
    change: {
      ...pointsAfter(account, { grant }),
      grantMade: { grantId, kind, granted: amount, expiresAtMs, note, source },
      entries: [entry(grantId, grantId, 'grant', amount)],
    },
  }
}

/**
 * Takes back points of one grant that are left and that no open hold would draw. It takes the full amount or
 * nothing, so calls that were admitted stay covered.
 */
export function decideWithdraw(account: Account, command: WithdrawCommand): Outcome {
  const { withdrawalId, grantId, pointCents: amount } = command
  const grant = account.grants.find((each) => each.grantId === grantId)
  const kept = planHolds(account.grants, account.held, account.order).get(grantId) ?? 0
  const freePointCents = pointCents(grant === undefined ? 0 : grant.remaining - kept)
  if (grant === undefined || amount <= 0 || amount > freePointCents)
    return unchanged({ kind: 'not_free', freePointCents })
  const draws = [{ grantId, kind: grant.kind, pointCents: amount }]
  const entries = [entry(withdrawalId, grantId, 'withdrawal', amount)]
  return { answer: { kind: 'withdrawn' }, change: { ...pointsAfter(account, { draws }), entries } }
}

/** Sets the account's own limits. */
export function decideSetQuota(quota: OwnQuota): Outcome {
  for (const [path, limit] of Object.entries(quota)) {
    const valid = limit === null || (Number.isSafeInteger(limit) && limit >= 0 && limit <= 1_000_000_000)
    if (!valid) throw invalidInput([issue(path, 'wrong_type')])
  }
  return { answer: { kind: 'done', expiredGrants: 0 }, change: { ownQuota: quota } }
}
