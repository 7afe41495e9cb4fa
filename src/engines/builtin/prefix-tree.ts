/**
 * A prefix tree of words. A node is a number; the root is 0. The children of a node are adjacent and sorted
 * by code unit, so a walk touches little memory.
 */
export class PrefixTree<Held> {
  /** For each node: the code unit that leads to it, its first child, and the index of its value. */
  readonly #codes: Uint16Array
  readonly #behind: Uint32Array
  readonly #heldAt: Uint32Array
  readonly #held: (Held | undefined)[] = [undefined]
  /** The first node of a walk, indexed by the code units of Western characters. */
  readonly #first = new Uint32Array(westernMax)

  constructor(entries: ReadonlyMap<string, Held>) {
    const words = [...entries.keys()].sort()
    const places = placesOf(words)
    this.#codes = new Uint16Array(places.length)
    this.#behind = new Uint32Array(places.length + 1)
    this.#heldAt = new Uint32Array(places.length)
    places.forEach(({ code, behind, word }, place) => {
      this.#codes[place] = code
      this.#behind[place] = behind
      if (word !== undefined) this.#heldAt[place] = this.#held.push(entries.get(word)) - 1
    })
    this.#behind[places.length] = places.length
    for (let code = 0; code < westernMax; code += 1) this.#first[code] = this.next(0, code)
  }

  /** The node after the first code unit; 0 if no word begins with it. */
  first(code: number): number {
    return code < westernMax ? (this.#first[code] ?? 0) : this.next(0, code)
  }

  /** The next node of a walk; 0 if no word continues with this code unit. */
  next(place: number, code: number): number {
    let low = this.#behind[place] ?? 0
    let high = this.#behind[place + 1] ?? 0
    while (high - low > scannedMax) {
      const middle = (low + high) >>> 1
      if ((this.#codes[middle] ?? 0) <= code) low = middle
      else high = middle
    }
    for (; low < high; low += 1) if (this.#codes[low] === code) return low
    return 0
  }

  /** The value of the word that ends at this node. */
  heldAt(place: number): Held | undefined {
    const at = this.#heldAt[place] ?? 0
    return at === 0 ? undefined : this.#held[at]
  }
}

const westernMax = 0x250
/** Ranges of this size are scanned; larger ones use binary search. */
const scannedMax = 6

interface Place {
  readonly code: number
  behind: number
  readonly word: string | undefined
}

/** The nodes of the sorted words, level by level. */
function placesOf(words: readonly string[]): Place[] {
  const places: Place[] = []
  let level = [{ code: 0, from: 0, to: words.length }]
  for (let length = 0; level.length > 0; length += 1) {
    const following: typeof level = []
    for (const { code, from, to } of level) {
      const word = words[from]?.length === length ? words[from] : undefined
      places.push({ code, behind: following.length, word })
      for (let at = word === undefined ? from : from + 1; at < to; ) {
        const start = at
        const next = words[at]?.charCodeAt(length) ?? 0
        while (at < to && words[at]?.charCodeAt(length) === next) at += 1
        following.push({ code: next, from: start, to: at })
      }
    }
    for (const place of places.slice(-level.length)) place.behind += places.length
    level = following
  }
  return places
}
