import { limits, type PointCents, pointCents } from '../../contract/index.ts'
import type { Account, Change, Points } from './account.ts'
import type {
  AccountWrites,
  AnsweredClaim,
  ClaimRef,
  EndedRequest,
  Entry,
  MadeGrant,
  Movement,
  OpenedRequest,
  PutClaim,
} from './account-writes.ts'
import { withSpent } from './budgets.ts'
import { claimName } from './claims.ts'
import type { DecisionContext } from './context.ts'
import {
  afterDraws,
  captureOrder,
  type Draw,
  expireDue,
  inBurnOrder,
  nextExpiryMs,
  withHeld,
} from './grants.ts'
import type { AccountState, Claim, Grant, RequestState } from './state.ts'

/**
 * The points after a request has changed, draws have been taken or a grant was added, without the expired
 * points that no hold needs any more.
 */
export function pointsAfter(account: Account, { request, draws = [], grant }: PointsChange): Points {
  let grants = afterDraws(account.grants, draws)
  // The new grant may replace what holds keep of an expired grant.
  if (grant !== undefined) grants = inBurnOrder([...grants, grant], captureOrder(account.order))
  let { held, budgets } = account
  if (request !== undefined) {
    const before = account.requests.get(request.requestId)
    const heldChange = heldBy(request) - heldBy(before)
    held = pointCents(held + heldChange)
    grants = withHeld(grants, request.admittedAtMs, heldChange)
    budgets = withSpent(budgets, request.keyId, request.day, spentBy(request) - spentBy(before))
  }
  const due = expireDue(grants, held, account.order, account.nowMs)
  const expired = due.expired.map((draw) => entry(account.newId(), draw.grantId, 'expiry', draw.pointCents))
  return { held, grants: due.grants, budgets, expired }
}

interface PointsChange {
  readonly request?: RequestState
  readonly draws?: readonly Draw[]
  readonly grant?: Grant
}

const heldBy = (request: RequestState | undefined) => (request?.state === 'held' ? request.held : 0)
const spentBy = (request: RequestState | undefined) => heldBy(request) + (request?.captured ?? 0)

export function entry(groupId: string, grantId: string, movement: Movement, amount: PointCents): Entry {
  return { groupId, grantId, movement, pointCents: amount }
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] }

/** The account during one call of `decideAll`, and what its commands have changed so far. */
export interface WorkingCopy {
  readonly base: AccountState
  readonly account: Mutable<Account>
  readonly changes: Change[]
  readonly requests: Map<string, RequestState>
  readonly claims: Map<string, Claim>
  readonly claimsDropped: ClaimRef[]
  readonly claimsPut: Map<string, PutClaim>
  readonly claimsAnswered: AnsweredClaim[]
}

/** What is known besides the state: the requests that the commands name, and the claims of their keys. */
export interface Known {
  readonly requests: readonly RequestState[]
  readonly claims: readonly Claim[]
}

export function openCopy(base: AccountState, known: Known, context: DecisionContext): WorkingCopy {
  const order = context.terms.balanceOrder
  const requests = new Map(known.requests.map((request) => [request.requestId, request]))
  for (const [requestId, request] of base.requests) requests.set(requestId, request)
  const claims = new Map(known.claims.map((claim) => [claimName(claim.operation, claim.keyHash), claim]))
  const account: Mutable<Account> = {
    ...context,
    accountId: base.accountId,
    order,
    held: base.held,
    counters: base.counters,
    ownQuota: base.ownQuota,
    grants: inBurnOrder(base.grants, captureOrder(order)),
    budgets: base.budgets,
    requests,
    claims,
    expiredGrants: 0,
  }
  const rows = { claimsDropped: [], claimsPut: new Map(), claimsAnswered: [] }
  const copy: WorkingCopy = { base, account, changes: [], requests, claims, ...rows }
  const points = pointsAfter(account, {})
  if (points.expired.length > 0) applyChange(copy, points)
  return copy
}

export function applyChange(copy: WorkingCopy, change: Change): void {
  const { account, requests } = copy
  const request = change.opened?.request ?? change.ended?.request ?? change.extended
  if (request !== undefined) {
    applyToClaim(copy, request, change)
    requests.set(request.requestId, request)
  }
  account.held = change.held ?? account.held
  account.grants = change.grants ?? account.grants
  account.budgets = change.budgets ?? account.budgets
  account.counters = change.counters ?? account.counters
  account.ownQuota = change.ownQuota ?? account.ownQuota
  account.expiredGrants += change.expired?.length ?? 0
  copy.changes.push(change)
}

/** An admitted call takes its key; a call that is answered stores its reply; another end frees the key. */
function applyToClaim(copy: WorkingCopy, request: RequestState, { opened, reply }: Change): void {
  const { operation, requestId, leaseUntilMs } = request
  const keyHash = request.keyHash ?? copy.requests.get(requestId)?.keyHash ?? null
  if (keyHash === null) return
  const name = claimName(operation, keyHash)
  const ref = { operation, keyHash, requestId }
  const claim = copy.claims.get(name)
  if (opened !== undefined) {
    const fingerprint = opened.fingerprint ?? ''
    copy.claims.set(name, { ...ref, fingerprint, reply: null, expiresAtMs: null })
    copy.claimsPut.set(name, { ...ref, fingerprint, leaseUntilMs })
  } else if (reply) {
    const expiresAtMs = copy.account.nowMs + limits.replyKeptMs
    copy.claimsAnswered.push({ ...ref, reply, expiresAtMs })
    if (claim) copy.claims.set(name, { ...claim, reply: { sealed: false, bytes: reply }, expiresAtMs })
  } else {
    copy.claimsDropped.push(ref)
    if (claim?.requestId === requestId && claim.reply === null) copy.claims.delete(name)
  }
}

/** The rows to write; null if the commands changed nothing. */
export function writesOf({ base, account, changes, ...claims }: WorkingCopy): AccountWrites | null {
  if (changes.length === 0) return null
  const { accountId, held, counters, ownQuota, grants, budgets, nowMs } = account
  const opened: OpenedRequest[] = []
  const ended: EndedRequest[] = []
  const extended: RequestState[] = []
  const grantsMade: MadeGrant[] = []
  const entries: Entry[] = []
  for (const change of changes) {
    if (change.opened) opened.push(change.opened)
    if (change.ended) ended.push(change.ended)
    if (change.extended) extended.push(change.extended)
    if (change.grantMade) grantsMade.push(change.grantMade)
    if (change.entries) entries.push(...change.entries)
    if (change.expired) entries.push(...change.expired)
  }
  // Ended requests are rarely asked for, and then they are read from the table.
  const open = new Map<string, RequestState>()
  for (const request of account.requests.values())
    if (request.state === 'held') open.set(request.requestId, request)
  const version = base.version + 1
  return {
    expectedVersion: base.version,
    next: { accountId, version, held, counters, ownQuota, grants, budgets, requests: open },
    nextExpiryMs: nextExpiryMs(grants, nowMs),
    opened,
    ended,
    extended,
    claimsDropped: claims.claimsDropped,
    claimsPut: [...claims.claimsPut.values()],
    claimsAnswered: claims.claimsAnswered,
    grantsMade,
    grantsDrawn: entries.length === 0 ? [] : grantsDrawn(base.grants, grantsMade, grants),
    entries,
    budgetsPut: budgets.filter((each) => !base.budgets.includes(each)),
  }
}

/** What is left of the grants that were drawn from. */
function grantsDrawn(before: readonly Grant[], made: readonly MadeGrant[], after: readonly Grant[]) {
  const left = new Map(after.map((grant) => [grant.grantId, grant.remaining]))
  return [...before, ...made.map(({ grantId, granted }) => ({ grantId, remaining: granted }))]
    .filter(({ grantId, remaining }) => left.get(grantId) !== remaining)
    .map(({ grantId }) => ({ grantId, remaining: left.get(grantId) ?? pointCents(0) }))
}
