/**
 * Memory that threads and other large holders share, counted by what each of them is known to take. Nobody
 * waits here: who must have it takes it, and who only gains by it asks whether there is some.
 */
export interface MemoryRoom {
  /**
   * Megabytes that are taken whatever is left: idle threads end for them at once, others after their task.
   * Gives them back, once.
   */
  take(mb: number): () => void
  /** The same where there is so much, once idle threads ended for it; null where there is not. */
  takeIfFree(mb: number): (() => void) | null
  /** Whether there is so much that nobody took. */
  hasRoom(mb: number): boolean
  join(member: RoomMember): RoomSeat
}

/** Who has threads. */
export interface RoomMember {
  takenMb(): number
  /** Ends one thread that has no work and need not stay; false where there is none. */
  endIdle(): boolean
  /** There may be room that wasn't there. */
  lookAgain(): void
}

export interface RoomSeat {
  hasRoom(mb: number): boolean
  /** Whether there is room once idle threads of others ended for it: first of who has long had no work. */
  makeRoom(mb: number): boolean
  /**
   * To be told when a task ended, before the next one begins: who had work lately is the last to lose
   * threads.
   */
  worked(): void
  /** To be told when a thread ended. */
  freed(): void
  leave(): void
}

/**
 * Boundless by default: where one kind of work has the process for itself. New threads leave `leftMb` to what
 * is taken, as far as that isn't taken yet: else each body would end a thread, which starts again behind it.
 */
export function createMemoryRoom(mbMax = Number.POSITIVE_INFINITY, leftMb = 0): MemoryRoom {
  /** Who had work lately comes last. */
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
          // More was taken while all were at work: what waits is left to fewer.
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
 * Takes of a room what comes and goes, so much at a time, and gives it back when nobody took it again for
 * `lingerMs`: in the gaps between, threads would start that had to end at once.
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
      // Those at the end are taken again first, so the first one is the first to go.
      const timer = setTimeout(() => left.shift()?.giveBack(), lingerMs).unref()
      left.push({ timer, giveBack })
    }
  }
}
