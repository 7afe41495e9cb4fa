import { newPrefixTree, nextNode, nodeOf, type PrefixNode } from '../prefix-tree.ts'

/**
 * Something that a text must have before a pattern can match: a literal, all of several demands, or any of
 * them. A demand of null is met by every text.
 */
export interface Demand {
  readonly kind: 'literal' | 'all' | 'any'
  /** Of `all`, the rarest first. */
  readonly parts: readonly Demand[]
  /** How many keys it has, and how long the shortest is. */
  readonly keyCount: number
  readonly keyLength: number
  /** Of a literal that is a key: the numbers of the patterns to look at. */
  readonly patterns: number[]
  /** The last text that met it, and the last that was found not to. */
  met: number
  unmet: number
}

/**
 * Tells which of many patterns a text can match at all, in one pass over its literals: all but a few
 * need not be searched for then, nor even compiled.
 */
export class Prefilter {
  readonly #anywhere = newPrefixTree<Demand>()
  /** Literals that must stand at the start of a word. */
  readonly #atWord = newPrefixTree<Demand>()
  readonly #always: number[] = []
  readonly #watched = new Map<number, Demand>()
  #texts = 0

  /** The text has these words, in either case; `startsWord`: and no letter or digit before them. */
  literal(words: string, startsWord = false): Demand {
    const lower = words.toLowerCase()
    const node = nodeOf(startsWord ? this.#atWord : this.#anywhere, lower)
    node.held ??= demand('literal', [], 1, lower.length)
    return node.held
  }

  all(parts: readonly (Demand | null)[]): Demand | null {
    const distinct = [...new Set(parts.filter((part) => part !== null))]
    if (distinct.length < 2) return distinct[0] ?? null
    const sorted = distinct.sort((a, b) => b.keyLength - a.keyLength || a.keyCount - b.keyCount)
    return demand('all', sorted, sorted[0]?.keyCount ?? 0, sorted[0]?.keyLength ?? 0)
  }

  any(parts: readonly (Demand | null)[]): Demand | null {
    const distinct = [...new Set(parts)]
    const known = distinct.filter((part) => part !== null)
    if (known.length < distinct.length) return null
    if (known.length < 2) return known[0] ?? null
    const keyCount = known.reduce((sum, part) => sum + part.keyCount, 0)
    return demand('any', known, keyCount, Math.min(...known.map((part) => part.keyLength)))
  }

  /** `pattern` is the number that `candidates` tells a pattern by. */
  watch(whole: Demand | null, pattern: number): void {
    if (whole === null) {
      this.#always.push(pattern)
      return
    }
    this.#watched.set(pattern, whole)
    for (const key of new Set(keysOf(whole))) key.patterns.push(pattern)
  }

  /** The numbers of the patterns whose demands a text meets, in ascending order. */
  candidates(text: string): number[] {
    this.#texts += 1
    const found = [...this.#meetLiterals(text.toLowerCase())].filter((pattern) => {
      const whole = this.#watched.get(pattern)
      return whole !== undefined && isMet(whole, this.#texts)
    })
    return [...this.#always, ...found].sort((a, b) => a - b)
  }

  /** Notes which literals a text has, and returns the patterns of those that are keys. */
  #meetLiterals(lower: string): ReadonlySet<number> {
    const patterns = new Set<number>()
    const meetAt = (root: PrefixNode<Demand>, start: number): void => {
      let node = nextNode(root, lower.charCodeAt(start))
      for (let end = start + 1; node !== undefined; end += 1) {
        const { held: literal } = node
        if (literal !== undefined && literal.met !== this.#texts) {
          literal.met = this.#texts
          for (const pattern of literal.patterns) patterns.add(pattern)
        }
        node = nextNode(node, lower.charCodeAt(end))
      }
    }
    let isInWord = false
    for (let start = 0; start < lower.length; start += 1) {
      meetAt(this.#anywhere, start)
      if (!isInWord) meetAt(this.#atWord, start)
      isInWord = isWordCharacter(lower.charCodeAt(start))
    }
    return patterns
  }
}

/** As English patterns bound words: a lower-case letter, a digit or `_`. */
export function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95
}

/**
 * Literals of which a text has at least one where it meets a demand. Long words are rarer than short ones,
 * and a few of them rarer than many.
 */
function keysOf(whole: Demand): readonly Demand[] {
  if (whole.kind === 'literal') return [whole]
  return (whole.kind === 'all' ? whole.parts.slice(0, 1) : whole.parts).flatMap(keysOf)
}

function demand(kind: Demand['kind'], parts: readonly Demand[], keyCount: number, keyLength: number): Demand {
  return { kind, parts, keyCount, keyLength, patterns: [], met: 0, unmet: 0 }
}

/** Whether a text whose literals are all noted meets a demand; looked up once a text. */
function isMet(whole: Demand, text: number): boolean {
  if (whole.met === text) return true
  if (whole.unmet === text || whole.kind === 'literal') return false
  const isAny = whole.kind === 'any'
  let answer = !isAny
  for (const part of whole.parts) {
    if (isMet(part, text) === answer) continue
    answer = isAny
    break
  }
  if (answer) whole.met = text
  else whole.unmet = text
  return answer
}
