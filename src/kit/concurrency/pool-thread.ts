import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { type Transferable, Worker } from 'node:worker_threads'
import type { TaskAnswer, ThreadMessage } from './serve-tasks.ts'
import { WorkerPoolError } from './worker-pool-error.ts'
import type { WorkerPoolOptions } from './worker-pool-options.ts'

/** A thread of a pool. It runs one task at a time. */
export interface PoolThread {
  readonly state: 'starting' | 'loaded' | 'ended'
  /**
   * Runs a task. The thread ends when the signal aborts, and the promise rejects immediately with the
   * signal's reason. Rejects with a `WorkerPoolError` if the thread ends for another reason.
   */
  run(task: unknown, transfer: readonly Transferable[], signal: AbortSignal): Promise<TaskAnswer>
  end(): Promise<unknown>
}

export interface ThreadEvents {
  loaded(): void
  /** Called once, also for a thread that never loaded. */
  ended(wasLoaded: boolean): void
  /** Called when the thread no longer uses memory. */
  exited(): void
}

/**
 * Node aborts the whole process when a thread is ended during a `require` of an ES module
 * (`CreateRequiredModuleFacade`). Threads end at any moment, so none may use `require` for them.
 */
const loadByImport = '--no-require-module'

export function startThread(options: WorkerPoolOptions, events: ThreadEvents): PoolThread {
  const worker = new Worker(options.file, {
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
    // A thread that reads untrusted files gets no secrets, and no flags of its parent.
    env: compiledCode(),
    execArgv: [loadByImport],
    workerData: options.workerData,
  })
  let state: PoolThread['state'] = 'starting'
  let current: PromiseWithResolvers<TaskAnswer> | undefined

  const ended = (error?: unknown) => {
    if (state === 'ended') return
    const wasLoaded = state === 'loaded'
    state = 'ended'
    current?.reject(causeOfEnd(error))
    events.ended(wasLoaded)
  }
  const end = () => {
    ended()
    return worker.terminate()
  }
  worker.on('message', (message: ThreadMessage) => {
    if (state === 'ended') return
    if (message.kind === 'loaded') {
      state = 'loaded'
      // An idle thread keeps no process alive.
      worker.unref()
      events.loaded()
      return
    }
    const answered = current
    current = undefined
    if (message.isLast) void end()
    answered?.resolve(message.answer)
  })
  worker.on('messageerror', () => void end())
  worker.on('error', ended)
  worker.on('exit', () => {
    ended()
    events.exited()
  })
  return {
    get state() {
      return state
    },
    async run(task, transfer, signal) {
      signal.throwIfAborted()
      const answer = Promise.withResolvers<TaskAnswer>()
      const onAbort = () => {
        answer.reject(signal.reason)
        void end()
      }
      signal.addEventListener('abort', onAbort)
      current = answer
      worker.ref()
      try {
        worker.postMessage(task, transfer)
        return await answer.promise
      } catch (error) {
        const isUnsendable = error instanceof DOMException && error.name === 'DataCloneError'
        throw isUnsendable ? new WorkerPoolError('failed', 'the task could not be sent to its thread') : error
      } finally {
        current = undefined
        signal.removeEventListener('abort', onAbort)
        worker.unref()
      }
    },
    end,
  }
}

/** The message of an error that killed a thread may quote what it was reading, so it is dropped. */
function causeOfEnd(error: unknown): WorkerPoolError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const outOfMemory = code === 'ERR_WORKER_OUT_OF_MEMORY'
  const message = outOfMemory ? 'the thread ran out of memory' : 'the thread died'
  return new WorkerPoolError('died', message, { outOfMemory })
}

/** The compile cache of this process, if it has one: replaced threads start sooner. */
function compiledCode(): Record<string, string> {
  const folder = getCompileCacheDir()
  // Node creates a subfolder for each of its versions.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
