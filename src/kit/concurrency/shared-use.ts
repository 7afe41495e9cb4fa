/** Detects whether tasks of more than one key came recently. */
export interface SharedUse {
  readonly isOn: boolean
  /** Records a task of a key. */
  note(key: string): void
  close(): void
}

/**
 * On for `forMs` after a task whose key differs from the previous one. Calls `changed` when it turns on or
 * off. Always off if `forMs` is undefined. Tasks without a key do not count.
 */
export function createSharedUse(forMs: number | undefined, changed: () => void): SharedUse {
  /** The key of the newest task, until it is `forMs` old. */
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
    note(key) {
      if (forMs === undefined || key === '') return
      const isOther = newest !== undefined && newest !== key
      newest = key
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
