import { createBacklog } from './backlog.ts'
import { createHangGuard } from './hang-guard.ts'
import type { PoolThread } from './pool-thread.ts'
import { createPoolThreads } from './pool-threads.ts'
import { createSemaphore } from './semaphore.ts'
import { WorkerPoolError } from './worker-pool-error.ts'
import type { WorkerPoolOptions } from './worker-pool-options.ts'

/**
 * After tasks waited for this long, idle threads of other pools end for them: about the time to start one.
 */
const patienceMs = 1_000

/** The threads of a pool, and the semaphore that says which task may use one. */
export function createPoolSlots(options: WorkerPoolOptions) {
  const { queueMax, growAfterMs = 0, extraThreadAfterMs: extraSlotAfterMs } = options
  let closed = false
  /** The thread for the extra slot of the semaphore. */
  let extra: PoolThread | undefined

  const semaphore = createSemaphore({
    // A starting thread takes a task as soon as it is loaded, so that one hardly waits.
    waitingMax: () => queueMax + threads.alive - threads.loaded,
    slots: () => Math.min(options.threads, threads.alive - Number(hasExtra())),
    extraSlotAfterMs,
    policy: {
      mayEnter: (key) => !closed && idle() > 0 && guard.mayEnter(key),
      mayExceed: (key) => guard.mayExceed(key),
      released: () => threads.taskEnded(),
      changed: () => closed || adjustThreads(),
    },
  })
  const recheck = () => closed || semaphore.recheck()
  const threads = createPoolThreads(options, {
    ...{ busy: () => semaphore.held, changed: recheck },
    startFailed() {
      if (threads.alive > 0) return
      semaphore.failNext(new WorkerPoolError('died', 'no thread could be started'))
    },
  })
  const idle = () => threads.loaded - semaphore.held
  const left = () => threads.alive - semaphore.held
  const hasExtra = () => extra !== undefined && extra.state !== 'ended'
  const backlog = createBacklog([growAfterMs, Math.max(growAfterMs, patienceMs)], recheck)
  const waitedLong = () => backlog.step > 0
  const guard = createHangGuard(options, { semaphore, idle, left, waitedLong, changed: recheck })

  const adjustThreads = () => {
    const waiting = guard.waitingInTime()
    backlog.note(waiting > 0)
    const required = Math.max(guard.required(), Math.min(1, semaphore.waiting))
    threads.keep({ required, standby: guard.standby() })
    while (waiting > left() && waitedLong() && threads.alive < guard.threadsMax()) {
      if (!threads.grow(backlog.step === 2)) break
      backlog.restart()
    }
    if (!semaphore.hasExtraSlot) extra = undefined
    else if (!hasExtra() && left() === 0 && waitsWithoutSlot()) extra = threads.growBeyond()
  }
  const waitsWithoutSlot = () => [...semaphore.waitingKeys()].some((key) => semaphore.heldBy(key) === 0)

  adjustThreads()
  return {
    ...{ semaphore, threads, guard },
    async close(): Promise<void> {
      closed = true
      guard.close()
      await threads.close()
    },
  }
}
