import { createMemoryBudget } from './memory-budget.ts'
import { type PoolThread, startThread } from './pool-thread.ts'
import { WorkerPoolError } from './worker-pool-error.ts'
import type { WorkerPoolOptions } from './worker-pool-options.ts'

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

/** The living threads of a pool: starts them, ends idle ones, and counts them against the memory budget. */
export function createPoolThreads(options: WorkerPoolOptions, deps: PoolThreadsDeps) {
  const { budget = createMemoryBudget(), threadMb = 0, threadsMin = 0, threadsKept = threadsMin } = options
  const { standbyLeavesMb = 0, idleTimeoutMs = idleTimeoutMsDefault } = options
  /** Until they have exited. */
  const threads = new Set<PoolThread>()
  const alive = () => [...threads].filter(({ state }) => state !== 'ended').length
  const loaded = () => [...threads].filter(({ state }) => state === 'loaded').length
  /** Threads that, once started, are kept or replaced. */
  let kept = threadsMin
  let required = 0
  let standby = 0
  const standbyRest = createRest(standbyRestMs, deps.changed)
  let closed = false

  const mustStay = () => Math.max(kept, required)
  const idle = createIdleThreads(idleTimeoutMs, () => alive() > Math.max(mustStay(), standby))
  const start = (): PoolThread => {
    const thread: PoolThread = (deps.start ?? startThread)(options, {
      loaded() {
        idle.addNew(thread)
        deps.changed()
      },
      ended(wasLoaded) {
        idle.remove(thread)
        if (closed) return
        if (wasLoaded) startMissing()
        // A file that cannot be loaded is tried again only for the next task.
        else kept = Math.min(kept, alive())
        // Later, because the thread may end while another pool asks for its memory.
        setImmediate(() => {
          if (!wasLoaded && !closed) deps.startFailed()
          share.threadEnded()
        })
      },
      exited: () => threads.delete(thread),
    })
    threads.add(thread)
    kept = Math.max(kept, Math.min(threadsKept, alive()))
    return thread
  }
  const startMissing = () => {
    while (alive() < mustStay()) {
      // First other owners give up what they do not need; if that is too little, this pool ends the excess.
      share.makeFree(threadMb)
      start()
    }
  }
  const endOneIdle = () => void (loaded() > deps.busy() && idle.longest()?.end())
  const share = budget.add({
    takenMb: () => alive() * threadMb,
    endIdle() {
      if (alive() <= mustStay() || loaded() <= deps.busy()) return false
      if (alive() <= standby) {
        standby = 0
        standbyRest.begin()
      }
      endOneIdle()
      return true
    },
    freed: deps.changed,
  })
  const standbyFits = () => !standbyRest.isOn && share.hasFree(threadMb + standbyLeavesMb)
  return {
    /** Living threads, including those that are starting. */
    get alive() {
      return alive()
    },
    /** Living threads that have loaded their file. */
    get loaded() {
      return loaded()
    },
    /** Takes an idle thread, for a task that the semaphore let in. */
    take: idle.take,
    /** Gives a thread back after its task. It may have ended. */
    giveBack: idle.add,
    /** Keeps threads alive until the next call, and starts missing ones. */
    keep(wanted: ThreadsToKeep): void {
      required = wanted.required
      startMissing()
      while (alive() < wanted.standby && standbyFits()) start()
      const isOver = standby > 0 && wanted.standby === 0
      standby = Math.min(wanted.standby, alive())
      if (isOver && alive() > mustStay()) endOneIdle()
    },
    /** Starts one more thread if it fits. `patient`: idle threads of other pools end for it. */
    grow(patient: boolean): boolean {
      const fits = patient ? share.makeFree(threadMb) : share.hasFree(threadMb)
      if (fits) start()
      return fits
    },
    /** Starts one more thread, even without free memory. */
    growBeyond: start,
    /** Call it when a task ended, before the next one begins. */
    taskEnded: share.taskEnded,
    async close(): Promise<void> {
      closed = true
      standbyRest.end()
      share.remove()
      await Promise.all([...threads].map((thread) => thread.end()))
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
    remove,
    add(thread: PoolThread): void {
      if (thread.state === 'loaded') timers.set(thread, setTimeout(timedOut, timeoutMs, thread).unref())
    },
    /** A new thread is slower than one that has worked: it is used last. */
    addNew(thread: PoolThread): void {
      const others = [...timers]
      timers.clear()
      this.add(thread)
      for (const [other, timer] of others) timers.set(other, timer)
    },
    take(): PoolThread {
      const thread = [...timers.keys()].at(-1)
      if (thread === undefined) throw new WorkerPoolError('died', 'the thread died')
      remove(thread)
      return thread
    },
    longest: () => timers.keys().next().value,
  }
}

/** A time after which `over` is called, unless it begins again or ends before. */
function createRest(ms: number, over: () => void) {
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    get isOn() {
      return timer !== undefined
    },
    begin(): void {
      end()
      timer = setTimeout(() => {
        end()
        over()
      }, ms).unref()
    },
    end,
  }
}
