import type { MemoryBudget } from './memory-budget.ts'
import type { CrossingError } from './serve-tasks.ts'

/** How many threads a pool has, what they run and what they may use. */
export interface WorkerPoolOptions {
  /** A module that calls `serveTasks`. */
  readonly file: URL
  /** The maximum number of threads, and so of running tasks. A thread starts when it is first needed. */
  readonly threads: number
  /**
   * If no thread became free for this long while tasks wait, there is one more, for keys that have none. So
   * an account that sends tasks that never end does not stop the others. Default: never.
   */
  readonly extraThreadAfterMs?: number
  /**
   * A key with a task that ran this long gets one thread at a time for a minute, and leaves one thread to
   * the others; for that one there may be one more than `threads`, whatever memory is free. So only the
   * account that sends hanging texts waits. For tasks that take milliseconds. Default: never.
   */
  readonly slowAfterMs?: number
  /**
   * While a task has run this long, a key without a running task may use one thread beyond `threads`. This
   * ends with the task; only `slowAfterMs` marks the key. Default: never.
   */
  readonly suspectAfterMs?: number
  /**
   * For this long after consecutive tasks of two keys, the pool keeps one loaded thread besides its first,
   * if it fits in the memory budget. A task that hangs then delays others for at most `suspectAfterMs`. When
   * two threads are left, a key that has one gets the second only after its tasks have waited for
   * `growAfterMs`. Default: never.
   */
  readonly standbyForMs?: number
  /**
   * What a standby thread must leave free in the memory budget when it starts. A thread that soon has to end
   * again leaves memory that the C library keeps. Default: 0.
   */
  readonly standbyLeavesMb?: number
  /** A task that ran this long is ended with its thread, with kind `overran`. Default: never. */
  readonly workMsMax?: number
  /** Threads that start immediately and never end for being idle. Default: none. */
  readonly threadsMin?: number
  /** Threads that, once needed, never end for being idle. Default: `threadsMin`. */
  readonly threadsKept?: number
  /**
   * The maximum number of waiting tasks. Beyond it, the last task of the key with the most is refused with
   * kind `overloaded`.
   */
  readonly queueMax: number
  /**
   * A limit on the JavaScript heap of each thread, in MiB, without array buffers and WASM memory. It is a
   * last resort: a thread that reaches it inside one native call, such as JSON.parse of a hostile text, may
   * abort the whole process. Bound the input as well.
   */
  readonly memoryMb: number
  /** A thread beyond the kept ones ends after being idle for this long. Default: a minute. */
  readonly idleTimeoutMs?: number
  /**
   * A memory budget shared by several pools. Threads beyond the first start only if they fit, and end sooner
   * if another user of the budget needs the memory and they are idle. Default: unlimited.
   */
  readonly budget?: MemoryBudget
  /**
   * A thread beyond the first starts only after tasks waited this long: starting a thread for a task of
   * milliseconds would delay everything. Default: immediately.
   */
  readonly growAfterMs?: number
  /** The memory that a thread takes from the budget. */
  readonly threadMb?: number
  /** What a thread reads as `workerData` of `node:worker_threads`. */
  readonly workerData?: unknown
  /** Error classes that keep their class across the thread boundary. */
  readonly crossing?: readonly CrossingError[]
}
