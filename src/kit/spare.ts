/** One additional slot, for when tasks that do not end hold all the others. */
export interface Spare {
  readonly isOpen: boolean
  /** Call it after each change: whether any task waits, and whether a normal slot became free. */
  note(waits: boolean, gotFree: boolean): void
}

/**
 * Opens after tasks waited for `afterMs` without a slot becoming free, and calls `opened`; closes when one
 * becomes free. Never opens if `afterMs` is undefined.
 */
export function createSpare(afterMs: number | undefined, opened: () => void): Spare {
  let timer: NodeJS.Timeout | undefined
  let isOpen = false
  const open = () => {
    timer = undefined
    isOpen = true
    opened()
  }
  return {
    get isOpen() {
      return isOpen
    },
    note(waits, gotFree) {
      if (gotFree) isOpen = false
      if (gotFree || !waits) {
        clearTimeout(timer)
        timer = undefined
      }
      if (waits && !isOpen && afterMs !== undefined) timer ??= setTimeout(open, afterMs).unref()
    },
  }
}
