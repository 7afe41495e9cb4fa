/**
 * A memory budget that threads and other large users share, counted by the known size of each. There is no
 * waiting: a user that must have memory takes it, and an optional one asks whether some is free.
 */
export interface MemoryRoom {
  /**
   * Takes memory even if none is left: idle threads end immediately to make room, others after their task.
   * The returned function gives it back, once.
   */
  take(mb: number): () => void
  /** Takes memory only if it is free, after ending idle threads; null otherwise. */
  takeIfFree(mb: number): (() => void) | null
  /** Whether this much is free. */
  hasRoom(mb: number): boolean
  join(member: RoomMember): RoomSeat
}

/** An owner of threads. */
export interface RoomMember {
  takenMb(): number
  /** Ends one idle thread that may end; false if there is none. */
  endIdle(): boolean
  /** Called when memory may have become free. */
  lookAgain(): void
}

export interface RoomSeat {
  hasRoom(mb: number): boolean
  /** Whether there is memory after idle threads of other members ended, those idle for longest first. */
  makeRoom(mb: number): boolean
  /** Call it when a task ended, before the next one begins: recently used members lose threads last. */
  worked(): void
  /** Call it when a thread ended. */
  freed(): void
  leave(): void
}

/**
 * Unlimited by default, for a process with one kind of work. New threads keep `leftMb` free for `take`, as
 * far as it is not taken yet; otherwise each body would end a thread, which would start again after it.
 */
export function createMemoryRoom(mbMax = Number.POSITIVE_INFINITY, leftMb = 0): MemoryRoom {
  /** The most recently used member is last. */
  const members = new Set<RoomMember>()
  let takenMb = 0

  const hasRoom = (mb: number) => {
    let sum = takenMb + mb
    for (const member of members) sum += member.takenMb()
    return sum <= mbMax
  }
  const makeRoom = (mb: number, asking?: RoomMember) => {
    for (const member of members) {
      if (member === asking) continue
      while (!hasRoom(mb)) if (!member.endIdle()) break
    }
    return hasRoom(mb)
  }
  const forThread = (mb: number) => mb + Math.max(0, leftMb - takenMb)
  const tellOthers = (own?: RoomMember) => {
    for (const member of [...members]) if (member !== own) member.lookAgain()
  }
  const take = (mb: number) => {
    makeRoom(mb)
    takenMb += mb
    let holds = true
    return () => {
      if (!holds) return
      holds = false
      takenMb -= mb
      tellOthers()
    }
  }
  return {
    take,
    takeIfFree: (mb) => (makeRoom(mb) ? take(mb) : null),
    hasRoom,
    join(member) {
      members.add(member)
      return {
        hasRoom: (mb) => hasRoom(forThread(mb)),
        makeRoom: (mb) => makeRoom(forThread(mb), member),
        worked() {
          if (members.delete(member)) members.add(member)
          // More was taken while all threads had tasks: now that one is idle, reduce them.
          while (!hasRoom(0)) if (!member.endIdle()) break
          tellOthers(member)
        },
        freed: () => tellOthers(),
        leave() {
          members.delete(member)
          tellOthers()
        },
      }
    },
  }
}

/**
 * Takes memory for short-lived users in fixed amounts, and gives it back when it was unused for `lingerMs`.
 * Otherwise threads would start in each gap and have to end immediately.
 */
export function createLingeringTake(room: MemoryRoom, mb: number, lingerMs: number): () => () => void {
  const left: { readonly timer: NodeJS.Timeout; readonly giveBack: () => void }[] = []
  return () => {
    const again = left.pop()
    clearTimeout(again?.timer)
    const giveBack = again?.giveBack ?? room.take(mb)
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
