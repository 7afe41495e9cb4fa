import type { MemoryBudget } from '../../../kit/index.ts'
import { type ReaderProcess, startReaderProcess } from './reader-process.ts'

export interface ReaderProcessesOptions {
  /** The program and its arguments. */
  readonly command: readonly string[]
  readonly budget: MemoryBudget
  /** What one process counts in the budget. */
  readonly processMb: number
  /** The time limit of one request. A process that exceeds it is killed. */
  readonly timeoutMs: number
  /** A process that had no request for this long is ended. */
  readonly idleMs: number
}

/** Processes that are kept between requests. One that fails is replaced by the next request. */
export interface ReaderProcesses {
  /**
   * Asks an idle process, or starts one. Callers limit the number of parallel requests. Rejects with
   * `ReaderFailed` or with the signal's reason.
   */
  ask(input: readonly Uint8Array[], signal: AbortSignal): Promise<Buffer>
  /** The ids of the living processes. */
  pids(): readonly number[]
  /** Kills all processes and waits for their end. */
  close(): Promise<void>
}

interface Idle {
  readonly process: ReaderProcess
  readonly timer: NodeJS.Timeout
}

export function createReaderProcesses(options: ReaderProcessesOptions): ReaderProcesses {
  const { command, processMb, timeoutMs, idleMs } = options
  const living = new Set<ReaderProcess>()
  /** The most recently used process is last, and is asked first. */
  const idle: Idle[] = []
  const endIdle = () => {
    const longest = idle.shift()
    if (longest === undefined) return false
    clearTimeout(longest.timer)
    longest.process.kill()
    // Counted as free now: the system releases the memory of a killed process within milliseconds.
    living.delete(longest.process)
    ending.add(longest.process)
    return true
  }
  const ending = new Set<ReaderProcess>()
  const budget = options.budget.add({ takenMb: () => living.size * processMb, endIdle, freed: () => {} })

  const start = () => {
    budget.makeFree(processMb)
    const process = startReaderProcess(command)
    living.add(process)
    process.ended.then(() => {
      ending.delete(process)
      const at = idle.findIndex((each) => each.process === process)
      if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.timer)
      if (living.delete(process)) budget.threadEnded()
    })
    return process
  }
  const take = () => {
    for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
      clearTimeout(last.timer)
      if (last.process.isAlive) return last.process
    }
    return start()
  }
  const giveBack = (process: ReaderProcess) => {
    if (process.isAlive) idle.push({ process, timer: setTimeout(endIdle, idleMs).unref() })
    budget.taskEnded()
  }
  return {
    async ask(input, signal) {
      signal.throwIfAborted()
      const process = take()
      try {
        return (await process.ask(input, signal, timeoutMs)).body
      } finally {
        giveBack(process)
      }
    },
    pids: () => [...living].flatMap(({ pid }) => pid ?? []),
    async close() {
      const all = [...living, ...ending]
      for (const each of idle.splice(0)) clearTimeout(each.timer)
      for (const process of all) process.kill()
      await Promise.all(all.map(({ ended }) => ended))
      budget.remove()
    },
  }
}
