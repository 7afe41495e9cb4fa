import type { Engine } from '../engines/index.ts'
import type { Clock, Ids, Log, Metrics } from '../kit/index.ts'
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
}

export interface BatchOptions {
  /** An account at this many candidates at work gets no more. */
  readonly accountRunningMax: number
  /** A candidate whose lease was not renewed for so long is free again. */
  readonly leaseMs: number
  /** A batch that still runs after so long is ended. */
  readonly staleAfterMs: number
}

/** A deadlock or a serialization failure is tried again: nothing was written then. */
export const attempts = { attemptsMax: 5 } as const

/**
 * For what would only be done again if a crash of the database took it back: it need not wait for the disk.
 * The settlement does, and with it all that came before.
 */
export const repeatable = { ...attempts, settings: { synchronous_commit: 'off' } } as const
