import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Transferable } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { createFairQueue } from './fair-queue.ts'
import { createSpare } from './spare.ts'
import type { TaskTurn } from './work-limit.ts'
import type { CrossingError, LastWords, NumberedTask, TaskAnswer } from './worker-task.ts'

/** Threads that do work which would hold up the event loop, or which can't be trusted to end. */
export interface WorkerPool<Task, Result> {
  /**
   * Runs a task in a thread. When the signal aborts, the promise rejects at once and the thread is thrown
   * away with whatever it was doing. Rejects with an error of a `crossing` class, or with a
   * `WorkerPoolError`.
   */
  run(task: Task, options?: RunOptions): Promise<Result>
  /** Stops all threads, running tasks included; their promises reject with kind `closed`. */
  close(): Promise<void>
}

export interface RunOptions {
  readonly signal?: AbortSignal
  /** Whose task it is: a free thread goes to whose turn it is. Tasks that tell nothing are one turn. */
  readonly turn?: TaskTurn
  /**
   * Buffers handed over when a thread takes the task; they can't be used by the caller after `run` was
   * called.
   */
  readonly transfer?: readonly Transferable[]
}

export interface WorkerPoolOptions {
  /** A module whose default export is made by `workerTask`. */
  readonly file: URL
  /** The most threads, and so the most tasks at work at a time. A thread starts when it is first needed. */
  readonly threads: number
  /**
   * When no thread got free for so long while somebody waits, there is one more, for turns that have none:
   * who sends what never ends doesn't stop everybody. Never by default. Its thread ends when it is idle.
   */
  readonly spareAfterMs?: number
  /** Threads that are started at once and never end for being idle. */
  readonly threadsMin?: number
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
  /**
   * A thread above `threadsMin` that did nothing for so long ends. Infinite by default: threads stay warm.
   * With `spareAfterMs` only a thread above `threads` ends, by default after 20 seconds.
   */
  readonly idleTimeoutMs?: number
  /** What a thread reads as `workerData` of `node:worker_threads`. */
  readonly workerData?: unknown
  /** Error classes that arrive as themselves. */
  readonly crossing?: readonly CrossingError[]
}

/**
 * `aborted`: the caller's signal (its reason is the cause). `died`: the thread ended while it worked on
 * this task. `overloaded`: too many tasks wait. `failed`: the task threw an error that doesn't cross.
 * `closed`: too late.
 */
export type WorkerPoolErrorKind = 'aborted' | 'died' | 'overloaded' | 'failed' | 'closed'

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

interface Entry {
  readonly number: number
  readonly turn: TaskTurn
  isSettled: boolean
  start(): void
  settle(error: unknown, answer?: TaskAnswer): void
}

const nobodysTurn: TaskTurn = { of: '', waiting: () => {}, working: () => {} }

/**
 * A pool of threads on piscina. Tasks wait here and not in piscina's own queue: here they take turns, and
 * piscina starts no new thread for its queue when the thread that was to serve it is thrown away, whereas
 * every `run` of a task starts one.
 */
export function createWorkerPool<Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> {
  const piscina = startPiscina(options)
  const line = createLine(options)
  let tasksSoFar = 0
  let closed = false

  /** Tasks whose every thread died before it was ready have nobody to serve them. */
  const failStranded = () => {
    if (closed || piscina.threads.length > 0) return
    for (const entry of line.working) entry.settle(new WorkerPoolError('died', 'no thread could be started'))
  }
  piscina.on('workerDestroy', () => setImmediate(failStranded))
  piscina.on('error', () => setImmediate(failStranded))
  piscina.on('message', ({ lastWordsOf, answer }: LastWords) => {
    for (const entry of line.working) if (entry.number === lastWordsOf) entry.settle(undefined, answer)
  })

  function run(task: Task, { signal, transfer = [], turn = nobodysTurn }: RunOptions = {}): Promise<Result> {
    if (closed) return Promise.reject(new WorkerPoolError('closed', 'the pool is closed'))
    if (signal?.aborted) return Promise.reject(abortedBy(signal))
    return new Promise((resolve, reject) => {
      const numbered: NumberedTask<Task> = { number: tasksSoFar++, task }
      const controller = new AbortController()
      const onAbort = () => signal !== undefined && entry.settle(abortedBy(signal))
      const entry: Entry = {
        ...{ number: numbered.number, turn, isSettled: false },
        start() {
          const transferList = [...transfer] as never
          piscina.run(numbered, { signal: controller.signal, transferList }).then(
            (answer: TaskAnswer) => entry.settle(undefined, answer),
            (error) => entry.settle(error),
          )
        },
        settle(error, answer) {
          if (entry.isSettled) return
          line.leave(entry)
          signal?.removeEventListener('abort', onAbort)
          // Ends the thread if it is still at this task, or retired after it; does nothing once the task
          // ended.
          controller.abort()
          try {
            resolve(readAnswer(error, answer, options.crossing ?? []) as Result)
          } catch (thrown) {
            reject(thrown)
          }
          if (!closed) line.startNext()
        },
      }
      signal?.addEventListener('abort', onAbort)
      line.join(entry)
    })
  }

  async function close(): Promise<void> {
    closed = true
    for (const entry of line.everyone()) entry.settle(new WorkerPoolError('closed', 'the pool was closed'))
    await piscina.destroy()
  }

  return { run, close }
}

/** Who works and who waits. While a thread is free, nobody waits. */
function createLine({ threads, spareAfterMs, queueMax }: WorkerPoolOptions) {
  const waiting = createFairQueue<Entry>(queueMax)
  const working = new Set<Entry>()
  const spare = createSpare(spareAfterMs, () => startNext())

  const mayStart = (turn: string): boolean => {
    if (working.size < threads) return true
    if (!spare.isOpen || working.size > threads) return false
    return [...working].every((entry) => entry.turn.of !== turn)
  }
  const start = (entry: Entry) => {
    working.add(entry)
    entry.turn.working(1)
    entry.start()
  }
  const startNext = () => {
    for (let next = waiting.take(mayStart); next !== undefined; next = waiting.take(mayStart)) {
      next.turn.waiting(-1)
      start(next)
    }
    spare.note(waiting.size > 0, false)
  }
  return {
    working: working as ReadonlySet<Entry>,
    join(entry: Entry): void {
      if (mayStart(entry.turn.of)) return void start(entry)
      entry.turn.waiting(1)
      const tooMany = new WorkerPoolError('overloaded', `${waiting.size} tasks wait already`)
      waiting.add(entry.turn.of, entry)?.settle(tooMany)
      spare.note(waiting.size > 0, false)
    },
    leave(entry: Entry): void {
      const worked = working.delete(entry)
      if (worked) entry.turn.working(-1)
      else entry.turn.waiting(-1)
      waiting.delete(entry.turn.of, entry)
      entry.isSettled = true
      spare.note(waiting.size > 0, worked && working.size < threads)
    },
    startNext,
    everyone(): Entry[] {
      return [...waiting.items(), ...working]
    },
  }
}

const spareIdleMs = 20_000

function startPiscina(options: WorkerPoolOptions): Piscina {
  const hasSpare = options.spareAfterMs !== undefined
  const piscina = new Piscina({
    filename: fileURLToPath(options.file),
    minThreads: options.threadsMin ?? 0,
    maxThreads: options.threads + (hasSpare ? 1 : 0),
    idleTimeout: options.idleTimeoutMs ?? (hasSpare ? spareIdleMs : Number.POSITIVE_INFINITY),
    // Waiting on a lock would save some microseconds a task and stop timers and collection in idle threads.
    atomics: 'disabled',
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
    // A thread that reads files of strangers is given no secrets, and no flags of its parent.
    env: compiledCode(),
    execArgv: [],
    workerData: options.workerData,
  })
  if (hasSpare) keepAllButTheSpare(piscina, options.threads)
  return piscina
}

/** Piscina reads its options anew each time: a thread that was needed is kept, or another in its place. */
function keepAllButTheSpare(piscina: Piscina, threads: number): void {
  piscina.on('workerCreate', () => {
    const kept = Math.min(threads, piscina.threads.length)
    piscina.options.minThreads = Math.max(piscina.options.minThreads, kept)
  })
}

/** Where this process keeps its code compiled, if it does: threads that were thrown away are back sooner. */
function compiledCode(): Record<string, string> {
  const folder = getCompileCacheDir()
  // Node has a folder within it for each of its versions.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
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
  // The message of an error that killed a thread may quote what the thread was reading, so it isn't repeated.
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const outOfMemory = code === 'ERR_WORKER_OUT_OF_MEMORY'
  return new WorkerPoolError('died', outOfMemory ? 'the thread ran out of memory' : 'the thread died', {
    outOfMemory,
  })
}
