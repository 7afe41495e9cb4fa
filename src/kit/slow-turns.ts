/**
 * Turns with a task that recently ran for too long. Its text probably hangs the engine, and the next one may
 * too.
 */
export interface SlowTurns {
  has(turn: string): boolean
  readonly any: boolean
  /** How many running tasks have run for so long that they may hang, including those of slow turns. */
  readonly suspects: number
  /** Watches a task that starts; call the result when it ends. */
  watch(turn: string): () => void
}

export interface SlowTurnsOptions {
  /** A turn is slow once one of its tasks has run this long. Undefined: never. */
  readonly slowAfterMs: number | undefined
  /** A task is a suspect once it has run this long. Undefined: never. */
  readonly suspectAfterMs: number | undefined
}

/** A turn stops being slow when none of its tasks has been slow for this long. */
const slowForMs = 60_000

/**
 * Calls `changed` when a task becomes a suspect and when a turn becomes slow. Tasks without a turn do not
 * count. Within `slowAfterMs` at most as many turns become slow as there are threads, which bounds the
 * memory.
 */
export function createSlowTurns(
  { slowAfterMs, suspectAfterMs }: SlowTurnsOptions,
  changed: () => void,
): SlowTurns {
  let suspects = 0
  /** The number of slow tasks still running per slow turn, and the timer that removes the turn. */
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
