import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { createMemoryRoom } from './memory-room.ts'
import { createStandby } from './standby.ts'
import type { WorkerPoolOptions } from './worker-pool-options.ts'
import { endOfThread, nothingToDo, type TaskAnswer } from './worker-task.ts'

/** The threads of a pool: how many there may be, and when they end. */
export interface Crew {
  readonly piscina: Piscina
  /** Gives a task to an idle thread, or to a new one if all are busy. */
  run(
    task: object,
    working: number,
    options: { signal: AbortSignal; transferList: never },
  ): Promise<TaskAnswer>
  /** Living threads, including those that are starting. */
  living(): number
  /** Keeps this many threads alive until the next call, even without free memory, and starts missing ones. */
  reserve(threads: number): void
  /** The same for threads that fit in the memory budget and end if others need it. */
  standby(threads: number): void
  /** Whether one more thread may start. `patient`: idle threads of others end for a task that waited long. */
  mayGrow(patient: boolean): boolean
  /** Call it when a task ended. */
  taskEnded(): void
  close(): Promise<void>
}

/**
 * Piscina first loads the file by `require`, and by `import` if that fails. Node aborts the whole process
 * when a thread is ended during a `require` of an ES module (`CreateRequiredModuleFacade`). So no thread may
 * use `require`, because threads end at a time-out, at `close` and at process exit.
 */
const loadByImport = '--no-require-module'

/** A new thread needs about a second of processor time until it is as fast as the one that ended. */
const idleTimeoutMsDefault = 60_000

/** Calls `lookAgain` when a thread may start that could not start before. */
export function startCrew(options: WorkerPoolOptions, lookAgain: () => void): Crew {
  const { room = createMemoryRoom(), threadMb = 0, threadsMin = 0, threadsKept = threadsMin } = options
  const piscina = new Piscina({
    filename: fileURLToPath(options.file),
    // Threads that Piscina starts here would get tasks while they load.
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: options.idleTimeoutMs ?? idleTimeoutMsDefault,
    // Waiting on a lock would save microseconds per task, and stop timers and garbage collection in idle
    // threads.
    atomics: 'disabled',
    recordTiming: false,
    // Otherwise later tasks may repeatedly overtake one that waits for a starting thread.
    stricterFIFO: true,
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
    // A thread that reads untrusted files gets no secrets, and no flags of its parent.
    env: compiledCode(),
    execArgv: [loadByImport],
    workerData: options.workerData,
  })
  const living = () => piscina.threads.length
  let kept = threadsMin
  let reserved = 0
  // Piscina reads its options each time it uses them.
  const keepThreads = () => {
    piscina.options.minThreads = Math.max(kept, reserved, standby.threads)
  }
  piscina.on('workerCreate', () => {
    // Threads that were needed once are kept, or replacements for them.
    kept = Math.max(kept, Math.min(threadsKept, living()))
    keepThreads()
    setImmediate(lookAgain)
  })
  const seat = room.join({
    takenMb: () => living() * threadMb,
    endIdle() {
      if (living() <= Math.max(kept, reserved) || piscina.idleThreads === 0) return false
      if (living() > standby.threads) endIdleThread(piscina)
      else standby.giveUp()
      return true
    },
    lookAgain,
  })
  piscina.on('workerDestroy', () => setImmediate(seat.freed))
  /** Piscina starts a thread for a task without an idle thread, so the others are kept busy for a moment. */
  const startMissing = (threads: number) => {
    piscina.options.maxThreads = Math.max(threads, 1)
    for (let tries = piscina.idleThreads + threads; tries > 0 && living() < threads; tries--) {
      piscina.run(nothingToDo).then(lookAgain, () => {})
    }
  }
  const standby = createStandby({
    ...{ living, lookAgain, changed: keepThreads, start: startMissing },
    hasRoom: () => seat.hasRoom(threadMb + (options.standbyLeavesMb ?? 0)),
    endIdle() {
      if (living() > piscina.options.minThreads && piscina.idleThreads > 0) endIdleThread(piscina)
    },
  })
  keepThreads()
  startMissing(threadsMin)
  return {
    piscina,
    run(task, working, how) {
      // Otherwise Piscina would start another thread for a task that already waits for a starting one.
      piscina.options.maxThreads = Math.max(working, piscina.options.minThreads, 1)
      return piscina.run(task, how)
    },
    living,
    reserve(threads) {
      reserved = threads
      keepThreads()
      if (living() >= threads) return
      // First other members give up what they do not need; if that is too little, this pool ends the excess.
      seat.makeRoom(threadMb)
      startMissing(threads)
    },
    standby: standby.keep,
    mayGrow(patient) {
      // A pool without its first thread could not work at all.
      const isFirst = living() < Math.max(1, threadsMin)
      if (isFirst || patient) return seat.makeRoom(threadMb) || isFirst
      return seat.hasRoom(threadMb)
    },
    taskEnded: seat.worked,
    async close() {
      standby.close()
      seat.leave()
      await piscina.destroy()
    },
  }
}

/** Piscina ends the thread whose task is aborted, and assigns a task immediately to an idle thread. */
function endIdleThread(piscina: Piscina): void {
  const controller = new AbortController()
  piscina.run(endOfThread, { signal: controller.signal }).catch(() => {})
  controller.abort()
}

/** The compile cache of this process, if it has one: replaced threads start sooner. */
function compiledCode(): Record<string, string> {
  const folder = getCompileCacheDir()
  // Node creates a subfolder for each of its versions.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
