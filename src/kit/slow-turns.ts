/**
 * Turns of which a task lately worked for too long: on a text that hangs, most likely, and the next one may
 * hang as well.
 */
export interface SlowTurns {
  has(turn: string): boolean
  /** Whether there are any. */
  readonly any: boolean
  /** Watches a task that begins to work; the result is to be called when it ended. */
  watch(turn: string): () => void
}

/** A turn is no longer slow when none of its tasks has been slow for so long. */
const slowForMs = 60_000

/**
 * A turn becomes slow when a task of it has worked for `afterMs`; then `changed` is called. Never where that
 * is undefined. Tasks without a turn have nobody to make room for. At most as many turns become slow in
 * `afterMs` as there are threads, which bounds what is remembered.
 */
export function createSlowTurns(afterMs: number | undefined, changed: () => void): SlowTurns {
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
  const forget = (turn: string) => {
    turns.delete(turn)
    changed()
  }
  return {
    has: (turn) => turns.has(turn),
    get any() {
      return turns.size > 0
    },
    watch(turn) {
      if (afterMs === undefined || turn === '') return () => {}
      let slowEnded = () => {}
      const timer = setTimeout(() => {
        slowEnded = becomeSlow(turn)
      }, afterMs).unref()
      return () => {
        clearTimeout(timer)
        slowEnded()
      }
    },
  }
}
