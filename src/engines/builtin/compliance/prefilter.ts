import { PrefixTree } from '../prefix-tree.ts'

/**
 * A condition that a text must meet before a pattern can match: a literal, all of several demands, or any
 * of them. Every text meets a null demand.
 */
export interface Demand {
  readonly kind: 'literal' | 'all' | 'any'
  /** Equal demands have the same number. */
  readonly id: number
  /** The parts of `all` are sorted, the rarest first. */
  readonly parts: readonly Demand[]
  /** The number of its keys, and the length of the shortest. */
  readonly keyCount: number
  readonly keyLength: number
}

/**
 * Selects the patterns that a text can match, in one pass over its literals. The remaining patterns need
 * not be searched, nor even compiled.
 */
export class Prefilter {
  readonly #demands: Demand[] = []
  readonly #byContent = new Map<string, Demand>()
  readonly #watches: { readonly pattern: number; readonly whole: Demand }[] = []
  readonly #always: number[] = []
  /** Built at the first query, from all demands that exist then. */
  #tables: Tables | undefined

  /** The text has these words, in either case; `startsWord`: without a letter or digit before them. */
  literal(words: string, startsWord = false): Demand {
    const lower = words.toLowerCase()
    return this.#demand('literal', [], 1, lower.length, `${startsWord ? '^' : '.'}${lower}`)
  }

  all(parts: readonly (Demand | null)[]): Demand | null {
    const distinct = [...new Set(parts.filter((part) => part !== null))]
    if (distinct.length < 2) return distinct[0] ?? null
    const sorted = distinct.sort((a, b) => b.keyLength - a.keyLength || a.keyCount - b.keyCount)
    return this.#demand('all', sorted, sorted[0]?.keyCount ?? 0, sorted[0]?.keyLength ?? 0)
  }

  any(parts: readonly (Demand | null)[]): Demand | null {
    const distinct = [...new Set(parts)]
    const known = distinct.filter((part) => part !== null)
    if (known.length < distinct.length) return null
    if (known.length < 2) return known[0] ?? null
    const keyCount = known.reduce((sum, part) => sum + part.keyCount, 0)
    return this.#demand('any', known, keyCount, Math.min(...known.map((part) => part.keyLength)))
  }

  #demand(
    kind: Demand['kind'],
    parts: readonly Demand[],
    keyCount: number,
    keyLength: number,
    words = parts.map(({ id }) => id).join(),
  ): Demand {
    const content = `${kind} ${words}`
    const known = this.#byContent.get(content)
    if (known !== undefined) return known
    const made = { kind, id: this.#demands.length, parts, keyCount, keyLength }
    this.#demands.push(made)
    this.#byContent.set(content, made)
    return made
  }

  /** `pattern` is the number that `candidates` returns for the pattern. */
  watch(whole: Demand | null, pattern: number): void {
    if (whole === null) this.#always.push(pattern)
    else this.#watches.push({ pattern, whole })
    this.#tables = undefined
  }

  /** The numbers of the patterns whose demands a text meets, in ascending order. */
  candidates(text: string): number[] {
    this.#tables ??= new Tables(this.#demands, this.#byContent, this.#watches)
    const found = this.#tables.watchesMetBy(text.toLowerCase())
    const patterns = [...this.#always]
    for (const watch of found) patterns.push(this.#watches[watch]?.pattern ?? 0)
    return patterns.length < 2 ? patterns : patterns.sort((a, b) => a - b)
  }
}

/** Lists of numbers, concatenated. */
interface Lists {
  readonly from: Uint32Array
  readonly all: Uint32Array
}

function listsOf(lists: readonly (readonly number[])[]): Lists {
  const from = new Uint32Array(lists.length + 1)
  lists.forEach(({ length }, index) => {
    from[index + 1] = (from[index] ?? 0) + length
  })
  return { from, all: Uint32Array.from(lists.flat()) }
}

/** The demands by number, stored contiguously, so that evaluating them touches little memory. */
class Tables {
  readonly #anywhere: PrefixTree<number>
  /** Literals that must be at the start of a word. */
  readonly #atWord: PrefixTree<number>
  readonly #parts: Lists
  readonly #isAll: readonly boolean[]
  /** For each literal, the watches that it is a key of. */
  readonly #watchesAt: Lists
  readonly #wholes: readonly number[]
  /** Twice the number of the last text for which each demand was evaluated, plus one if the text met it. */
  readonly #answers: Uint32Array
  /** The number of the last text that has a key of each watch. */
  readonly #seen: Uint32Array
  #texts = 0

  constructor(
    demands: readonly Demand[],
    byContent: ReadonlyMap<string, Demand>,
    watches: readonly { readonly whole: Demand }[],
  ) {
    const literals = (start: string): Map<string, number> =>
      new Map(
        [...byContent]
          .filter(([content]) => content.startsWith(start))
          .map(([content, { id }]) => [content.slice(start.length), id]),
      )
    this.#anywhere = new PrefixTree(literals('literal .'))
    this.#atWord = new PrefixTree(literals('literal ^'))
    this.#parts = listsOf(demands.map(({ parts }) => parts.map(({ id }) => id)))
    this.#isAll = demands.map(({ kind }) => kind === 'all')
    this.#answers = new Uint32Array(demands.length)
    this.#seen = new Uint32Array(watches.length)
    this.#wholes = watches.map(({ whole }) => whole.id)
    const watchesAt = demands.map((): number[] => [])
    watches.forEach(({ whole }, watch) => {
      for (const { id } of new Set(keysOf(whole))) watchesAt[id]?.push(watch)
    })
    this.#watchesAt = listsOf(watchesAt)
  }

  watchesMetBy(lower: string): number[] {
    this.#texts += 1
    const keyed: number[] = []
    let isInWord = false
    for (let start = 0; start < lower.length; start += 1) {
      const code = lower.charCodeAt(start)
      this.#meetAt(this.#anywhere, lower, start, code, keyed)
      if (!isInWord) this.#meetAt(this.#atWord, lower, start, code, keyed)
      isInWord = isWordCharacter(code)
    }
    return keyed.filter((watch) => this.#isMet(this.#wholes[watch] ?? 0))
  }

  /** Records the literals that begin at one position of a text. */
  #meetAt(tree: PrefixTree<number>, lower: string, start: number, code: number, keyed: number[]): void {
    let place = tree.first(code)
    for (let end = start + 1; place !== 0; end += 1) {
      const literal = tree.heldAt(place)
      if (literal !== undefined) this.#meet(literal, keyed)
      place = end < lower.length ? tree.next(place, lower.charCodeAt(end)) : 0
    }
  }

  /** Records that a text has a literal, and the watches that it is a key of. */
  #meet(literal: number, keyed: number[]): void {
    const isMet = 2 * this.#texts + 1
    if (this.#answers[literal] === isMet) return
    this.#answers[literal] = isMet
    const { from, all } = this.#watchesAt
    const to = from[literal + 1] ?? 0
    for (let at = from[literal] ?? 0; at < to; at += 1) {
      const watch = all[at] ?? 0
      if (this.#seen[watch] === this.#texts) continue
      this.#seen[watch] = this.#texts
      keyed.push(watch)
    }
  }

  /** Whether a text meets a demand, evaluated once per text. All its literals must be recorded. */
  #isMet(demand: number): boolean {
    const known = (this.#answers[demand] ?? 0) - 2 * this.#texts
    if (known >= 0) return known === 1
    const isAll = this.#isAll[demand] ?? false
    const { from, all } = this.#parts
    const to = from[demand + 1] ?? 0
    let at = from[demand] ?? 0
    while (at < to && this.#isMet(all[at] ?? 0) === isAll) at += 1
    const answer = at < to ? !isAll : isAll
    this.#answers[demand] = 2 * this.#texts + (answer ? 1 : 0)
    return answer
  }
}

/** The word characters of English patterns: a lower-case letter, a digit or `_`. */
export function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95
}

/**
 * Literals of which a text has at least one if it meets a demand. Long words are rarer than short ones, and
 * a few of them rarer than many.
 */
function keysOf(whole: Demand): readonly Demand[] {
  if (whole.kind === 'literal') return [whole]
  return (whole.kind === 'all' ? whole.parts.slice(0, 1) : whole.parts).flatMap(keysOf)
}
