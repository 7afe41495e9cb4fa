/** Whether tasks of more than one turn came lately. */
export interface Sharing {
  readonly isOn: boolean
  /** Notes a task of a turn. */
  note(turn: string): void
  close(): void
}

/**
 * On for `forMs` after a task of another turn than the one before it. Calls `changed` when that begins and
 * ends. Never on where `forMs` is undefined. Tasks without a turn don't count.
 */
export function createSharing(forMs: number | undefined, changed: () => void): Sharing {
  /** The turn of the newest task, until it is `forMs` old. */
  let newest: string | undefined
  let forgets: NodeJS.Timeout | undefined
  let ends: NodeJS.Timeout | undefined
  const forget = () => {
    newest = undefined
    forgets = undefined
  }
  const end = () => {
    ends = undefined
    changed()
  }
  return {
    get isOn() {
      return ends !== undefined
    },
    note(turn) {
      if (forMs === undefined || turn === '') return
      const isOther = newest !== undefined && newest !== turn
      newest = turn
      // To refresh a timer costs nothing, and there may be thousands of tasks a second.
      forgets = forgets?.refresh() ?? setTimeout(forget, forMs).unref()
      if (!isOther) return
      const begins = ends === undefined
      ends = ends?.refresh() ?? setTimeout(end, forMs).unref()
      if (begins) changed()
    },
    close() {
      clearTimeout(forgets)
      clearTimeout(ends)
      ends = undefined
    },
  }
}
