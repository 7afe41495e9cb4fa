/**
 * Turns of which a task lately worked for too long: on a text that hangs, most likely, and the next one may
 * hang as well.
 */
export interface SlowTurns {
  has(turn: string): boolean
  /** Whether there are any. */
  readonly any: boolean
  /** How many tasks at work have worked for so long that they may hang, those of slow turns included. */
  readonly suspects: number
  /** Watches a task that begins to work; the result is to be called when it ended. */
  watch(turn: string): () => void
}

export interface SlowTurnsOptions {
  /** A turn is slow once a task of it has worked for so long. Never where it is undefined. */
  readonly slowAfterMs: number | undefined
  /** A task is a suspect once it has worked for so long. Never where it is undefined. */
  readonly suspectAfterMs: number | undefined
}

/** A turn is no longer slow when none of its tasks has been slow for so long. */
const slowForMs = 60_000

/**
 * Calls `changed` when a task becomes a suspect and when a turn becomes slow. Tasks without a turn don't
 * count. At most as many turns become slow in `slowAfterMs` as there are threads, which bounds the memory.
 */
export function createSlowTurns(
  { slowAfterMs, suspectAfterMs }: SlowTurnsOptions,
  changed: () => void,
): SlowTurns {
  let suspects = 0
  /** How many slow tasks of each slow turn are still at work, and when it is forgotten. */
  const turns = new Map<string, { tasks: number; timer: NodeJS.Timeout | undefined }>()
  const becomeSlow = (turn: string) => {
    const slow = turns.get(turn) ?? { tasks: 0, timer: undefined }
    turns.set(turn, slow)
    clearTimeout(slow.timer)
    slow.tasks += 1
    changed()
    return () => {
      slow.tasks -= 1
      if (slow.tasks === 0) slow.timer = setTimeout(forget, slowForMs, turn).unref()
    }
  }
  const becomeSuspect = () => {
    suspects += 1
    changed()
    return () => {
      suspects -= 1
    }
  }
  const forget = (turn: string) => {
    turns.delete(turn)
    changed()
  }
  return {
    has: (turn) => turns.has(turn),
    get any() {
      return turns.size > 0
    },
    get suspects() {
      return suspects
    },
    watch(turn) {
      if (turn === '') return () => {}
      const ended: (() => void)[] = []
      const after = (ms: number | undefined, become: () => () => void) => {
        if (ms === undefined) return
        const timer = setTimeout(() => ended.push(become()), ms).unref()
        ended.push(() => clearTimeout(timer))
      }
      after(suspectAfterMs, becomeSuspect)
      after(slowAfterMs, () => becomeSlow(turn))
      return () => {
        for (const end of ended) end()
      }
    },
  }
}
