/**
 * Keys with a task that recently ran for too long. Its text probably hangs the engine, and the next one may
 * too.
 */
export interface SlowKeys {
  has(key: string): boolean
  all(): Iterable<string>
  /** How many running tasks have run for so long that they may hang, including those of slow keys. */
  readonly suspects: number
  /** Watches a task that starts; call the result when it ends. */
  watch(key: string): () => void
}

export interface SlowKeysOptions {
  /** A key is slow once one of its tasks has run this long. Undefined: never. */
  readonly slowAfterMs?: number | undefined
  /** A task is a suspect once it has run this long. Undefined: never. */
  readonly suspectAfterMs?: number | undefined
}

/** A key stops being slow when none of its tasks has been slow for this long. */
const slowForMs = 60_000

/**
 * Calls `changed` when a task becomes a suspect and when a key becomes slow. Tasks without a key do not
 * count. Within `slowAfterMs` at most as many keys become slow as there are threads, which bounds the memory.
 */
export function createSlowKeys(
  { slowAfterMs, suspectAfterMs }: SlowKeysOptions,
  changed: () => void,
): SlowKeys {
  let suspects = 0
  /** The number of slow tasks still running per slow key, and the timer that removes the key. */
  const keys = new Map<string, { tasks: number; timer: NodeJS.Timeout | undefined }>()
  const becomeSlow = (key: string) => {
    const slow = keys.get(key) ?? { tasks: 0, timer: undefined }
    keys.set(key, slow)
    clearTimeout(slow.timer)
    slow.tasks += 1
    changed()
    return () => {
      slow.tasks -= 1
      if (slow.tasks === 0) slow.timer = setTimeout(forget, slowForMs, key).unref()
    }
  }
  const becomeSuspect = () => {
    suspects += 1
    changed()
    return () => {
      suspects -= 1
    }
  }
  const forget = (key: string) => {
    keys.delete(key)
    changed()
  }
  return {
    has: (key) => keys.has(key),
    all: () => keys.keys(),
    get suspects() {
      return suspects
    },
    watch(key) {
      if (key === '') return () => {}
      const ended: (() => void)[] = []
      const after = (ms: number | undefined, become: () => () => void) => {
        if (ms === undefined) return
        const timer = setTimeout(() => ended.push(become()), ms).unref()
        ended.push(() => clearTimeout(timer))
      }
      after(suspectAfterMs, becomeSuspect)
      after(slowAfterMs, () => becomeSlow(key))
      return () => {
        for (const end of ended) end()
      }
    },
  }
}
