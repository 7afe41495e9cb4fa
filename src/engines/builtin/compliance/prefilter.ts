/**
 * Something that a text must have before a pattern can match: a literal, all of several demands, or any
 * of them. A demand of null is met by every text.
 */
export interface Demand {
  /** How many of its parts must be met before it is. */
  readonly partsMin: number
  readonly partOf: Demand[]
  readonly patterns: number[]
  /** How many parts the text at hand meets; a count for an earlier text is void. */
  met: number
  text: number
}

interface Node {
  next: Map<number, Node> | undefined
  demand: Demand | undefined
  /** The same, where the literal must stand at the start of a word. */
  wordDemand: Demand | undefined
}

/**
 * Tells which of many patterns a text can match at all, in one pass over its literals: all but a few
 * need not be searched for then, nor even compiled.
 */
export class Prefilter {
  readonly #root: Node = { next: undefined, demand: undefined, wordDemand: undefined }
  readonly #always: number[] = []
  #texts = 0

  /** The text has these words, in either case; `startsWord`: and no letter or digit before them. */
  literal(words: string, startsWord = false): Demand {
    const lower = words.toLowerCase()
    let node = this.#root
    for (let index = 0; index < lower.length; index += 1) {
      const code = lower.charCodeAt(index)
      node.next ??= new Map()
      let next = node.next.get(code)
      if (next === undefined) {
        next = { next: undefined, demand: undefined, wordDemand: undefined }
        node.next.set(code, next)
      }
      node = next
    }
    const kind = startsWord ? 'wordDemand' : 'demand'
    node[kind] ??= demand(1, [])
    return node[kind]
  }

  all(parts: readonly (Demand | null)[]): Demand | null {
    const distinct = [...new Set(parts.filter((part) => part !== null))]
    if (distinct.length < 2) return distinct[0] ?? null
    return demand(distinct.length, distinct)
  }

  any(parts: readonly (Demand | null)[]): Demand | null {
    const distinct = [...new Set(parts)]
    const known = distinct.filter((part) => part !== null)
    if (known.length < distinct.length) return null
    return known.length < 2 ? (known[0] ?? null) : demand(1, known)
  }

  /** `pattern` is the number that `candidates` tells a pattern by. */
  watch(whole: Demand | null, pattern: number): void {
    const patterns = whole === null ? this.#always : whole.patterns
    patterns.push(pattern)
  }

  /** The numbers of the patterns whose demands a text meets, in ascending order. */
  candidates(text: string): number[] {
    this.#texts += 1
    const lower = text.toLowerCase()
    const found = new Set(this.#always)
    let isInWord = false
    for (let start = 0; start < lower.length; start += 1) {
      let node = this.#root.next?.get(lower.charCodeAt(start))
      for (let end = start + 1; node !== undefined; end += 1) {
        if (node.demand !== undefined) meet(node.demand, this.#texts, found)
        if (node.wordDemand !== undefined && !isInWord) meet(node.wordDemand, this.#texts, found)
        node = node.next?.get(lower.charCodeAt(end))
      }
      isInWord = isWordCharacter(lower.charCodeAt(start))
    }
    return [...found].sort((a, b) => a - b)
  }
}

/** As English patterns bound words: a lower-case letter, a digit or `_`. */
export function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95
}

function demand(partsMin: number, parts: readonly Demand[]): Demand {
  const made: Demand = { partsMin, partOf: [], patterns: [], met: 0, text: 0 }
  for (const part of parts) part.partOf.push(made)
  return made
}

/** Counts a part of a demand as met; the demands it is part of, once all that it asks for is. */
function meet(part: Demand, text: number, found: Set<number>): void {
  if (part.text !== text) {
    part.text = text
    part.met = 0
  }
  part.met += 1
  if (part.met !== part.partsMin) return
  for (const pattern of part.patterns) found.add(pattern)
  for (const whole of part.partOf) meet(whole, text, found)
}
