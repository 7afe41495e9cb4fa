import type { Engine } from '../engines/index.ts'
import type { Clock, Ids, Log, Metrics, Semaphore } from '../kit/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Database } from '../store/index.ts'
import type { BatchSealer } from './sealed.ts'
import type { SkippedBatches } from './skipped-batches.ts'

export interface Deps {
  readonly store: Database
  readonly ledger: Ledger
  readonly engine: Engine
  readonly sealed: BatchSealer
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly metrics: Metrics
  readonly options: BatchOptions
  readonly skipped: SkippedBatches
  /** Limits how many outcomes of candidates are written at the same time. */
  readonly writeSlots: Semaphore
  /** The lock timeout: short where other work can continue. */
  readonly lockTimeoutMs: number
}

export interface BatchOptions {
  /** An account with this many running candidates gets no more. */
  readonly accountRunningMax: number
  /** A candidate whose lease was not renewed for this long is free again. */
  readonly leaseMs: number
  /** A batch that runs longer than this is ended. */
  readonly staleAfterMs: number
  /** Days that an ended batch is kept; 0: no limit. */
  readonly retentionDays: number
  /** Connections of this process; batches leave most of them to calls. */
  readonly connectionsMax: number
}

/** Lock timeouts: long where a timeout would lose finished work, short everywhere else. */
export const lockWaitMs = 5_000
export const briefLockWaitMs = 250

/** Retries deadlocks and serialization failures: nothing was written then. */
export function again({ lockTimeoutMs }: Pick<Deps, 'lockTimeoutMs'>) {
  return { attemptsMax: 5, lockTimeoutMs }
}

/**
 * For writes that would simply be repeated after a database crash, so their commit does not wait for the
 * disk. The settlement's does, which also makes all earlier ones durable.
 */
export function repeatable(deps: Pick<Deps, 'lockTimeoutMs'>) {
  return { ...again(deps), settings: { synchronous_commit: 'off' } }
}
