import type { PolicySemaphore } from './semaphore.ts'
import { createSharedUse } from './shared-use.ts'
import { createSlowKeys, type SlowKeysOptions } from './slow-keys.ts'

/**
 * Keeps tasks that hang from delaying those of other keys. Decides which keys may use the threads that are
 * left, and how many threads the pool keeps loaded for the next ones.
 */
export interface HangGuard {
  /** Whether the key may use one of the idle threads. */
  mayEnter(key: string): boolean
  /** Whether the key may run one task more than the pool has threads. */
  mayExceed(key: string): boolean
  /** Waiting tasks of keys that are not slow. */
  waitingInTime(): number
  /** Threads that slow keys and all others need, even without free memory. */
  required(): number
  /** Threads to keep loaded where they fit. */
  standby(): number
  /** Whether tasks of slow keys run, which leave the other keys their number of threads. */
  slowRuns(): boolean
  /** Records a new task. */
  note(key: string): void
  /** Watches a running task; call the result when it ends. */
  watch(key: string): () => void
  close(): void
}

export interface HangGuardOptions extends SlowKeysOptions {
  readonly threads: number
  readonly standbyForMs?: number | undefined
}

export interface HangGuardDeps {
  readonly semaphore: PolicySemaphore
  /** Loaded threads without a task. */
  idle(): number
  /** Threads without a task, including those that are starting. */
  left(): number
  /** Whether tasks have waited as long as a thread takes to start. */
  waitedLong(): boolean
  changed(): void
}

export function createHangGuard(options: HangGuardOptions, deps: HangGuardDeps): HangGuard {
  const { semaphore, idle } = deps
  const slow = createSlowKeys(options, deps.changed)
  const shared = createSharedUse(options.standbyForMs, deps.changed)

  const slowKeys = () => [...slow.all()]
  const slowRunning = () => slowKeys().reduce((sum, key) => sum + semaphore.heldBy(key), 0)
  const slowWaiting = () => slowKeys().reduce((sum, key) => sum + semaphore.waitingOf(key), 0)
  const slowComesNext = () =>
    slowKeys().some((key) => semaphore.waitingOf(key) > 0 && semaphore.heldBy(key) === 0)
  /** A thread for each of these tasks, and one for all others. */
  const withOneLeft = (tasks: number) => (tasks === 0 ? 0 : Math.min(options.threads, tasks) + 1)
  return {
    mayEnter(key) {
      const hasNone = semaphore.heldBy(key) === 0
      // A slow key has one thread at a time, and never the last one that others could use: a hanging task is
      // ended with its thread, and starting another takes seconds.
      if (slow.has(key)) return hasNone && idle() + semaphore.held - slowRunning() >= 2
      // Without a standby thread, a second task of a key would wait for a new thread. Here it waits equally
      // long.
      const isStandby = shared.isOn && deps.left() === 1 && !deps.waitedLong()
      return hasNone || !isStandby
    },
    mayExceed(key) {
      // A slow key runs on an additional thread, so the others keep the usual number.
      if (slow.has(key) || slowRunning() > 0) return true
      // A running task may hang: a key without a running task does not wait for it.
      return slow.suspects > 0 && semaphore.heldBy(key) === 0
    },
    waitingInTime: () => semaphore.waiting - slowWaiting(),
    required: () => withOneLeft(slowRunning() + Number(slowComesNext())),
    standby: () => (shared.isOn ? Math.max(withOneLeft(slow.suspects), 2) : 0),
    slowRuns: () => slowRunning() > 0,
    note: shared.note,
    watch: slow.watch,
    close: shared.close,
  }
}
