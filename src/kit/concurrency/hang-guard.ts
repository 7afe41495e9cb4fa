import type { Semaphore } from './semaphore.ts'

export interface HangGuardOptions {
  readonly threads: number
  /** A key is slow once one of its tasks has run this long. Undefined: never. */
  readonly slowAfterMs?: number | undefined
  /** A task is a suspect once it has run this long. Undefined: never. */
  readonly suspectAfterMs?: number | undefined
  /** The pool is shared for this long after consecutive tasks of two keys. Undefined: never. */
  readonly standbyForMs?: number | undefined
}

export interface HangGuardDeps {
  readonly semaphore: Semaphore
  /** Loaded threads without a task. */
  idle(): number
  /** Threads without a task, including those that are starting. */
  left(): number
  /** Whether tasks have waited as long as a thread takes to start. */
  waitedLong(): boolean
  changed(): void
}

export type HangGuard = ReturnType<typeof createHangGuard>

/** A key stops being slow when none of its tasks has been slow for this long. */
const slowForMs = 60_000

/**
 * Keeps tasks that hang from delaying those of other keys: decides which keys may use the threads that are
 * left, and how many threads the pool keeps loaded. Tasks without a key count for nothing here. Within
 * `slowAfterMs` at most as many keys become slow as there are threads, which bounds the memory.
 */
export function createHangGuard(options: HangGuardOptions, deps: HangGuardDeps) {
  const { semaphore, idle, changed } = deps
  /** Running tasks that may hang, including those of slow keys. */
  let suspects = 0
  /** The number of slow tasks still running by slow key, and the timer that removes the key. */
  const slow = new Map<string, { tasks: number; forgets: NodeJS.Timeout | undefined }>()
  const shared = createSharedUse(options.standbyForMs, changed)

  const sumOfSlow = (of: (key: string) => number) => [...slow.keys()].reduce((sum, key) => sum + of(key), 0)
  const slowRunning = () => sumOfSlow(semaphore.heldBy)
  const slowIsNext = (key: string) => semaphore.waitingOf(key) > 0 && semaphore.heldBy(key) === 0
  /** A thread for each of these tasks, and one for all others. */
  const withOneLeft = (tasks: number) => (tasks === 0 ? 0 : Math.min(options.threads, tasks) + 1)
  const becomeSuspect = () => {
    suspects += 1
    changed()
    return () => {
      suspects -= 1
    }
  }
  const becomeSlow = (key: string) => {
    const its = slow.get(key) ?? { tasks: 0, forgets: undefined }
    slow.set(key, its)
    clearTimeout(its.forgets)
    its.tasks += 1
    changed()
    return () => {
      its.tasks -= 1
      if (its.tasks === 0) its.forgets = setTimeout(forget, slowForMs, key).unref()
    }
  }
  const forget = (key: string) => {
    slow.delete(key)
    changed()
  }
  return {
    /** Whether the key may use one of the idle threads. */
    mayEnter(key: string): boolean {
      const hasNone = semaphore.heldBy(key) === 0
      // A slow key has one thread at a time, and never the last one that others could use: a hanging task is
      // ended with its thread, and starting another takes seconds.
      if (slow.has(key)) return hasNone && idle() + semaphore.held - slowRunning() >= 2
      // Without a standby thread, a second task of a key would wait for a new thread. Here it waits equally
      // long.
      const isStandby = shared.isOn && deps.left() === 1 && !deps.waitedLong()
      return hasNone || !isStandby
    },
    /** Whether the key may run one task more than the pool has threads. */
    mayExceed(key: string): boolean {
      // A slow key runs on an additional thread, so the others keep the usual number.
      if (slow.has(key) || slowRunning() > 0) return true
      // A running task may hang: a key without a running task does not wait for it.
      return suspects > 0 && semaphore.heldBy(key) === 0
    },
    /** Waiting tasks of keys that are not slow. */
    waitingInTime: () => semaphore.waiting - sumOfSlow(semaphore.waitingOf),
    /** Threads that slow keys and all others need, even without free memory. */
    required: () => withOneLeft(slowRunning() + Number([...slow.keys()].some(slowIsNext))),
    /** Threads to keep loaded where they fit. */
    standby: () => (shared.isOn ? Math.max(withOneLeft(suspects), 2) : 0),
    /** The maximum number of threads in use: tasks of slow keys leave the others theirs. */
    threadsMax: () => options.threads + (slowRunning() > 0 ? 1 : 0),
    /** Records a new task. */
    note: shared.note,
    /** Watches a running task; call the result when it ends. */
    watch(key: string): () => void {
      const ended: (() => void)[] = []
      const after = (ms: number | undefined, become: () => () => void) => {
        if (ms === undefined || key === '') return
        const timer = setTimeout(() => ended.push(become()), ms).unref()
        ended.push(() => clearTimeout(timer))
      }
      after(options.suspectAfterMs, becomeSuspect)
      after(options.slowAfterMs, () => becomeSlow(key))
      return () => {
        for (const end of ended) end()
      }
    },
    close: shared.close,
  }
}

/**
 * Whether tasks of more than one key came recently: on for `forMs` after a task whose key differs from that
 * of the previous one, which is at most `forMs` older. Calls `changed` when it turns on or off.
 */
export function createSharedUse(forMs: number | undefined, changed: () => void) {
  /** The key of the newest task, until it is `forMs` old. */
  let newest: string | undefined
  let forgets: NodeJS.Timeout | undefined
  let ends: NodeJS.Timeout | undefined
  const forget = () => {
    newest = undefined
    forgets = undefined
  }
  const end = () => {
    ends = undefined
    changed()
  }
  return {
    get isOn() {
      return ends !== undefined
    },
    /** Records a task of a key. */
    note(key: string): void {
      if (forMs === undefined || key === '') return
      const isOther = newest !== undefined && newest !== key
      newest = key
      // Refreshing a timer is cheap, and there may be thousands of tasks a second.
      forgets = forgets?.refresh() ?? setTimeout(forget, forMs).unref()
      if (!isOther) return
      const begins = ends === undefined
      ends = ends?.refresh() ?? setTimeout(end, forMs).unref()
      if (begins) changed()
    },
    close(): void {
      clearTimeout(forgets)
      clearTimeout(ends)
      ends = undefined
    },
  }
}
