/** One place more than there are, for when all of them are held by work that doesn't end. */
export interface Spare {
  readonly isOpen: boolean
  /** To be told after each change: whether anybody waits, and whether one of the usual places got free. */
  note(waits: boolean, gotFree: boolean): void
}

/**
 * Opens once somebody waited for `afterMs` in which none of the places got free, and tells of it; closes when
 * one gets free. Never opens where `afterMs` is undefined.
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
