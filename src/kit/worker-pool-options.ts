import type { MemoryRoom } from './memory-room.ts'
import type { CrossingError } from './worker-task.ts'

/** How many threads a pool has, what they run and what they may take. */
export interface WorkerPoolOptions {
  /** A module whose default export is made by `workerTask`. */
  readonly file: URL
  /** The most threads, and so the most tasks at work at a time. A thread starts when it is first needed. */
  readonly threads: number
  /**
   * When no thread got free for so long while somebody waits, there is one more, for turns that have none:
   * who sends what never ends doesn't stop everybody. Never by default.
   */
  readonly spareAfterMs?: number
  /**
   * A turn of which a task was at work for so long has one thread at a time for a minute, and leaves one to
   * the others, for which there may be a thread more than `threads`, whatever room there is. So who sends
   * texts on which threads hang waits alone. It is meant for tasks that take milliseconds. Never by default.
   */
  readonly slowAfterMs?: number
  /**
   * While a task has been at work for so long, a turn without a task at work may have one thread more than
   * `threads`. It ends with the task: only `slowAfterMs` says something about the turn. Never by default.
   */
  readonly suspectAfterMs?: number
  /**
   * For so long after tasks of two turns came one after another, the pool keeps a loaded thread more than its
   * first, where it fits in the room: one that hangs then stops nobody else for longer than `suspectAfterMs`.
   * Of two threads that are left, one turn gets the second only when its tasks have waited for `growAfterMs`.
   * Never by default.
   */
  readonly standbyForMs?: number
  /**
   * What a standby thread leaves of the room when it starts. One that has to end soon for others leaves
   * memory behind that the C library keeps. 0 by default.
   */
  readonly standbyLeavesMb?: number
  /** A task that was at work for so long is ended with its thread, with kind `overran`. Never by default. */
  readonly workMsMax?: number
  /** Threads that are started at once and never end for being idle. None by default. */
  readonly threadsMin?: number
  /** Threads that never end for being idle once they were needed: `threadsMin` by default. */
  readonly threadsKept?: number
  /**
   * The most tasks that wait for a thread. With one more, the last task of the turn that has the most is
   * refused with kind `overloaded`.
   */
  readonly queueMax: number
  /**
   * A cap on the JavaScript heap of each thread, in MiB; array buffers and WASM memory don't count. It is the
   * last resort: a thread that reaches it inside one native call, such as JSON.parse of a hostile text, may
   * take the whole process along. Bound what is handed in.
   */
  readonly memoryMb: number
  /** A thread more than are kept that did nothing for so long ends: a minute by default. */
  readonly idleTimeoutMs?: number
  /**
   * What threads of several pools share: one more than the first starts only where it fits, and ends sooner
   * when another pool, or who else takes of the room, needs it and it has no work. Boundless by default.
   */
  readonly room?: MemoryRoom
  /**
   * One more than the first starts only when tasks have waited for so long: to start a thread for what is
   * done in milliseconds makes everybody wait. At once by default.
   */
  readonly growAfterMs?: number
  /** What a thread takes of the room. */
  readonly threadMb?: number
  /** What a thread reads as `workerData` of `node:worker_threads`. */
  readonly workerData?: unknown
  /** Error classes that arrive as themselves. */
  readonly crossing?: readonly CrossingError[]
}
