/**
 * A fair queue. A turn is a fairness key, such as an account. In each round each turn is served once, however
 * many items it has. A turn that was served without waiting has had its share of the round.
 */
export interface FairQueue<T> {
  readonly size: number
  /**
   * Appends an item to its turn. When the queue is full, the last item of the turn with the most items is
   * removed and returned. It may be the new item, which never displaces one of an equally long turn.
   */
  add(turn: string, item: T): T | undefined
  /** Removes an item at any position; false if it is not waiting. */
  delete(turn: string, item: T): boolean
  /** Takes the first item of the next turn that `mayGo` allows. */
  take(mayGo?: (turn: string) => boolean): T | undefined
  /** Call it when an item was served without waiting. */
  served(turn: string): void
  /** The turns with waiting items. */
  turns(): Iterable<string>
  /** All waiting items. */
  items(): T[]
}

interface Line<T> {
  readonly items: T[]
  /** The round in which its first item is due. */
  round: number
}

/** A round ends early after this many turns, because they are stored until it ends. */
const turnsPerRoundMax = 10_000

export function createFairQueue<T>(itemsMax: number): FairQueue<T> {
  /** In the order in which the turns are served within a round; no line is empty. */
  const lines = new Map<string, Line<T>>()
  let size = 0
  let round = 0
  const servedThisRound = new Set<string>()

  const removeAt = (turn: string, line: Line<T>, index: number): T | undefined => {
    const [item] = line.items.splice(index, 1)
    if (line.items.length === 0) lines.delete(turn)
    size -= 1
    return item
  }
  const lastOfLongest = (own: string, ownLine: Line<T>): T | undefined => {
    let [turn, longest] = [own, ownLine]
    for (const [other, line] of lines) {
      if (line.items.length > longest.items.length) [turn, longest] = [other, line]
    }
    return removeAt(turn, longest, longest.items.length - 1)
  }
  const roundOf = (turn: string) => (servedThisRound.has(turn) ? round + 1 : round)
  const noteServed = (turn: string, inRound: number) => {
    if (inRound > round || servedThisRound.size >= turnsPerRoundMax) {
      round += 1
      servedThisRound.clear()
    }
    servedThisRound.add(turn)
  }
  const next = (mayGo: (turn: string) => boolean): [string, Line<T>] | undefined => {
    let found: [string, Line<T>] | undefined
    for (const [turn, line] of lines) {
      if (found !== undefined && line.round >= found[1].round) continue
      if (mayGo(turn)) found = [turn, line]
    }
    return found
  }
  return {
    get size() {
      return size
    },
    add(turn, item) {
      const line = lines.get(turn) ?? { items: [], round: roundOf(turn) }
      lines.set(turn, line)
      line.items.push(item)
      size += 1
      return size > itemsMax ? lastOfLongest(turn, line) : undefined
    },
    delete(turn, item) {
      const line = lines.get(turn)
      const index = line?.items.indexOf(item) ?? -1
      if (line === undefined || index < 0) return false
      removeAt(turn, line, index)
      return true
    },
    take(mayGo = () => true) {
      const found = next(mayGo)
      if (found === undefined) return undefined
      const [turn, line] = found
      const item = removeAt(turn, line, 0)
      noteServed(turn, line.round)
      // Moves to the end of the next round.
      line.round = round + 1
      if (lines.delete(turn)) lines.set(turn, line)
      return item
    },
    served: (turn) => noteServed(turn, roundOf(turn)),
    turns: () => lines.keys(),
    items() {
      return [...lines.values()].flatMap((line) => line.items)
    },
  }
}
