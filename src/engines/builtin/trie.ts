import { childOf, none, type PrefixTree, prefixTree } from './prefix-tree.ts'

/**
 * Finds many names in a text in one pass: longest name first, never overlapping, Latin ones as whole words.
 */
export interface Trie<Value> {
  add(name: string, value: Value): void
  find(normalized: string, original: string): Found<Value>[]
}

export interface Found<Value> {
  readonly values: readonly Value[]
  readonly start: number
  readonly end: number
}

interface Entry<Value> {
  readonly values: Value[]
  /** The name is also an ordinary word (`go`, `excel`), and counts only as a proper name or in a list. */
  isWord: boolean
}

/** The names in the order of the tree's words. */
interface Names<Value> {
  readonly tree: PrefixTree
  readonly entries: readonly Entry<Value>[]
}

const listNeighbour = /[\u3000-\u9fff\uff00-\uffef,;|/、•·:(（]/u

export function createTrie<Value>(): Trie<Value> {
  const known = new Map<string, Entry<Value>>()
  let made: Names<Value> | undefined
  const make = (): Names<Value> => {
    const names = [...known].sort(([a], [b]) => (a < b ? -1 : 1))
    return { tree: prefixTree(names.map(([name]) => name)), entries: names.map(([, entry]) => entry) }
  }
  return {
    add(name, value) {
      const key = name.toLowerCase()
      const entry = known.get(key) ?? { values: [], isWord: false }
      known.set(key, entry)
      entry.values.push(value)
      if (/^[A-Z]/.test(name)) entry.isWord = true
      made = undefined
    },
    find(normalized, original) {
      made ??= make()
      return findAll(made, normalized, original)
    },
  }
}

function findAll<Value>(names: Names<Value>, text: string, original: string): Found<Value>[] {
  const found: Found<Value>[] = []
  const cased = original.length === text.length ? original : undefined
  for (let start = 0; start < text.length; ) {
    const best = longestAt(names, text, start, cased)
    if (best === undefined) start += 1
    else {
      found.push(best)
      start = best.end
    }
  }
  return found
}

function longestAt<Value>(
  { tree, entries }: Names<Value>,
  text: string,
  start: number,
  cased: string | undefined,
): Found<Value> | undefined {
  if (start > 0 && isWordAt(text, start) && isWordAt(text, start - 1)) return undefined
  let best: Found<Value> | undefined
  let node = tree.firstNodes[text.charCodeAt(start)] ?? none
  for (let end = start + 1; node !== none; end += 1) {
    const entry = entries[(tree.words[node] ?? 0) - 1]
    if (entry !== undefined && endsWord(text, end)) {
      if (!entry.isWord || isProperName(text, start, end, cased)) best = { values: entry.values, start, end }
    }
    node = end < text.length ? childOf(tree, node, text.charCodeAt(end)) : none
  }
  return best
}

/** A Latin name ends where its word ends; a plural `s` may follow. */
function endsWord(text: string, end: number): boolean {
  if (!isWordAt(text, end - 1)) return true
  if (end >= text.length) return true
  if (text.charAt(end) === 's' && !isWordAt(text, end + 1)) return true
  return !isWordAt(text, end) && text.charAt(end) !== '#' && !text.startsWith('++', end)
}

/** A Latin letter or a digit, of normalised text; asked at every place, so without a pattern. */
function isWordAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 0xc0 && code <= 0x24f)
}

function isProperName(text: string, start: number, end: number, cased: string | undefined): boolean {
  if (end - start === 1) return isLetterInList(text, start, end, cased)
  if (cased !== undefined && /[A-Z]/.test(cased.charAt(start))) return true
  const before = neighbour(text, start - 1, -1)
  const after = neighbour(text, end, 1)
  return listNeighbour.test(before) || (before === '' && listNeighbour.test(after))
}

const beforeLetter =
  /(?:^|[,，、/;；(（:：|])\s?$|\b(?:and|or|in|of|with|using|to)\s$|(?:熟[悉练]|精通|掌握|使用|及|和|与|或)\s?$/u
const afterLetter =
  /^\s?(?:$|[,，、/;；)）|。]|\.(?:\s|$)|(?:and|or|programming|language|developer)\b|语言|编程|和|及|与|或|等)/u

/** A name of one letter (`C`, `R`): only in a list, or where a text speaks of a language. */
function isLetterInList(text: string, start: number, end: number, cased: string | undefined): boolean {
  if (cased !== undefined && !/[A-Z]/.test(cased.charAt(start))) return false
  return (
    beforeLetter.test(text.slice(Math.max(0, start - 12), start)) &&
    afterLetter.test(text.slice(end, end + 14))
  )
}

function neighbour(text: string, from: number, step: 1 | -1): string {
  let at = from
  while (text.charAt(at) === ' ') at += step
  return text.charAt(at)
}
