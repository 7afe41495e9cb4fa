import type {
  BatchItem,
  BatchRecord,
  BatchStatus,
  BatchSummary,
  BillingStatus,
  Criterion,
  HandlerCaller,
  Start,
  StartBatchInput,
} from '../contract/index.ts'
import type { Language } from '../engines/index.ts'
import type { Tx } from '../store/index.ts'

/**
 * The life of a batch: it is started, any process works on its candidates, and it ends and is charged once.
 */
export interface Batches {
  /** Prepares a batch for storage: finds duplicates and seals all texts. Stores nothing. */
  prepare(input: StartBatchInput, caller: HandlerCaller): Promise<Start<Tx>>
  /**
   * The batch as its owner may see it; null if the account has no such batch. Ends it first if it is stale.
   */
  read(accountId: string, batchId: string): Promise<BatchRecord | null>
  /** A page of an account's batches, newest first. */
  list(query: OwnBatchQuery): Promise<readonly OwnBatch[]>
  /** Like `read`, with the additional data of the owner's page. */
  readWhole(name: { readonly accountId: string; readonly batchId: string }): Promise<WholeBatch | null>
  /** Deletes an ended batch of this account. */
  delete(name: {
    readonly accountId: string
    readonly batchId: string
  }): Promise<'deleted' | 'running' | 'unknown'>
  /** The current amount of work over all accounts. */
  queue(): Promise<BatchQueue>
  /**
   * Claims the next candidate of the account that was served least recently, without the excluded accounts;
   * null if there is no work.
   */
  claim(excludedAccountIds?: readonly string[]): Promise<Claim | null>
  /** Processes a candidate and stores the outcome. If the signal aborts, it puts the candidate back. */
  process(claim: Claim, signal: AbortSignal): Promise<void>
  /** Renews the leases of running candidates; returns the claims that are lost. */
  renew(claims: readonly Claim[]): Promise<readonly Claim[]>
  /** Puts back the candidates of dead processes. Returns how many. */
  recoverAbandoned(): Promise<number>
  /**
   * Settles batches whose candidates have all ended but whose process died before the end. Returns how many.
   */
  settleFinished(): Promise<number>
  /** Ends batches that have run for too long. Returns how many. */
  reclaimStale(): Promise<number>
  /** Deletes batches whose retention time has passed. Returns how many. */
  deleteOld(): Promise<number>
  /** Calls `listener` whenever this process has started a batch. Returns a function that removes it. */
  onStarted(listener: () => void): () => void
}

export interface BatchQueue {
  readonly batchesRunning: number
  readonly candidatesWaiting: number
  readonly candidatesRunning: number
  readonly oldestRunningAt: Date | null
}

/** Identifies a candidate and the claim under which it is processed. */
export interface ItemKey {
  readonly accountId: string
  readonly batchId: string
  readonly position: number
  /** The id of this claim. A write under a lost claim changes nothing. */
  readonly leasedBy: string
}

/** A claimed candidate. */
export interface Claim extends ItemKey {
  /** Engine failures so far. */
  readonly attempts: number
  /** The language of the job, detected at the start: a batch has one. */
  readonly language: Language
  readonly jdSealed: Uint8Array
  readonly criteriaSealed: Uint8Array | null
  readonly resumeSealed: Uint8Array
}

/** A batch as an operator sees it, without any sealed data. */
export interface BatchView {
  readonly accountId: string
  readonly batchId: string
  readonly requestId: string
  readonly status: BatchStatus
  readonly total: number
  readonly openItems: number
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly reclaimedAt: Date | null
  readonly cancelledAt: Date | null
  readonly chargedPointCents: number | null
}

export type ItemState = 'waiting' | 'running' | 'scored' | 'failed'
export type ItemFailure = 'engine' | 'abandoned' | 'stale' | 'cancelled'

/** A candidate as an operator sees it. */
export interface ItemView {
  readonly position: number
  readonly state: ItemState
  readonly score: number | null
  readonly attempts: number
  readonly starts: number
  readonly failure: ItemFailure | null
  readonly leaseUntil: Date | null
}

/** A batch in the list of its owner's page. */
export interface OwnBatch {
  readonly batchId: string
  readonly label: string | null
  readonly status: BatchStatus
  readonly billingStatus: BillingStatus
  readonly total: number
  readonly completed: number
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly billedPointCents: number
}

export interface OwnItem extends BatchItem {
  /** From 0, in the order of submission. */
  readonly index: number
  readonly state: ItemState
}

export interface WholeBatch {
  readonly head: OwnBatch
  /** Ranked. */
  readonly items: readonly OwnItem[]
  readonly summary: BatchSummary | null
  /** The criteria for every candidate, if they differ from the job's requirements. */
  readonly criteria: readonly Criterion[] | null
}

export interface OwnBatchQuery {
  readonly accountId: string
  /** The last batch_id of the previous page; null: start at the newest. */
  readonly after: string | null
  readonly limit: number
}
