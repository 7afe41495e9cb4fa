/** Detects whether tasks of more than one turn came recently. */
export interface Sharing {
  readonly isOn: boolean
  /** Records a task of a turn. */
  note(turn: string): void
  close(): void
}

/**
 * On for `forMs` after a task whose turn differs from the previous one. Calls `changed` when it turns on or
 * off. Always off if `forMs` is undefined. Tasks without a turn do not count.
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
      // Refreshing a timer is cheap, and there may be thousands of tasks a second.
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
