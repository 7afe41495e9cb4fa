import type { Transferable } from 'node:worker_threads'
import { watchTask } from './task-watch.ts'
import type { TaskTurn } from './work-limit.ts'
import { startCrew } from './worker-crew.ts'
import { createLine, type LineEntry } from './worker-line.ts'
import type { WorkerPoolOptions } from './worker-pool-options.ts'
import type { CrossingError, FirstWords, LastWords, NumberedTask, TaskAnswer } from './worker-task.ts'

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
  /** The fairness key of the task. Tasks without one share a turn. */
  readonly turn?: TaskTurn
  /**
   * Buffers that are transferred when a thread takes the task; the caller must not use them after calling
   * `run`.
   */
  readonly transfer?: readonly Transferable[]
}

/**
 * `aborted`: the caller's signal (its reason is the cause). `overran`: it ran for `workMsMax`. `died`: the
 * thread ended during this task. `overloaded`: too many tasks wait. `failed`: the task threw an error whose
 * class does not cross. `closed`: the pool was closed.
 */
export type WorkerPoolErrorKind = 'aborted' | 'overran' | 'died' | 'overloaded' | 'failed' | 'closed'

export class WorkerPoolError extends Error {
  override readonly name = 'WorkerPoolError'
  readonly kind: WorkerPoolErrorKind
  /** The thread died because its heap reached `memoryMb`. */
  readonly outOfMemory: boolean

  constructor(
    kind: WorkerPoolErrorKind,
    message: string,
    options: { cause?: unknown; outOfMemory?: boolean } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.outOfMemory = options.outOfMemory ?? false
  }
}

interface Entry extends LineEntry {
  readonly number: number
  isSettled: boolean
  /** Called when a thread has taken it. */
  taken(): void
  settle(error: unknown, answer?: TaskAnswer): void
}

const nobodysTurn: TaskTurn = { of: '', waiting: () => {}, working: () => {} }

/**
 * A pool of threads on Piscina. Tasks wait here and not in Piscina's queue, for two reasons: here they are
 * served fairly, and Piscina starts no thread for its queue when the thread that was to serve it is ended,
 * whereas every `run` starts one.
 */
export function createWorkerPool<Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> {
  let tasksSoFar = 0
  let closed = false
  const crew = startCrew(options, () => closed || line.startNext())
  const { piscina } = crew
  const line = createLine<Entry>({
    ...{ threads: options.threads, spareAfterMs: options.spareAfterMs, slowAfterMs: options.slowAfterMs },
    ...{ suspectAfterMs: options.suspectAfterMs, standbyForMs: options.standbyForMs },
    ...{ queueMax: options.queueMax, growAfterMs: options.growAfterMs ?? 0, mayGrow: crew.mayGrow },
    ...{ living: crew.living, idle: () => piscina.idleThreads },
    ...{ reserve: crew.reserve, standby: crew.standby },
    refuse(entry, waiting) {
      entry.settle(new WorkerPoolError('overloaded', `${waiting} tasks wait already`))
    },
  })

  /** Fails tasks whose threads died before they were ready. */
  const failStranded = () => {
    if (closed || crew.living() > 0) return
    for (const entry of line.working) entry.settle(new WorkerPoolError('died', 'no thread could be started'))
  }
  piscina.on('workerDestroy', () => setImmediate(failStranded))
  piscina.on('error', () => setImmediate(failStranded))
  piscina.on('message', (words: FirstWords | LastWords) => {
    const entry = [...line.working].find(({ number }) => number === words.of)
    if (words.are === 'first') entry?.taken()
    else entry?.settle(undefined, words.answer)
  })

  function run(task: Task, { signal, transfer = [], turn = nobodysTurn }: RunOptions = {}): Promise<Result> {
    if (closed) return Promise.reject(new WorkerPoolError('closed', 'the pool is closed'))
    if (signal?.aborted) return Promise.reject(abortedBy(signal))
    return new Promise((resolve, reject) => {
      const numbered: NumberedTask<Task> = { number: tasksSoFar++, task, tells: false }
      const controller = new AbortController()
      const watch = watchTask({
        ...{ turn, workMsMax: options.workMsMax, began: () => line.watch(turn.of) },
        overran: () => entry.settle(new WorkerPoolError('overran', 'the task was at work for too long')),
      })
      const onAbort = () => signal !== undefined && entry.settle(abortedBy(signal))
      const entry: Entry = {
        ...{ number: numbered.number, turn, isSettled: false },
        get isTaken() {
          return watch.isTaken
        },
        taken: watch.taken,
        start() {
          numbered.tells = piscina.idleThreads === 0
          if (numbered.tells) watch.awaitsThread()
          else watch.taken()
          const transferList = [...transfer] as never
          const { signal } = controller
          crew.run(numbered, line.working.size, { signal, transferList }).then(
            (answer) => entry.settle(undefined, answer),
            (error) => entry.settle(error),
          )
        },
        settle(error, answer) {
          if (entry.isSettled) return
          entry.isSettled = true
          watch.ended()
          line.leave(entry)
          signal?.removeEventListener('abort', onAbort)
          // Ends the thread if it still runs this task or retired after it; has no effect once the task
          // ended.
          controller.abort()
          try {
            resolve(readAnswer(error, answer, options.crossing ?? []) as Result)
          } catch (thrown) {
            reject(thrown)
          }
          if (closed) return
          // First, because the thread may have to end instead of taking the next task.
          crew.taskEnded()
          line.startNext()
        },
      }
      signal?.addEventListener('abort', onAbort)
      line.join(entry)
    })
  }

  async function close(): Promise<void> {
    closed = true
    line.close()
    for (const entry of line.everyone()) entry.settle(new WorkerPoolError('closed', 'the pool was closed'))
    await crew.close()
  }

  return { run, close }
}

function abortedBy(signal: AbortSignal): WorkerPoolError {
  return new WorkerPoolError('aborted', 'the task was aborted', { cause: signal.reason })
}

function readAnswer(
  error: unknown,
  answer: TaskAnswer | undefined,
  crossing: readonly CrossingError[],
): unknown {
  if (answer === undefined) throw poolErrorFor(error)
  if (answer.kind === 'done') return answer.value
  if (answer.kind === 'failed') {
    throw new WorkerPoolError('failed', `the task threw ${answer.errorName}\n${answer.frames}`)
  }
  const known = crossing.find((each) => each.name === answer.className)
  if (known === undefined) throw new WorkerPoolError('failed', `the task threw ${answer.className}`)
  const message = { value: answer.message, configurable: true, writable: true }
  throw Object.assign(Object.create(known.prototype, { message }), answer.fields)
}

function poolErrorFor(error: unknown): WorkerPoolError {
  if (error instanceof WorkerPoolError) return error
  if (error instanceof Error && error.name === 'DataCloneError') {
    return new WorkerPoolError('failed', 'the task could not be sent to its thread')
  }
  // The message of an error that killed a thread may quote what it was reading, so it is dropped.
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const outOfMemory = code === 'ERR_WORKER_OUT_OF_MEMORY'
  return new WorkerPoolError('died', outOfMemory ? 'the thread ran out of memory' : 'the thread died', {
    outOfMemory,
  })
}
