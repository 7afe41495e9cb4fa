import { PrefixTree } from './prefix-tree.ts'
import { normalize } from './text/normalize.ts'

/**
 * Finds the names of two tables in one pass over a text. For each table, the longest name wins, and matches
 * never overlap. Latin names match whole words only.
 */
export interface Trie<Value> {
  /** Adds a name. Spellings with the same normal form are equal. */
  add(table: Table, name: string, value: Value): void
  /** Concepts also need `original`, which preserves upper and lower case. */
  find(normalized: string, original: string): Record<Table, Found<Value>[]>
}

export type Table = 'concepts' | 'titles'

export interface Found<Value> {
  readonly values: readonly Value[]
  readonly start: number
  readonly end: number
}

/** The values of a name in each table. */
type Called<Value> = Partial<Record<Table, Named<Value>>>

interface Named<Value> {
  readonly values: Value[]
  /** The name is also an ordinary word (`go`, `excel`). It counts only as a proper name or in a list. */
  isWord: boolean
}

const listNeighbour = /[\u3000-\u9fff\uff00-\uffef,;|/、•·:(（]/u

export function createTrie<Value>(): Trie<Value> {
  const names = new Map<string, Called<Value>>()
  /** Built on the first search; adding a name discards it. */
  let tree: PrefixTree<Called<Value>> | undefined
  return {
    add(table, name, value) {
      const key = normalize(name)
      const called = names.get(key) ?? {}
      names.set(key, called)
      called[table] ??= { values: [], isWord: false }
      const named = called[table]
      if (!named.values.includes(value)) named.values.push(value)
      if (/^[A-Z]/.test(name)) named.isWord = true
      tree = undefined
    },
    find(normalized, original) {
      tree ??= new PrefixTree(names)
      return findAll(tree, normalized, original)
    },
  }
}

function findAll<Value>(
  tree: PrefixTree<Called<Value>>,
  text: string,
  original: string,
): Record<Table, Found<Value>[]> {
  const concepts: Found<Value>[] = []
  const titles: Found<Value>[] = []
  const cased = original.length === text.length ? original : undefined
  let [conceptsFrom, titlesFrom] = [0, 0]
  let wasWord = false
  for (let start = 0; start < text.length; start += 1) {
    const code = text.charCodeAt(start)
    const isInWord = wasWord
    wasWord = isWordCode(code)
    if ((isInWord && wasWord) || (start < conceptsFrom && start < titlesFrom)) continue
    let concept: Found<Value> | undefined
    let title: Found<Value> | undefined
    let place = tree.first(code)
    for (let end = start + 1; place !== 0; end += 1) {
      const held = tree.heldAt(place)
      if (held !== undefined && endsWord(text, end)) {
        if (start >= conceptsFrom) concept = longer(concept, held.concepts, text, start, end, cased)
        if (start >= titlesFrom && !isOtherWork(text, end)) {
          title = longer(title, held.titles, text, start, end, text)
        }
      }
      if (end === text.length) break
      place = tree.next(place, text.charCodeAt(end))
    }
    if (concept !== undefined) {
      concepts.push(concept)
      conceptsFrom = concept.end
    }
    if (title !== undefined) {
      titles.push(title)
      titlesFrom = title.end
    }
  }
  return { concepts, titles }
}

const worker = '工'.charCodeAt(0)
/** Characters that form a word with a `工` before them: 工程, 工艺, 工作, 工厂, 工业, 工序, 工具, 工资, 工时, 工会, 工地. */
const otherWork = '程艺作厂业序具资时会地'

/** Whether a final `工` begins another word instead of ending a title: `土木工程` contains no `木工`. */
function isOtherWork(text: string, end: number): boolean {
  return end < text.length && text.charCodeAt(end - 1) === worker && otherWork.includes(text.charAt(end))
}

/** The longer match if it is valid, else the match so far. */
function longer<Value>(
  found: Found<Value> | undefined,
  named: Named<Value> | undefined,
  text: string,
  start: number,
  end: number,
  cased: string | undefined,
): Found<Value> | undefined {
  if (named === undefined || (named.isWord && !isProperName(text, start, end, cased))) return found
  return { values: named.values, start, end }
}

/** Whether a Latin name ends at a word boundary; a plural `s` may follow. */
function endsWord(text: string, end: number): boolean {
  if (!isWordAt(text, end - 1)) return true
  if (end >= text.length) return true
  if (text.charAt(end) === 's' && !isWordAt(text, end + 1)) return true
  return !isWordAt(text, end) && text.charAt(end) !== '#' && !text.startsWith('++', end)
}

function isWordAt(text: string, index: number): boolean {
  return isWordCode(text.charCodeAt(index))
}

/**
 * Whether a code unit of normalised text is a Latin letter or a digit. It runs for every character, so it
 * uses no pattern.
 */
function isWordCode(code: number): boolean {
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

/** Whether a one-letter name (`C`, `R`) is in a list, or the text around it is about a language. */
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
