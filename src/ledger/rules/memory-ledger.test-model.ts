import { pointCents, type Terms } from '../../contract/index.ts'
import { assert } from '../../kit/index.ts'
import type { AccountWrites, Entry, MadeGrant } from './account-writes.ts'
import { claimName } from './claims.ts'
import type { Answer, Command } from './command.ts'
import { decideAll } from './decide.ts'
import { sumByKind } from './grants.ts'
import { createCalendar } from './quota.ts'
import type { AccountState, Claim, RequestState } from './state.ts'

/**
 * For tests: one account in memory, with tables that have the same constraints as the real ones. It uses the
 * production decision functions, any number at a time.
 */
export interface MemoryLedger {
  run(commands: readonly Command[], nowMs: number): readonly Answer[]
  /** The whole state, for comparison, without the generated identifiers of expiry groups. */
  dump(): object
  state(): AccountState
  entries(): readonly Entry[]
}

export function createMemoryLedger(accountId: string, terms: Terms): MemoryLedger {
  const calendar = createCalendar(terms.quotaTimeZone)
  const zero = pointCents(0)
  let state: AccountState = {
    accountId,
    version: 0,
    held: zero,
    counters: { day: '', dayCount: 0, month: '', monthCount: 0 },
    ownQuota: { daily: null, monthly: null },
    grants: [],
    budgets: [],
    requests: new Map(),
  }
  const requests = new Map<string, RequestState>()
  const claims = new Map<string, Claim>()
  const granted = new Map<string, MadeGrant>()
  const entries: Entry[] = []

  function apply(writes: AccountWrites, nowMs: number): void {
    assert(writes.expectedVersion === state.version, 'version')
    for (const made of writes.grantsMade) granted.set(made.grantId, made)
    for (const opened of writes.opened) open(opened.request, writes.next, nowMs)
    for (const extended of writes.extended)
      change(extended.requestId, { leaseUntilMs: extended.leaseUntilMs, keyHash: null })
    for (const { request } of writes.ended) {
      const { state: ended, captured, resourceCaptured } = request
      change(request.requestId, { state: ended, captured, resourceCaptured })
    }
    for (const put of writes.claimsPut) {
      claims.set(claimName(put.operation, put.keyHash), { ...put, reply: null, expiresAtMs: null })
    }
    for (const { operation, keyHash, requestId, reply, expiresAtMs } of writes.claimsAnswered) {
      const claim = claims.get(claimName(operation, keyHash))
      assert(claim?.requestId === requestId, 'the claim of an answer')
      const kept = { sealed: false, bytes: reply }
      claims.set(claimName(operation, keyHash), { ...claim, reply: kept, expiresAtMs })
    }
    for (const ref of writes.claimsDropped) {
      const claim = claims.get(claimName(ref.operation, ref.keyHash))
      if (claim?.requestId === ref.requestId && claim.reply === null) {
        claims.delete(claimName(ref.operation, ref.keyHash))
      }
    }
    entries.push(...writes.entries)
    state = { ...writes.next, requests: new Map() }
  }

  function open(opened: RequestState, next: AccountState, nowMs: number): void {
    assert(!requests.has(opened.requestId), 'a request twice')
    assert(opened.state === 'held' && opened.captured === 0, 'a request opens with its hold')
    requests.set(opened.requestId, { ...opened, admittedAtMs: nowMs })
    assert(opened.day === next.counters.day, 'the day of a request')
  }

  function change(requestId: string, changes: Partial<RequestState>): void {
    const request = requests.get(requestId)
    assert(request?.state === 'held', 'a hold ends once')
    requests.set(requestId, { ...request, ...changes })
  }

  function run(commands: readonly Command[], nowMs: number): readonly Answer[] {
    const known = { requests: [...requests.values()], claims: [...claims.values()] }
    const period = calendar.at(nowMs)
    const decision = decideAll(state, known, commands, { nowMs, period, terms, newId: () => 'expiry' })
    if (decision.writes !== null) apply(decision.writes, nowMs)
    checkMemory(state, requests, granted, entries)
    return decision.answers
  }

  return {
    run,
    state: () => state,
    entries: () => entries,
    dump: () => ({
      state: { ...state, version: null, requests: null },
      requests: [...requests.values()],
      claims: [...claims.values()].sort((a, b) => (a.requestId < b.requestId ? -1 : 1)),
      entries: entries.map((each) => ({ ...each })).sort((a, b) => (key(a) < key(b) ? -1 : 1)),
    }),
  }
}

const key = (entry: Entry) => `${entry.groupId} ${entry.grantId} ${entry.pointCents}`

/** The checks of `ledger verify` and the constraints of the tables. */
function checkMemory(
  state: AccountState,
  requests: ReadonlyMap<string, RequestState>,
  granted: ReadonlyMap<string, MadeGrant>,
  entries: readonly Entry[],
): void {
  let held = 0
  for (const request of requests.values()) if (request.state === 'held') held += request.held
  assert(held === state.held, 'held is the sum of open holds')
  const sums = sumByKind(state.grants)
  const left = sums.promotion + sums.signup_bonus + sums.resource_pack + sums.paid
  assert(left >= held, 'holds are covered')
  for (const { keyIds, spent } of state.budgets) {
    const sumOf = (counts: (day: string) => boolean) =>
      [...requests.values()]
        .filter(({ keyId, day }) => keyIds.includes(keyId) && counts(day))
        .reduce((sum, each) => sum + (each.state === 'held' ? each.held : each.captured), 0)
    assert(sumOf(() => true) === spent.total, 'spent in all is what calls hold and were charged')
    assert(sumOf((day) => day === spent.day) === spent.daily, 'spent that day likewise')
    const month = spent.day.slice(0, 7)
    assert(sumOf((day) => day.startsWith(month)) === spent.monthly, 'spent that month likewise')
  }
  for (const [grantId, { granted: amount }] of granted) {
    const went = entries
      .filter((each) => each.grantId === grantId && each.movement !== 'grant')
      .reduce((sum, each) => sum + each.pointCents, 0)
    const remaining = state.grants.find((grant) => grant.grantId === grantId)?.remaining ?? 0
    assert(remaining === amount - went, 'a grant is what came less what went')
  }
  for (const request of requests.values()) {
    const charged = entries
      .filter((each) => each.groupId === request.requestId && each.movement === 'capture')
      .reduce((sum, each) => sum + each.pointCents, 0)
    assert(charged === request.captured, 'a charge is its entries')
  }
  for (const { movement, groupId, grantId } of entries) {
    if (movement !== 'capture') continue
    const expiresAtMs = granted.get(grantId)?.expiresAtMs ?? Number.POSITIVE_INFINITY
    const admittedAtMs = requests.get(groupId)?.admittedAtMs ?? Number.POSITIVE_INFINITY
    assert(admittedAtMs < expiresAtMs, 'a point pays for no call that came after it expired')
  }
}
