import { createMemoryBudget } from './memory-budget.ts'
import { type PoolThread, startThread } from './pool-thread.ts'
import { WorkerPoolError } from './worker-pool-error.ts'
import type { WorkerPoolOptions } from './worker-pool-options.ts'

/** The living threads of a pool: starts them, ends idle ones, and counts them against the memory budget. */
export interface PoolThreads {
  /** Living threads, including those that are starting. */
  readonly alive: number
  /** Living threads that have loaded their file. */
  readonly loaded: number
  /** Takes an idle thread, for a task that the semaphore let in. */
  take(): PoolThread
  /** Gives a thread back after its task. It may have ended. */
  giveBack(thread: PoolThread): void
  /** Keeps threads alive until the next call, and starts missing ones. */
  keep(threads: ThreadsToKeep): void
  /** Starts one more thread if it fits. `patient`: idle threads of other pools end for it. */
  grow(patient: boolean): boolean
  /** Starts one more thread, even without free memory. */
  growBeyond(): PoolThread
  /** Call it when a task ended, before the next one begins. */
  taskEnded(): void
  close(): Promise<void>
}

export interface ThreadsToKeep {
  /** Threads that the pool needs, even without free memory. */
  readonly required: number
  /** Threads that it keeps loaded where they fit, the required ones included. */
  readonly standby: number
}

export interface PoolThreadsDeps {
  /** Tasks that have a thread or are about to take one: so many loaded threads are not idle. */
  busy(): number
  /** Called when a thread was loaded or ended, or when one may start that could not start before. */
  changed(): void
  /** Called when a thread ended before it was loaded. */
  startFailed(): void
  /** Other than `startThread`, in tests. */
  readonly start?: typeof startThread
}

/** A new thread needs about a second of processor time until it is as fast as the one that ended. */
const idleTimeoutMsDefault = 60_000
/**
 * Starting a thread takes over a second of processor time, so a standby thread that ended for a body does not
 * start again after each body.
 */
const standbyRestMs = 60_000

export function createPoolThreads(options: WorkerPoolOptions, deps: PoolThreadsDeps): PoolThreads {
  const { budget = createMemoryBudget(), threadMb = 0 } = options
  const { idleTimeoutMs = idleTimeoutMsDefault, standbyLeavesMb = 0 } = options
  let required = 0
  let standby = 0
  let standbyRests: NodeJS.Timeout | undefined

  const mustStay = () => Math.max(living.kept, required)
  const idle = createIdleThreads(idleTimeoutMs, () => living.count > Math.max(mustStay(), standby))
  const living = createLivingThreads(options, {
    loaded(thread) {
      idle.add(thread)
      deps.changed()
    },
    ended(thread) {
      idle.delete(thread)
      if (living.isClosed) return
      if (thread.isLoaded) startMissing()
      // Later, because the thread may end while another pool asks for its memory.
      setImmediate(() => {
        if (living.isClosed) return
        if (!thread.isLoaded) deps.startFailed()
        own.threadEnded()
      })
    },
    start: deps.start ?? startThread,
  })
  const startMissing = () => {
    while (living.count < mustStay()) {
      // First other owners give up what they do not need; if that is too little, this pool ends the excess.
      own.makeFree(threadMb)
      living.start()
    }
  }
  const endOneIdle = () => {
    if (living.loaded > deps.busy()) void idle.longest()?.end()
  }
  const restStandby = () => {
    standby = 0
    clearTimeout(standbyRests)
    standbyRests = setTimeout(() => {
      standbyRests = undefined
      deps.changed()
    }, standbyRestMs).unref()
  }
  const own = budget.add({
    takenMb: () => living.count * threadMb,
    endIdle() {
      if (living.count <= mustStay() || living.loaded <= deps.busy()) return false
      if (living.count <= standby) restStandby()
      endOneIdle()
      return true
    },
    freed: deps.changed,
  })
  const standbyFits = () => standbyRests === undefined && own.hasFree(threadMb + standbyLeavesMb)
  return {
    get alive() {
      return living.count
    },
    get loaded() {
      return living.loaded
    },
    take: idle.take,
    giveBack: idle.add,
    keep(wanted) {
      required = wanted.required
      startMissing()
      while (living.count < wanted.standby && standbyFits()) living.start()
      const isOver = standby > 0 && wanted.standby === 0
      standby = Math.min(wanted.standby, living.count)
      if (isOver && living.count > mustStay()) endOneIdle()
    },
    grow(patient) {
      const fits = patient ? own.makeFree(threadMb) : own.hasFree(threadMb)
      if (fits) living.start()
      return fits
    },
    growBeyond: living.start,
    taskEnded: own.taskEnded,
    async close() {
      clearTimeout(standbyRests)
      own.remove()
      await living.close()
    },
  }
}

interface LivingThreadsDeps {
  loaded(thread: PoolThread): void
  ended(thread: PoolThread): void
  readonly start: typeof startThread
}

/** Starts threads and counts the living ones. */
function createLivingThreads(options: WorkerPoolOptions, deps: LivingThreadsDeps) {
  const { threadsMin = 0, threadsKept = threadsMin } = options
  const living = new Set<PoolThread>()
  /** Threads that may still use memory, although they count as ended. */
  const running = new Set<PoolThread>()
  let kept = threadsMin
  let closed = false
  return {
    get count() {
      return living.size
    },
    get loaded() {
      return [...living].filter((thread) => thread.isLoaded).length
    },
    get isClosed() {
      return closed
    },
    /** Threads that, once started, are kept or replaced. */
    get kept() {
      return kept
    },
    start(): PoolThread {
      const thread: PoolThread = deps.start(options, {
        loaded: () => deps.loaded(thread),
        ended() {
          living.delete(thread)
          // A file that cannot be loaded is tried again only for the next task.
          if (!thread.isLoaded) kept = Math.min(kept, living.size)
          deps.ended(thread)
        },
        exited: () => running.delete(thread),
      })
      living.add(thread)
      running.add(thread)
      kept = Math.max(kept, Math.min(threadsKept, living.size))
      return thread
    },
    async close() {
      closed = true
      await Promise.all([...running].map((thread) => thread.end()))
    },
  }
}

/** Idle threads. The most recently used one is used next, so that the others can end for being idle. */
function createIdleThreads(timeoutMs: number, mayEnd: () => boolean) {
  const timers = new Map<PoolThread, NodeJS.Timeout>()
  const timedOut = (thread: PoolThread) => {
    if (mayEnd()) void thread.end()
    else timers.get(thread)?.refresh()
  }
  const remove = (thread: PoolThread) => {
    clearTimeout(timers.get(thread))
    timers.delete(thread)
  }
  return {
    add(thread: PoolThread) {
      if (thread.isAlive) timers.set(thread, setTimeout(timedOut, timeoutMs, thread).unref())
    },
    delete: remove,
    take(): PoolThread {
      const thread = [...timers.keys()].at(-1)
      if (thread === undefined) throw new WorkerPoolError('died', 'the thread died')
      remove(thread)
      return thread
    },
    longest: () => timers.keys().next().value,
  }
}
