/**
 * Who waits, in turns. A turn is whoever must not starve the others, such as an account: each turn that waits
 * is served once before any is served twice, however many items it has.
 */
export interface FairQueue<T> {
  readonly size: number
  /**
   * Puts an item at the end of its turn's line. When that is one too many, the last of the longest line has
   * to leave and is returned: it may be the item itself, which never displaces one of an equally long line.
   */
  add(turn: string, item: T): T | undefined
  /** Takes an item out wherever it stands; false when it doesn't wait (any more). */
  delete(turn: string, item: T): boolean
  /** Takes the first of the next turn that may go. */
  take(mayGo?: (turn: string) => boolean): T | undefined
  /** All that wait. */
  items(): T[]
}

export function createFairQueue<T>(itemsMax: number): FairQueue<T> {
  /** In the order in which the turns are served; no line is empty. */
  const lines = new Map<string, T[]>()
  let size = 0

  const removeAt = (turn: string, line: T[], index: number): T | undefined => {
    const [item] = line.splice(index, 1)
    if (line.length === 0) lines.delete(turn)
    size -= 1
    return item
  }
  const lastOfLongest = (own: string, ownLine: T[]): T | undefined => {
    let [turn, longest] = [own, ownLine]
    for (const [other, line] of lines) if (line.length > longest.length) [turn, longest] = [other, line]
    return removeAt(turn, longest, longest.length - 1)
  }
  return {
    get size() {
      return size
    },
    add(turn, item) {
      const line = lines.get(turn) ?? []
      lines.set(turn, line)
      line.push(item)
      size += 1
      return size > itemsMax ? lastOfLongest(turn, line) : undefined
    },
    delete(turn, item) {
      const line = lines.get(turn)
      const index = line?.indexOf(item) ?? -1
      if (line === undefined || index < 0) return false
      removeAt(turn, line, index)
      return true
    },
    take(mayGo = () => true) {
      for (const [turn, line] of lines) {
        if (!mayGo(turn)) continue
        const item = removeAt(turn, line, 0)
        // Served: to the end of the round.
        if (lines.delete(turn)) lines.set(turn, line)
        return item
      }
      return undefined
    },
    items() {
      return [...lines.values()].flat()
    },
  }
}
