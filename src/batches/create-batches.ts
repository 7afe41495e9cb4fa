import { limits } from '../contract/index.ts'
import type { Sealer } from '../kit/index.ts'
import type { Batches } from './batches.ts'
import { claimItem } from './claim-items.ts'
import { prepareBatch } from './create.ts'
import { deleteOld } from './delete.ts'
import { type BatchOptions, briefLockWaitMs, type Deps, lockWaitMs } from './deps.ts'
import { deleteOwn, listOwn, readWhole } from './own.ts'
import { processItem } from './process.ts'
import { readQueue } from './queue.ts'
import { readBatch } from './read.ts'
import { reclaimStale } from './reclaim.ts'
import { recoverAbandoned } from './recover.ts'
import { renewLeases } from './renew.ts'
import { batchSealer } from './sealed.ts'
import { settleFinished } from './settle.ts'
import { createSkippedBatches } from './skipped-batches.ts'
import { createWriteSlots } from './write-slots.ts'

export interface BatchesDeps
  extends Pick<Deps, 'store' | 'ledger' | 'engine' | 'clock' | 'ids' | 'log' | 'metrics'> {
  readonly sealer: Sealer
  readonly options: Pick<BatchOptions, 'accountRunningMax' | 'connectionsMax'> & Partial<BatchOptions>
}

const defaults = { leaseMs: 3_000, staleAfterMs: limits.batchStaleAfterMs, retentionDays: 0 }

/** Several processes may work on the batches of one database. */
export function createBatches({ sealer, options, ...rest }: BatchesDeps): Batches {
  const deps: Deps = {
    ...rest,
    sealed: batchSealer(sealer),
    options: { ...defaults, ...options },
    skipped: createSkippedBatches(rest.clock),
    writeSlots: createWriteSlots(options.connectionsMax),
    lockTimeoutMs: briefLockWaitMs,
  }
  const listeners = new Set<() => void>()
  const started = () => {
    for (const listener of listeners) listener()
  }
  return {
    prepare: (input, caller) => prepareBatch(deps, input, caller, started),
    read: (accountId, batchId) => readBatch(deps, accountId, batchId),
    list: (query) => listOwn(deps, query),
    readWhole: (name) => readWhole(deps, name),
    delete: (name) => deleteOwn(deps, name),
    queue: () => readQueue(deps.store),
    claim: (excludedAccountIds = []) => claimItem(deps, excludedAccountIds),
    process: (claim, signal) => processItem({ ...deps, lockTimeoutMs: lockWaitMs }, claim, signal),
    renew: (claims) => renewLeases(deps, claims),
    recoverAbandoned: () => recoverAbandoned(deps),
    settleFinished: () => settleFinished(deps),
    reclaimStale: () => reclaimStale(deps),
    deleteOld: () => deleteOld(deps),
    onStarted(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
