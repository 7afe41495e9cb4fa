import { invalidInput, issue, type PointCents, pointCents } from '../../contract/index.ts'
import { assert } from '../../kit/index.ts'
import type { OwnQuota } from '../ledger.ts'
import { captureOrder, inBurnOrder } from './burn.ts'
import type { Answer, GrantCommand } from './command.ts'
import { type Draft, entry, settledMoney, takeOver } from './draft.ts'

export function decideGrant(draft: Draft, command: GrantCommand): Answer {
  const { grantId, grantKind: kind, pointCents: amount, expiresAtMs, note, source } = command
  // An earlier attempt was written although its answer was lost.
  if (draft.grants.some((grant) => grant.grantId === grantId)) return { kind: 'done', expiredGrants: 0 }
  if (expiresAtMs !== null && expiresAtMs <= draft.nowMs)
    throw invalidInput([issue('expires_at', 'too_small')])
  if (amount <= 0) throw invalidInput([issue('point_cents', 'too_small')])
  const total = draft.grants.reduce((sum, grant) => sum + grant.remaining, 0) + amount
  assert(Number.isSafeInteger(total), `account ${draft.base.accountId} would have more than can be counted`)

  const grant = {
    grantId,
    kind,
    remaining: pointCents(amount),
    expiresAtMs,
    createdAtMs: draft.nowMs,
    heldSinceExpiry: heldSince(draft, expiresAtMs),
  }
  // The new grant may replace what holds keep of an expired grant.
  const grants = inBurnOrder([...draft.grants, grant], captureOrder(draft.order))
  takeOver(draft, settledMoney(draft, grants, draft.held))
  draft.grantsMade.push({ grantId, kind, granted: amount, expiresAtMs, note, source })
  draft.entries.push(entry(grantId, grantId, 'grant', amount))
  draft.changed = true
  return { kind: 'done', expiredGrants: 0 }
}

/** Zero, unless a process whose clock is ahead has admitted calls after this expiry. */
function heldSince(draft: Draft, expiresAtMs: number | null): PointCents {
  let sum = 0
  if (expiresAtMs !== null)
    for (const request of draft.requests.values())
      if (request.state === 'held' && request.admittedAtMs >= expiresAtMs) sum += request.held
  return pointCents(sum)
}

export function decideSetQuota(draft: Draft, quota: OwnQuota): Answer {
  for (const [path, limit] of Object.entries(quota)) {
    const valid = limit === null || (Number.isSafeInteger(limit) && limit >= 0 && limit <= 1_000_000_000)
    if (!valid) throw invalidInput([issue(path, 'wrong_type')])
  }
  draft.ownQuota = quota
  draft.changed = true
  return { kind: 'done', expiredGrants: 0 }
}
