import { readFileSync } from 'node:fs'
import { PrefixTree } from '../../prefix-tree.ts'
import type { Language } from '../../text/index.ts'

/** A word of the text that belongs to classes of `classes.tsv`. */
export interface ClassedWord {
  readonly start: number
  readonly end: number
  /** Numbers of the classes. The first one is the word's token. */
  readonly classes: readonly number[]
}

/**
 * The words of a text that belong to a class, without overlaps, the longest first. The text is folded and in
 * lower case. A class lets the model read a word that no training line has: `eritrean` as a nation.
 */
export function classedWords(text: string, language: Language): ClassedWord[] {
  const tree = treeOf(language)
  const found: ClassedWord[] = []
  for (let start = 0; start < text.length; ) {
    const word = wordAt(text, start, tree, language)
    if (word !== undefined) found.push(word)
    start = word?.end ?? start + 1
  }
  return found
}

function wordAt(
  text: string,
  start: number,
  tree: PrefixTree<readonly number[]>,
  language: Language,
): ClassedWord | undefined {
  if (language === 'en' && isLetter(text, start - 1)) return undefined
  let longest: ClassedWord | undefined
  let node = tree.first(text.charCodeAt(start))
  for (let end = start + 1; node !== 0; end += 1) {
    const classes = tree.heldAt(node)
    if (classes !== undefined && !(language === 'en' && isLetter(text, end)))
      longest = { start, end, classes }
    node = end < text.length ? tree.next(node, text.charCodeAt(end)) : 0
  }
  return longest
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

const trees = new Map<Language, PrefixTree<readonly number[]>>()

function treeOf(language: Language): PrefixTree<readonly number[]> {
  const known = trees.get(language)
  if (known !== undefined) return known
  const classes = new Map<string, number[]>()
  const rows = readFileSync(new URL(`../rules/${language}/classes.tsv`, import.meta.url), 'utf8')
  for (const [number, row] of rows.trimEnd().split('\n').entries())
    for (const word of (row.split('\t')[1] ?? '').toLowerCase().split('|'))
      classes.set(word, [...(classes.get(word) ?? []), number + 1])
  const tree = new PrefixTree(classes)
  trees.set(language, tree)
  return tree
}
