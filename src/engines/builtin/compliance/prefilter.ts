/**
 * Something that a text must have before a pattern can match: a literal, all of several demands, or any
 * of them. A demand of null is met by every text.
 */
export interface Demand {
  readonly number: number
  /** How many of its parts must be met before it is. */
  readonly partsMin: number
  readonly partOf: Demand[]
  readonly patterns: number[]
  /** How many parts the text at hand meets; a count for an earlier text is void. */
  met: number
  text: number
}

interface Node {
  readonly next: Map<number, Node>
  demand: Demand | undefined
}

/**
 * Tells which of many patterns a text can match at all, in one pass over its literals: all but a few
 * need not be searched for then, nor even compiled.
 */
export class Prefilter {
  readonly #root: Node = { next: new Map(), demand: undefined }
  readonly #known = new Map<string, Demand>()
  readonly #always: number[] = []
  #texts = 0

  /** The text has these words, in either case. */
  literal(words: string): Demand {
    const lower = words.toLowerCase()
    let node = this.#root
    for (let index = 0; index < lower.length; index += 1) {
      const code = lower.charCodeAt(index)
      let next = node.next.get(code)
      if (next === undefined) {
        next = { next: new Map(), demand: undefined }
        node.next.set(code, next)
      }
      node = next
    }
    node.demand ??= this.#demand(`literal ${lower}`, 1, [])
    return node.demand
  }

  all(parts: readonly (Demand | null)[]): Demand | null {
    const distinct = [...new Set(parts.filter((part) => part !== null))]
    if (distinct.length < 2) return distinct[0] ?? null
    return this.#demand('all', distinct.length, distinct)
  }

  any(parts: readonly (Demand | null)[]): Demand | null {
    const distinct = [...new Set(parts)]
    const known = distinct.filter((part) => part !== null)
    if (known.length < distinct.length) return null
    return known.length < 2 ? (known[0] ?? null) : this.#demand('any', 1, known)
  }

  /** `pattern` is the number that `candidates` tells a pattern by. */
  watch(demand: Demand | null, pattern: number): void {
    const patterns = demand === null ? this.#always : demand.patterns
    patterns.push(pattern)
  }

  /** The numbers of the patterns whose demands a text meets, in ascending order. */
  candidates(text: string): number[] {
    this.#texts += 1
    const lower = text.toLowerCase()
    const found = new Set(this.#always)
    for (let start = 0; start < lower.length; start += 1) {
      let node = this.#root.next.get(lower.charCodeAt(start))
      for (let end = start + 1; node !== undefined; end += 1) {
        if (node.demand !== undefined) meet(node.demand, this.#texts, found)
        node = node.next.get(lower.charCodeAt(end))
      }
    }
    return [...found].sort((a, b) => a - b)
  }

  #demand(kind: string, partsMin: number, parts: readonly Demand[]): Demand {
    const key = `${kind} ${parts
      .map(({ number }) => number)
      .sort((a, b) => a - b)
      .join()}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const number = this.#known.size
    const made: Demand = { number, partsMin, partOf: [], patterns: [], met: 0, text: 0 }
    this.#known.set(key, made)
    for (const part of parts) part.partOf.push(made)
    return made
  }
}

/** Counts a part of a demand as met; the demands it is part of, once all that it asks for is. */
function meet(demand: Demand, text: number, found: Set<number>): void {
  if (demand.text !== text) {
    demand.text = text
    demand.met = 0
  }
  demand.met += 1
  if (demand.met !== demand.partsMin) return
  for (const pattern of demand.patterns) found.add(pattern)
  for (const whole of demand.partOf) meet(whole, text, found)
}
