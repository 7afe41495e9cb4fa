import { createBacklog } from './backlog.ts'
import { createHangGuard, type HangGuard } from './hang-guard.ts'
import type { PoolThread } from './pool-thread.ts'
import { createPoolThreads, type PoolThreads } from './pool-threads.ts'
import { createPolicySemaphore, type PolicySemaphore } from './semaphore.ts'
import { WorkerPoolError } from './worker-pool-error.ts'
import type { WorkerPoolOptions } from './worker-pool-options.ts'

export interface PoolSlots {
  readonly semaphore: PolicySemaphore
  readonly threads: PoolThreads
  readonly guard: HangGuard
  close(): Promise<void>
}

/**
 * After tasks waited for this long, idle threads of other pools end for them: about the time to start one.
 */
const patienceMs = 1_000

/** The threads of a pool, and the semaphore that says which task may use one. */
export function createPoolSlots(options: WorkerPoolOptions): PoolSlots {
  const { threads: threadsMax, queueMax, growAfterMs = 0, extraThreadAfterMs } = options
  let closed = false
  /** The thread beyond the others, for the extra slot of the semaphore. */
  let extra: PoolThread | undefined

  const semaphore = createPolicySemaphore({
    // A starting thread takes a task as soon as it is loaded: that one does not really wait.
    waitingMax: () => queueMax + threads.alive - threads.loaded,
    extraSlotAfterMs: extraThreadAfterMs,
    slots: () => Math.min(threadsMax, threads.alive - (extra?.isAlive ? 1 : 0)),
    mayEnter: (key) => !closed && idle() > 0 && guard.mayEnter(key),
    mayExceed: (key) => guard.mayExceed(key),
    released: () => threads.taskEnded(),
    changed: () => closed || adjustThreads(),
  })
  const recheck = () => closed || semaphore.recheck()
  const threads = createPoolThreads(options, {
    busy: () => semaphore.held,
    changed: recheck,
    startFailed() {
      if (threads.alive > 0) return
      semaphore.failNext(new WorkerPoolError('died', 'no thread could be started'))
    },
  })
  const idle = () => threads.loaded - semaphore.held
  const left = () => threads.alive - semaphore.held
  const backlog = createBacklog([growAfterMs, Math.max(growAfterMs, patienceMs)], recheck)
  const guard = createHangGuard(options, {
    ...{ semaphore, idle, left, changed: recheck },
    waitedLong: () => backlog.step > 0,
  })

  function adjustThreads(): void {
    const waiting = guard.waitingInTime()
    backlog.note(waiting > 0)
    threads.keep({
      required: Math.max(guard.required(), Math.min(1, semaphore.waiting)),
      standby: guard.standby(),
    })
    const threadsUsedMax = threadsMax + (guard.slowRuns() ? 1 : 0)
    while (waiting > left() && backlog.step > 0 && threads.alive < threadsUsedMax) {
      if (!threads.grow(backlog.step === 2)) break
      backlog.restart()
    }
    if (!semaphore.hasExtraSlot) extra = undefined
    else if (!extra?.isAlive && left() === 0 && waitsWithoutSlot(semaphore)) extra = threads.growBeyond()
  }

  adjustThreads()
  return {
    ...{ semaphore, threads, guard },
    async close() {
      closed = true
      guard.close()
      await threads.close()
    },
  }
}

function waitsWithoutSlot(semaphore: PolicySemaphore): boolean {
  return [...semaphore.waitingKeys()].some((key) => semaphore.heldBy(key) === 0)
}
