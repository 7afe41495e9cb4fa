import type { GrantKind, PointCents } from '../../contract/index.ts'
import type { OwnQuota } from '../ledger.ts'
import type { EndedRequest, Entry, MadeGrant, OpenedRequest } from './account-writes.ts'
import type { Answer } from './command.ts'
import type { DecisionContext } from './context.ts'
import type { Claim, Grant, KeyBudget, QuotaCounters, RequestState } from './state.ts'

/** An account as a rule sees it: after the commands before this one. Expired points are already removed. */
export interface Account extends DecisionContext {
  readonly accountId: string
  readonly order: readonly GrantKind[]
  readonly held: PointCents
  readonly counters: QuotaCounters
  readonly ownQuota: OwnQuota
  readonly grants: readonly Grant[]
  readonly budgets: readonly KeyBudget[]
  readonly requests: ReadonlyMap<string, RequestState>
  readonly claims: ReadonlyMap<string, Claim>
  /** The number of grants that expired in this decision. */
  readonly expiredGrants: number
}

/** What a rule decides. Null: nothing changes. */
export interface Outcome {
  readonly answer: Answer
  readonly change: Change | null
}

export const unchanged = (answer: Answer): Outcome => ({ answer, change: null })

/** The changes of one command. What is absent stays as it is. */
export interface Change extends Partial<Points> {
  readonly counters?: QuotaCounters
  readonly ownQuota?: OwnQuota
  /** With the fingerprint of the input, if the call has a key. */
  readonly opened?: OpenedRequest & { readonly fingerprint: string | null }
  readonly ended?: EndedRequest
  readonly extended?: RequestState
  /** Stored for the key of the request that ended or was extended; null frees the key. */
  readonly reply?: Uint8Array | null
  readonly grantMade?: MadeGrant
  readonly entries?: readonly Entry[]
}

/** The part of an account that follows from its grants and requests. */
export interface Points {
  readonly held: PointCents
  readonly grants: readonly Grant[]
  readonly budgets: readonly KeyBudget[]
  readonly expired: readonly Entry[]
}
