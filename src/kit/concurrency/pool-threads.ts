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
  /** Running tasks and those that were just let in: so many loaded threads are not idle. */
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
  const { budget = createMemoryBudget(), threadMb = 0, threadsMin = 0, threadsKept = threadsMin } = options
  const { idleTimeoutMs = idleTimeoutMsDefault, standbyLeavesMb = 0 } = options
  const start = deps.start ?? startThread
  const threads = new Set<PoolThread>()
  /** The most recently used one is last, and used next. The others can end for being idle. */
  const idle: PoolThread[] = []
  const idleTimers = new Map<PoolThread, NodeJS.Timeout>()
  /** Threads that may still use memory, although they count as ended. */
  const running = new Set<PoolThread>()
  let kept = threadsMin
  let required = 0
  let standby = 0
  let standbyRests: NodeJS.Timeout | undefined
  let closed = false

  const loaded = () => [...threads].filter((thread) => thread.isLoaded).length
  const isIdle = () => loaded() > deps.busy()
  const mustStay = () => Math.max(kept, required)
  const startOne = (): PoolThread => {
    const thread: PoolThread = start(options, {
      loaded() {
        noteIdle(thread)
        deps.changed()
      },
      ended: () => noteEnded(thread),
      exited: () => running.delete(thread),
    })
    threads.add(thread)
    running.add(thread)
    kept = Math.max(kept, Math.min(threadsKept, threads.size))
    return thread
  }
  const noteIdle = (thread: PoolThread) => {
    idle.push(thread)
    const timer = idleTimers.get(thread) ?? setTimeout(idleForLong, idleTimeoutMs, thread).unref()
    idleTimers.set(thread, timer.refresh())
  }
  const idleForLong = (thread: PoolThread) => {
    if (!idle.includes(thread)) return
    if (threads.size > Math.max(mustStay(), standby)) void thread.end()
    else idleTimers.get(thread)?.refresh()
  }
  const noteEnded = (thread: PoolThread) => {
    threads.delete(thread)
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
    clearTimeout(idleTimers.get(thread))
    idleTimers.delete(thread)
    if (closed) return
    // A file that cannot be loaded is tried again only for the next task.
    if (thread.isLoaded) startMissing()
    else kept = Math.min(kept, threads.size)
    // Later, because the thread may end while another pool asks for its memory.
    setImmediate(() => {
      if (closed) return
      if (!thread.isLoaded) deps.startFailed()
      own.threadEnded()
    })
  }
  const startMissing = () => {
    while (threads.size < mustStay()) {
      // First other owners give up what they do not need; if that is too little, this pool ends the excess.
      own.makeFree(threadMb)
      startOne()
    }
  }
  const endOneIdle = () => {
    const [longestIdle] = idle
    if (isIdle()) void longestIdle?.end()
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
    takenMb: () => threads.size * threadMb,
    endIdle() {
      if (threads.size <= mustStay() || !isIdle()) return false
      if (threads.size <= standby) restStandby()
      endOneIdle()
      return true
    },
    freed: deps.changed,
  })
  return {
    get alive() {
      return threads.size
    },
    get loaded() {
      return loaded()
    },
    take() {
      const thread = idle.pop()
      if (thread === undefined) throw new WorkerPoolError('died', 'the thread died')
      return thread
    },
    giveBack(thread) {
      if (thread.isAlive) noteIdle(thread)
    },
    keep(wanted) {
      required = wanted.required
      startMissing()
      const mayStart = () => standbyRests === undefined && own.hasFree(threadMb + standbyLeavesMb)
      while (threads.size < wanted.standby && mayStart()) startOne()
      const isOver = standby > 0 && wanted.standby === 0
      standby = Math.min(wanted.standby, threads.size)
      if (isOver && threads.size > mustStay()) endOneIdle()
    },
    grow(patient) {
      const fits = patient ? own.makeFree(threadMb) : own.hasFree(threadMb)
      if (fits) startOne()
      return fits
    },
    growBeyond: startOne,
    taskEnded: own.taskEnded,
    async close() {
      closed = true
      clearTimeout(standbyRests)
      own.remove()
      await Promise.all([...running].map((thread) => thread.end()))
    },
  }
}
