import type { GrantKind, JsonObject, OperationName, PointCents } from '../../contract/index.ts'
import type { Door, GrantSource } from '../ledger.ts'
import type { AccountState, KeyBudget, RequestState } from './state.ts'

/** All rows that the commands of one account change. They are written together or not at all. */
export interface AccountWrites {
  /** The version that the account must still have when this is written. */
  readonly expectedVersion: number
  readonly next: AccountState
  readonly nextExpiryMs: number | null
  readonly opened: readonly OpenedRequest[]
  readonly ended: readonly EndedRequest[]
  /** Requests whose hold outlives the call. */
  readonly extended: readonly RequestState[]
  readonly claimsDropped: readonly ClaimRef[]
  readonly claimsPut: readonly PutClaim[]
  readonly claimsAnswered: readonly AnsweredClaim[]
  readonly grantsMade: readonly MadeGrant[]
  readonly grantsDrawn: readonly { readonly grantId: string; readonly remaining: PointCents }[]
  readonly entries: readonly Entry[]
  readonly budgetsPut: readonly KeyBudget[]
}

export interface OpenedRequest {
  readonly request: RequestState
  readonly door: Door
  readonly note: string | null
}

export interface EndedRequest {
  readonly request: RequestState
  readonly usage: JsonObject | null
}

export interface ClaimRef {
  readonly operation: OperationName
  readonly keyHash: string
  readonly requestId: string
}

export interface PutClaim extends ClaimRef {
  readonly fingerprint: string
  readonly leaseUntilMs: number
}

export interface AnsweredClaim extends ClaimRef {
  readonly reply: Uint8Array
  readonly expiresAtMs: number
}

export interface MadeGrant {
  readonly grantId: string
  readonly kind: GrantKind
  readonly granted: PointCents
  readonly expiresAtMs: number | null
  readonly note: string | null
  readonly source: GrantSource
}

/** A movement of points. Each row is one debit and one credit of the same amount, so every group balances. */
export type Movement = 'grant' | 'capture' | 'expiry' | 'withdrawal'
export interface Entry {
  readonly groupId: string
  readonly grantId: string
  readonly movement: Movement
  readonly pointCents: PointCents
}
