import type { Transferable } from 'node:worker_threads'
import { createPoolSlots } from './pool-slots.ts'
import { type Semaphore, SemaphoreFull } from './semaphore.ts'
import type { CrossingError, TaskAnswer } from './serve-tasks.ts'
import type { TaskOwner } from './work-limit.ts'
import { WorkerPoolError } from './worker-pool-error.ts'
import type { WorkerPoolOptions } from './worker-pool-options.ts'

/** Threads for work that would block the event loop or may not end. */
export interface WorkerPool<Task, Result> {
  /**
   * Runs a task in a thread. When the signal aborts, the promise rejects immediately and the thread is ended
   * with its task. Rejects with an error of a `crossing` class, or with a `WorkerPoolError`.
   */
  run(task: Task, options?: RunOptions): Promise<Result>
  /** Stops all threads and running tasks; their promises reject with kind `closed`. */
  close(): Promise<void>
}

export interface RunOptions {
  readonly signal?: AbortSignal
  /** Whose task it is. Tasks without an owner share a fairness key. */
  readonly owner?: TaskOwner
  /**
   * Buffers that are transferred when a thread takes the task; the caller must not use them after calling
   * `run`.
   */
  readonly transfer?: readonly Transferable[]
}

const withoutOwner: TaskOwner = { key: '', waiting: () => {}, working: () => {} }

/**
 * A task waits in the fair semaphore of its pool until a loaded thread is left for its key, and runs there.
 * Whatever ends a task early aborts its controller, with the error of its promise as the reason.
 */
export function createWorkerPool<Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> {
  const slots = createPoolSlots(options)
  const running = new Set<AbortController>()
  let closed = false

  async function run(task: Task, { signal, owner = withoutOwner, transfer = [] }: RunOptions = {}) {
    if (closed) throw new WorkerPoolError('closed', 'the pool is closed')
    if (signal?.aborted) throw abortedBy(signal)
    const ending = new AbortController()
    const onAbort = () => signal && ending.abort(abortedBy(signal))
    signal?.addEventListener('abort', onAbort)
    running.add(ending)
    try {
      slots.guard.note(owner.key)
      const leave = await enter(slots.semaphore, owner, ending.signal)
      const answer = await runInThread(task, transfer, ending, owner).finally(leave)
      return readAnswer(answer, options.crossing ?? []) as Result
    } finally {
      running.delete(ending)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  async function runInThread(
    task: Task,
    transfer: readonly Transferable[],
    ending: AbortController,
    owner: TaskOwner,
  ): Promise<TaskAnswer> {
    const thread = slots.threads.take()
    const overran = () => ending.abort(new WorkerPoolError('overran', 'the task was at work for too long'))
    const timer = options.workMsMax === undefined ? undefined : setTimeout(overran, options.workMsMax)
    const stopWatching = slots.guard.watch(owner.key)
    try {
      return await thread.run(task, transfer, ending.signal)
    } finally {
      stopWatching()
      clearTimeout(timer)
      slots.threads.giveBack(thread)
    }
  }

  async function close(): Promise<void> {
    closed = true
    for (const ending of running) ending.abort(new WorkerPoolError('closed', 'the pool was closed'))
    await slots.close()
  }

  return { run, close }
}

/** Waits for a slot. The result leaves it. */
async function enter(semaphore: Semaphore, owner: TaskOwner, signal: AbortSignal): Promise<() => void> {
  const leaving = (release: () => void) => {
    owner.working(1)
    return () => {
      owner.working(-1)
      release()
    }
  }
  const free = semaphore.acquireNow(owner.key)
  if (free !== null) return leaving(free)
  owner.waiting(1)
  try {
    return leaving(await semaphore.acquire(owner.key, { signal }))
  } catch (error) {
    throw error instanceof SemaphoreFull ? new WorkerPoolError('overloaded', error.message) : error
  } finally {
    owner.waiting(-1)
  }
}

function abortedBy(signal: AbortSignal): WorkerPoolError {
  return new WorkerPoolError('aborted', 'the task was aborted', { cause: signal.reason })
}

function readAnswer(answer: TaskAnswer, crossing: readonly CrossingError[]): unknown {
  if (answer.kind === 'done') return answer.value
  if (answer.kind === 'failed') {
    throw new WorkerPoolError('failed', `the task threw ${answer.errorName}\n${answer.frames}`)
  }
  const known = crossing.find((each) => each.name === answer.className)
  if (known === undefined) throw new WorkerPoolError('failed', `the task threw ${answer.className}`)
  const message = { value: answer.message, configurable: true, writable: true }
  throw Object.assign(Object.create(known.prototype, { message }), answer.fields)
}
