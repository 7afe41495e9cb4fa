/**
 * Something that a text must have before a pattern can match: a literal, all of several demands, or any
 * of them. A demand of null is met by every text.
 */
export interface Demand {
  /** All that must be met before it is; empty where any of several is enough. */
  readonly parts: readonly Demand[]
  /** Demands that are met where this one is. */
  readonly enoughFor: Demand[]
  /**
   * Demands of several parts that this one is among: each waits for one part that the text hasn't met yet, so
   * that what nearly every text has is soon waited for by none.
   */
  readonly waiting: Demand[]
  readonly patterns: number[]
  /** The last text that met it. */
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
    node[kind] ??= demand()
    return node[kind]
  }

  all(parts: readonly (Demand | null)[]): Demand | null {
    const distinct = [...new Set(parts.filter((part) => part !== null))]
    if (distinct.length < 2) return distinct[0] ?? null
    const whole = demand(distinct)
    distinct[0]?.waiting.push(whole)
    return whole
  }

  any(parts: readonly (Demand | null)[]): Demand | null {
    const distinct = [...new Set(parts)]
    const known = distinct.filter((part) => part !== null)
    if (known.length < distinct.length) return null
    if (known.length < 2) return known[0] ?? null
    const whole = demand()
    for (const part of known) part.enoughFor.push(whole)
    return whole
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

function demand(parts: readonly Demand[] = []): Demand {
  return { parts, enoughFor: [], waiting: [], patterns: [], text: 0 }
}

/** Notes that a text meets a demand, and what is met with it. */
function meet(part: Demand, text: number, found: Set<number>): void {
  if (part.text === text) return
  part.text = text
  for (const pattern of part.patterns) found.add(pattern)
  for (const whole of part.enoughFor) meet(whole, text, found)
  for (const whole of part.waiting.splice(0)) {
    const open = whole.parts.find((other) => other.text !== text)
    if (open === undefined) meet(whole, text, found)
    const next = open ?? part
    next.waiting.push(whole)
  }
}
