/**
 * A fair queue. Each item has a fairness key, such as an account. In each round each key is served once,
 * however many items it has. A key that was served without waiting has had its share of the round.
 */
export interface FairQueue<T> {
  readonly size: number
  /**
   * Appends an item under its key. When the queue is full, the last item of the key with the most items is
   * removed and returned. It may be the new item, which never displaces one of a key with as many.
   */
  add(key: string, item: T): T | undefined
  /** Removes an item at any position; false if it is not waiting. */
  delete(key: string, item: T): boolean
  /** Takes the first item of the next key that `mayGo` allows. */
  take(mayGo?: (key: string) => boolean): T | undefined
  /** Call it when an item was served without waiting. */
  served(key: string): void
  /** The number of waiting items of a key. */
  sizeOf(key: string): number
  /** The keys with waiting items. */
  keys(): Iterable<string>
}

interface KeyItems<T> {
  readonly items: T[]
  /** The round in which the first item is due. */
  round: number
}

/** A round ends early after this many keys, because they are stored until it ends. */
const keysPerRoundMax = 10_000

export function createFairQueue<T>(itemsMax: number | (() => number)): FairQueue<T> {
  /** In the order in which the keys are served within a round; none is without items. */
  const byKey = new Map<string, KeyItems<T>>()
  let size = 0
  let round = 0
  const servedThisRound = new Set<string>()

  const removeAt = (key: string, own: KeyItems<T>, index: number): T | undefined => {
    const [item] = own.items.splice(index, 1)
    if (own.items.length === 0) byKey.delete(key)
    size -= 1
    return item
  }
  const lastOfLongest = (ownKey: string, own: KeyItems<T>): T | undefined => {
    let [key, longest] = [ownKey, own]
    for (const [other, its] of byKey) {
      if (its.items.length > longest.items.length) [key, longest] = [other, its]
    }
    return removeAt(key, longest, longest.items.length - 1)
  }
  const roundOf = (key: string) => (servedThisRound.has(key) ? round + 1 : round)
  const noteServed = (key: string, inRound: number) => {
    if (inRound > round || servedThisRound.size >= keysPerRoundMax) {
      round += 1
      servedThisRound.clear()
    }
    servedThisRound.add(key)
  }
  const next = (mayGo: (key: string) => boolean): [string, KeyItems<T>] | undefined => {
    let found: [string, KeyItems<T>] | undefined
    for (const [key, its] of byKey) {
      if (found !== undefined && its.round >= found[1].round) continue
      if (mayGo(key)) found = [key, its]
    }
    return found
  }
  return {
    get size() {
      return size
    },
    add(key, item) {
      const own = byKey.get(key) ?? { items: [], round: roundOf(key) }
      byKey.set(key, own)
      own.items.push(item)
      size += 1
      const max = typeof itemsMax === 'number' ? itemsMax : itemsMax()
      return size > max ? lastOfLongest(key, own) : undefined
    },
    delete(key, item) {
      const own = byKey.get(key)
      const index = own?.items.indexOf(item) ?? -1
      if (own === undefined || index < 0) return false
      removeAt(key, own, index)
      return true
    },
    take(mayGo = () => true) {
      const found = next(mayGo)
      if (found === undefined) return undefined
      const [key, its] = found
      const item = removeAt(key, its, 0)
      noteServed(key, its.round)
      // Moves to the end of the next round.
      its.round = round + 1
      if (byKey.delete(key)) byKey.set(key, its)
      return item
    },
    served: (key) => noteServed(key, roundOf(key)),
    sizeOf: (key) => byKey.get(key)?.items.length ?? 0,
    keys: () => byKey.keys(),
  }
}
