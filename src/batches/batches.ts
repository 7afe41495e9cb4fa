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
 * A batch's life: it is started, its candidates are worked on by whoever lives, it ends and is charged once.
 */
export interface Batches {
  /**
   * Makes a batch ready to be written: duplicates are found, everything is sealed, nothing is stored yet.
   */
  prepare(input: StartBatchInput, caller: HandlerCaller): Promise<Start<Tx>>
  /**
   * The batch as its owner may see it; null where the account has no such batch. Ends it first if it is
   * stale.
   */
  read(accountId: string, batchId: string): Promise<BatchRecord | null>
  /** A page of an account's batches, the newest first. */
  list(query: OwnBatchQuery): Promise<readonly OwnBatch[]>
  /** As `read`, with what its owner's page shows besides. */
  readWhole(name: { readonly accountId: string; readonly batchId: string }): Promise<WholeBatch | null>
  /** Deletes an ended batch of this account. */
  delete(name: {
    readonly accountId: string
    readonly batchId: string
  }): Promise<'deleted' | 'running' | 'unknown'>
  /** How much work there is now, over all accounts. */
  queue(): Promise<BatchQueue>
  /**
   * Takes the next candidate, of the account that was served longest ago and isn't left out; null when there
   * is nothing to do.
   */
  claim(leaveOut?: readonly string[]): Promise<Claim | null>
  /** Works on a candidate and writes down how it ended. When the signal aborts, hands the candidate back. */
  process(claim: Claim, signal: AbortSignal): Promise<void>
  /** Keeps the leases of candidates at work; returns those that are no longer ours. */
  renew(claims: readonly Claim[]): Promise<readonly Claim[]>
  /** Puts back the candidates of dead processes. Returns how many. */
  recoverAbandoned(): Promise<number>
  /**
   * Ends batches whose candidates have all ended, where whoever should have done it died. Returns how many.
   */
  settleFinished(): Promise<number>
  /** Ends batches that have run for too long. Returns how many. */
  reclaimStale(): Promise<number>
  /** Deletes batches that ended longer ago than they are kept. Returns how many. */
  deleteOld(): Promise<number>
  /** Calls `listener` whenever this process has started a batch. Returns how to stop it. */
  onStarted(listener: () => void): () => void
}

export interface BatchQueue {
  readonly batchesRunning: number
  readonly candidatesWaiting: number
  readonly candidatesRunning: number
  /** When the oldest batch began that still runs. */
  readonly oldestRunningAt: Date | null
}

/** Names a candidate, and the claim under which somebody works on it. */
export interface ItemKey {
  readonly accountId: string
  readonly batchId: string
  readonly position: number
  /** Of this one claim: what is written under a claim that was lost is not written at all. */
  readonly leasedBy: string
}

/** A candidate that somebody works on. */
export interface Claim extends ItemKey {
  /** Failures of the engine so far. */
  readonly attempts: number
  /** Of the job, as it was found when the batch was started: a batch has one. */
  readonly language: Language
  readonly jdSealed: Uint8Array
  readonly criteriaSealed: Uint8Array | null
  readonly resumeSealed: Uint8Array
}

/** A batch as an operator sees it: nothing that was sealed. */
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

/** A batch as its owner's page lists it. */
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
  /** What every candidate is judged by, where it isn't what the job asks for. */
  readonly criteria: readonly Criterion[] | null
}

export interface OwnBatchQuery {
  readonly accountId: string
  /** The last batch_id of the page before; null: from the newest on. */
  readonly after: string | null
  readonly limit: number
}
