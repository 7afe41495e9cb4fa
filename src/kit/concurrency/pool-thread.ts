import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { type Transferable, Worker } from 'node:worker_threads'
import type { TaskAnswer, ThreadMessage } from './serve-tasks.ts'
import { WorkerPoolError } from './worker-pool-error.ts'
import type { WorkerPoolOptions } from './worker-pool-options.ts'

/** A thread of a pool. It runs one task at a time. */
export interface PoolThread {
  readonly isLoaded: boolean
  readonly isAlive: boolean
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
  ended(): void
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
  const state = { isLoaded: false, isAlive: true }
  let current: PromiseWithResolvers<TaskAnswer> | undefined

  const ended = (error: unknown) => {
    if (!state.isAlive) return
    state.isAlive = false
    current?.reject(error)
    events.ended()
  }
  const end = () => {
    ended(diedOf(undefined))
    return worker.terminate()
  }
  worker.on('message', (message: ThreadMessage) => {
    if (!state.isAlive) return
    if (message.kind === 'loaded') {
      state.isLoaded = true
      // An idle thread keeps no process alive.
      worker.unref()
      events.loaded()
    } else {
      const answered = current
      current = undefined
      if (message.isLast) void end()
      answered?.resolve(message.answer)
    }
  })
  worker.on('messageerror', () => void end())
  worker.on('error', (error) => ended(diedOf(error)))
  worker.on('exit', () => {
    ended(diedOf(undefined))
    events.exited()
  })
  return {
    get isLoaded() {
      return state.isLoaded
    },
    get isAlive() {
      return state.isAlive
    },
    async run(task, transfer, signal) {
      signal.throwIfAborted()
      if (!state.isAlive) throw diedOf(undefined)
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
        throw error instanceof DOMException && error.name === 'DataCloneError'
          ? new WorkerPoolError('failed', 'the task could not be sent to its thread')
          : error
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
function diedOf(error: unknown): WorkerPoolError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const outOfMemory = code === 'ERR_WORKER_OUT_OF_MEMORY'
  return new WorkerPoolError('died', outOfMemory ? 'the thread ran out of memory' : 'the thread died', {
    outOfMemory,
  })
}

/** The compile cache of this process, if it has one: replaced threads start sooner. */
function compiledCode(): Record<string, string> {
  const folder = getCompileCacheDir()
  // Node creates a subfolder for each of its versions.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
