/** Lets at most `slots` holders in; the others wait in the order in which they came. */
export interface Semaphore {
  /**
   * Waits for a slot; rejects with the signal's reason when it aborts first. The result gives the slot back,
   * once.
   */
  acquire(signal: AbortSignal): Promise<() => void>
}

export function createSemaphore(slots: number): Semaphore {
  let free = slots
  const waiting = new Set<() => void>()

  const release = () => {
    const next = waiting.values().next()
    if (next.done) free += 1
    else next.value()
  }
  const once = () => {
    let held = true
    return () => {
      if (!held) return
      held = false
      release()
    }
  }
  return {
    async acquire(signal) {
      signal.throwIfAborted()
      if (free > 0) {
        free -= 1
        return once()
      }
      await new Promise<void>((resolve, reject) => {
        const enter = () => {
          waiting.delete(enter)
          signal.removeEventListener('abort', leave)
          resolve()
        }
        const leave = () => {
          waiting.delete(enter)
          reject(signal.reason)
        }
        waiting.add(enter)
        signal.addEventListener('abort', leave, { once: true })
      })
      return once()
    },
  }
}
