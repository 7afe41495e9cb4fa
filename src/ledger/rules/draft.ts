import type { GrantKind, PointCents } from '../../contract/index.ts'
import type { OwnQuota } from '../ledger.ts'
import { captureOrder, inBurnOrder } from './burn.ts'
import type { DecisionContext } from './context.ts'
import { expireDue, nextExpiryMs } from './expiry.ts'
import {
  type AccountState,
  type Claim,
  claimName,
  type Grant,
  type KeyBudget,
  type QuotaCounters,
  type RequestState,
} from './state.ts'
import type {
  AccountWrites,
  AnsweredClaim,
  ClaimRef,
  EndedRequest,
  Entry,
  ExtendedRequest,
  MadeGrant,
  Movement,
  OpenedRequest,
  PutClaim,
} from './writes.ts'

/**
 * The mutable state of an account during one call of `decideAll`. It never leaves that call: callers pass one
 * state in and get another one back.
 */
export interface Draft extends DecisionContext {
  readonly base: AccountState
  readonly order: readonly GrantKind[]
  held: PointCents
  counters: QuotaCounters
  ownQuota: OwnQuota
  grants: readonly Grant[]
  budgets: readonly KeyBudget[]
  changed: boolean
  expiredGrants: number
  readonly requests: Map<string, RequestState>
  readonly claims: Map<string, Claim>
  readonly opened: OpenedRequest[]
  readonly ended: EndedRequest[]
  readonly extended: ExtendedRequest[]
  readonly claimsDropped: ClaimRef[]
  readonly claimsPut: Map<string, PutClaim>
  readonly claimsAnswered: AnsweredClaim[]
  readonly grantsMade: MadeGrant[]
  readonly entries: Entry[]
}

export function openDraft(base: AccountState, claims: readonly Claim[], context: DecisionContext): Draft {
  return {
    ...context,
    base,
    order: context.terms.balanceOrder,
    held: base.held,
    counters: base.counters,
    ownQuota: base.ownQuota,
    grants: inBurnOrder(base.grants, captureOrder(context.terms.balanceOrder)),
    budgets: base.budgets,
    changed: false,
    expiredGrants: 0,
    requests: new Map(base.requests),
    claims: new Map(claims.map((claim) => [claimName(claim.operation, claim.keyHash), claim])),
    opened: [],
    ended: [],
    extended: [],
    claimsDropped: [],
    claimsPut: new Map(),
    claimsAnswered: [],
    grantsMade: [],
    entries: [],
  }
}

/** A new value of the account's money: computed first, stored when nothing can fail any more. */
export interface Money {
  readonly grants: readonly Grant[]
  readonly held: PointCents
  readonly expired: readonly Entry[]
}

/** `grants` and `held` without the expired points that no hold needs. */
export function settledMoney(draft: Draft, grants: readonly Grant[], held: PointCents): Money {
  const expiry = expireDue(grants, held, draft.order, draft.nowMs)
  const expired = expiry.expired.map((draw) => entry(draft.newId(), draw.grantId, 'expiry', draw.pointCents))
  return { grants: expiry.grants, held, expired }
}

export function takeOver(draft: Draft, money: Money): void {
  if (money.grants !== draft.grants || money.held !== draft.held) draft.changed = true
  draft.grants = money.grants
  draft.held = money.held
  draft.entries.push(...money.expired)
  draft.expiredGrants += money.expired.length
}

export function entry(groupId: string, grantId: string, movement: Movement, amount: PointCents): Entry {
  return { groupId, grantId, movement, pointCents: amount }
}

/** The rows to write; null if the commands changed nothing. */
export function closeDraft(draft: Draft): AccountWrites | null {
  if (!draft.changed) return null
  const next: AccountState = {
    accountId: draft.base.accountId,
    version: draft.base.version + 1,
    held: draft.held,
    counters: draft.counters,
    ownQuota: draft.ownQuota,
    grants: draft.grants,
    budgets: draft.budgets,
    requests: stillHeld(draft.requests),
  }
  return {
    expectedVersion: draft.base.version,
    next,
    nextExpiryMs: nextExpiryMs(draft.grants, draft.nowMs),
    opened: draft.opened,
    ended: draft.ended,
    extended: draft.extended,
    claimsDropped: draft.claimsDropped,
    claimsPut: [...draft.claimsPut.values()],
    claimsAnswered: draft.claimsAnswered,
    grantsMade: draft.grantsMade,
    grantsDrawn: drawnGrants(draft),
    entries: draft.entries,
    budgetsPut: draft.budgets.filter((each) => !draft.base.budgets.includes(each)),
  }
}

/**
 * Drops ended requests from the cached state. They are rarely asked for, and then they are read from the
 * table.
 */
function stillHeld(requests: ReadonlyMap<string, RequestState>): Map<string, RequestState> {
  const held = new Map<string, RequestState>()
  for (const request of requests.values()) if (request.state === 'held') held.set(request.requestId, request)
  return held
}

function drawnGrants(draft: Draft): { grantId: string; remaining: PointCents }[] {
  if (draft.entries.length === 0) return []
  const now = new Map(draft.grants.map((grant) => [grant.grantId, grant.remaining]))
  const before = [
    ...draft.base.grants.map((grant) => ({ grantId: grant.grantId, remaining: grant.remaining })),
    ...draft.grantsMade.map((made) => ({ grantId: made.grantId, remaining: made.granted })),
  ]
  return before
    .map(({ grantId, remaining }) => ({
      grantId,
      was: remaining,
      remaining: (now.get(grantId) ?? 0) as PointCents,
    }))
    .filter((grant) => grant.was !== grant.remaining)
    .map(({ grantId, remaining }) => ({ grantId, remaining }))
}
