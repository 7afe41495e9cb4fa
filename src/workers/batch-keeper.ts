import type { Batches } from '../batches/index.ts'
import type { Clock, Log } from '../kit/index.ts'
import { type Loop, startLoop } from './loop.ts'

const recoverEveryMs = 400
const settleEveryMs = 2_000
const reclaimEveryMs = 10_000

/**
 * Sees to it that batches go on whoever dies: candidates of dead processes are put back, finished batches are
 * ended, batches that run for too long too. In every process, one that works on no candidates itself
 * included.
 */
export function startBatchKeeper(deps: {
  readonly batches: Pick<Batches, 'recoverAbandoned' | 'settleFinished' | 'reclaimStale'>
  readonly log: Log
  readonly clock: Clock
}): Loop {
  const { batches, log } = deps
  const recover = async () => {
    const recovered = await batches.recoverAbandoned()
    if (recovered > 0) log.info({ recovered }, 'candidates of a dead process were put back')
    return false
  }
  const loops = [
    startLoop('batch-recover', recoverEveryMs, recover, deps),
    startLoop('batch-settle', settleEveryMs, async () => (await batches.settleFinished()) > 0, deps),
    startLoop('batch-reclaim', reclaimEveryMs, async () => (await batches.reclaimStale()) > 0, deps),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
