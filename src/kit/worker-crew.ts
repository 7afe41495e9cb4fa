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
  /** Hands a task to a thread that is free, or to a new one where fewer live than tasks are at work. */
  run(
    task: object,
    working: number,
    options: { signal: AbortSignal; transferList: never },
  ): Promise<TaskAnswer>
  /** Threads that live, those that are starting included. */
  living(): number
  /**
   * Keeps so many threads alive until it is called again, however little room there is, and starts those that
   * are missing.
   */
  reserve(threads: number): void
  /** The same for threads that fit in the room, and end for others that need it. */
  standby(threads: number): void
  /** Whether a thread more may be started. `patient`: for one that waited long, idle ones of others end. */
  mayGrow(patient: boolean): boolean
  /** To be told when a task ended. */
  taskEnded(): void
  close(): Promise<void>
}

/**
 * Piscina first loads the file by `require`, and by `import` where that fails. Node aborts the whole process
 * when a thread is ended in the middle of a `require` of an ES module (`CreateRequiredModuleFacade`), so no
 * thread may do that: neither at a time-out or `close`, nor when the process exits.
 */
const loadByImport = '--no-require-module'

/** A new thread costs about a second of processor time until it is as fast as the one that ended. */
const idleTimeoutMsDefault = 60_000

/** Calls `lookAgain` when a thread may start that could not before. */
export function startCrew(options: WorkerPoolOptions, lookAgain: () => void): Crew {
  const { room = createMemoryRoom(), threadMb = 0, threadsMin = 0, threadsKept = threadsMin } = options
  const piscina = new Piscina({
    filename: fileURLToPath(options.file),
    // Those that piscina starts here would get tasks while they load.
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: options.idleTimeoutMs ?? idleTimeoutMsDefault,
    // Waiting on a lock would save some microseconds a task and stop timers and collection in idle threads.
    atomics: 'disabled',
    recordTiming: false,
    // Else a task that waits for a thread which is starting may be passed by again and again.
    stricterFIFO: true,
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
    // A thread that reads files of strangers is given no secrets, and no flags of its parent.
    env: compiledCode(),
    execArgv: [loadByImport],
    workerData: options.workerData,
  })
  const living = () => piscina.threads.length
  let kept = threadsMin
  let reserved = 0
  // Piscina reads its options anew each time.
  const keepThreads = () => {
    piscina.options.minThreads = Math.max(kept, reserved, standby.threads)
  }
  piscina.on('workerCreate', () => {
    // Threads that were needed once are kept, or others for them.
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
  /** Piscina starts a thread for a task that no thread is free for: the others are kept busy for a moment. */
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
      // Piscina would start one for a task that waits for a thread which is starting already.
      piscina.options.maxThreads = Math.max(working, piscina.options.minThreads, 1)
      return piscina.run(task, how)
    },
    living,
    reserve(threads) {
      reserved = threads
      keepThreads()
      if (living() >= threads) return
      // Others give what they don't need; where that is too little, what is one more than the room holds.
      seat.makeRoom(threadMb)
      startMissing(threads)
    },
    standby: standby.keep,
    mayGrow(patient) {
      // Without its first thread a pool can't work at all.
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

/** Piscina ends the thread whose task is aborted, and hands a task at once to a thread that has none. */
function endIdleThread(piscina: Piscina): void {
  const controller = new AbortController()
  piscina.run(endOfThread, { signal: controller.signal }).catch(() => {})
  controller.abort()
}

/** Where this process keeps its code compiled, if it does: threads that were thrown away are back sooner. */
function compiledCode(): Record<string, string> {
  const folder = getCompileCacheDir()
  // Node has a folder within it for each of its versions.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
