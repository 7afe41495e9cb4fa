import type { Batches } from '../batches/index.ts'
import type { Clock, Log } from '../kit/index.ts'
import { type Loop, startLoop } from './loop.ts'

const recoverEveryMs = 400
const settleEveryMs = 2_000
const reclaimEveryMs = 10_000
const deleteEveryMs = 60_000

/**
 * Keeps batches going after a process dies: puts back candidates of dead processes, ends finished batches and
 * those that run for too long, and deletes old ones. Runs in every process, including those without a batch
 * runner.
 */
export function startBatchKeeper(deps: {
  readonly batches: Pick<Batches, 'recoverAbandoned' | 'settleFinished' | 'reclaimStale' | 'deleteOld'>
  readonly log: Log
  readonly clock: Clock
}): Loop {
  const { batches, log } = deps
  const recover = async () => {
    const recovered = await batches.recoverAbandoned()
    if (recovered > 0) log.info({ recovered }, 'candidates of a dead process were put back')
    return false
  }
  const deleteOld = async () => {
    const deleted = await batches.deleteOld()
    if (deleted > 0) log.info({ deleted }, 'batches that were kept long enough were deleted')
    return deleted > 0
  }
  const loops = [
    startLoop('batch-recover', recoverEveryMs, recover, deps),
    startLoop('batch-settle', settleEveryMs, async () => (await batches.settleFinished()) > 0, deps),
    startLoop('batch-reclaim', reclaimEveryMs, async () => (await batches.reclaimStale()) > 0, deps),
    startLoop('batch-delete', deleteEveryMs, deleteOld, deps),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
