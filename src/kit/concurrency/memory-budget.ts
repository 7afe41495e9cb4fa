import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A memory budget that threads and other large users share, counted by the known size of each. There is no
 * queue: a user that must have memory takes it, and an optional one asks whether some is free.
 */
export interface MemoryBudget {
  /**
   * Takes memory even if none is left: idle threads end immediately to free some, others after their task.
   * The returned function gives it back, once.
   */
  take(mb: number): () => void
  /**
   * Takes memory when it is free, after ending idle threads. After `waitMsMax` takes it in any case, because
   * others may hold theirs for ever.
   */
  takeWithin(mb: number, waitMsMax: number, signal: AbortSignal): Promise<() => void>
  /** Whether this much is free. */
  hasFree(mb: number): boolean
  /** Adds an owner of threads. */
  add(owner: ThreadOwner): OwnerBudget
}

export interface ThreadOwner {
  takenMb(): number
  /** Ends one idle thread that may end; false if there is none. */
  endIdle(): boolean
  /** Called when memory may have become free. */
  freed(): void
}

/** The budget as an owner of threads uses it. */
export interface OwnerBudget {
  hasFree(mb: number): boolean
  /** Whether there is memory after idle threads of other owners ended, those idle for longest first. */
  makeFree(mb: number): boolean
  /** Call it when a task ended, before the next one begins: recently used owners lose threads last. */
  taskEnded(): void
  threadEnded(): void
  remove(): void
}

/**
 * Unlimited by default, for a process with one kind of work. New threads keep `leftMb` free for `take`, as
 * far as it is not taken yet; otherwise each body would end a thread, which would start again after it.
 */
export function createMemoryBudget(mbMax = Number.POSITIVE_INFINITY, leftMb = 0): MemoryBudget {
  /** The most recently used owner is last. */
  const owners = new Set<ThreadOwner>()
  let takenMb = 0

  const hasFree = (mb: number) => {
    let sum = takenMb + mb
    for (const owner of owners) sum += owner.takenMb()
    return sum <= mbMax
  }
  const makeFree = (mb: number, asking?: ThreadOwner) => {
    for (const owner of owners) {
      if (owner === asking) continue
      while (!hasFree(mb)) if (!owner.endIdle()) break
    }
    return hasFree(mb)
  }
  const forThread = (mb: number) => mb + Math.max(0, leftMb - takenMb)
  const notify = (except?: ThreadOwner) => {
    for (const owner of [...owners]) if (owner !== except) owner.freed()
  }
  const take = (mb: number) => {
    makeFree(mb)
    takenMb += mb
    let holds = true
    return () => {
      if (!holds) return
      holds = false
      takenMb -= mb
      notify()
    }
  }
  return {
    take,
    async takeWithin(mb, waitMsMax, signal) {
      for (let waitedMs = 0; waitedMs < waitMsMax && !makeFree(mb); waitedMs += lookEveryMs) {
        await sleep(lookEveryMs, undefined, { signal })
      }
      return take(mb)
    },
    hasFree,
    add(owner) {
      owners.add(owner)
      return {
        hasFree: (mb) => hasFree(forThread(mb)),
        makeFree: (mb) => makeFree(forThread(mb), owner),
        taskEnded() {
          if (owners.delete(owner)) owners.add(owner)
          // More was taken while all threads had tasks: now that one is idle, reduce them.
          while (!hasFree(0)) if (!owner.endIdle()) break
          notify(owner)
        },
        threadEnded: () => notify(),
        remove() {
          owners.delete(owner)
          notify()
        },
      }
    },
  }
}

const lookEveryMs = 100

/**
 * Takes memory for short-lived users in fixed amounts, and gives it back when it was unused for `lingerMs`.
 * Otherwise threads would start in each gap and have to end immediately.
 */
export function createLingeringTake(budget: MemoryBudget, mb: number, lingerMs: number): () => () => void {
  const left: { readonly timer: NodeJS.Timeout; readonly giveBack: () => void }[] = []
  return () => {
    const again = left.pop()
    clearTimeout(again?.timer)
    const giveBack = again?.giveBack ?? budget.take(mb)
    let holds = true
    return () => {
      if (!holds) return
      holds = false
      // Entries at the end are reused first, so the first one is released first.
      const timer = setTimeout(() => left.shift()?.giveBack(), lingerMs).unref()
      left.push({ timer, giveBack })
    }
  }
}
