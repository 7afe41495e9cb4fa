import type { Engine } from '../engines/index.ts'
import type { Clock, Ids, Log, Metrics, Semaphore } from '../kit/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Database } from '../store/index.ts'
import type { Resting } from './resting.ts'
import type { BatchSealer } from './sealed.ts'

/** What the steps of a batch work with. */
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
  readonly resting: Resting
  /** Of candidates whose ends are written down. */
  readonly places: Semaphore
  /** A lock is waited for this long: briefly by whoever has others to go on with. */
  readonly lockTimeoutMs: number
}

export interface BatchOptions {
  /** An account at this many candidates at work gets no more. */
  readonly accountRunningMax: number
  /** A candidate whose lease was not renewed for so long is free again. */
  readonly leaseMs: number
  /** A batch that still runs after so long is ended. */
  readonly staleAfterMs: number
  /** An ended batch is kept for so many days; 0: for ever. */
  readonly retentionDays: number
  /** Connections of this process: batches leave most of them to calls. */
  readonly connectionsMax: number
}

/** How long locks are waited for by whoever would lose its work, and by everybody else. */
export const patientMs = 5_000
export const briefMs = 250

/** A deadlock or a serialization failure is tried again: nothing was written then. */
export function again({ lockTimeoutMs }: Pick<Deps, 'lockTimeoutMs'>) {
  return { attemptsMax: 5, lockTimeoutMs }
}

/**
 * For what would only be done again if a crash of the database took it back: it need not wait for the disk.
 * The settlement does, and with it all that came before.
 */
export function repeatable(deps: Pick<Deps, 'lockTimeoutMs'>) {
  return { ...again(deps), settings: { synchronous_commit: 'off' } }
}
