import { readFileSync } from 'node:fs'

/** The words of a list as an alternation for a regular expression. */
export type WordLists = (name: string) => string

/**
 * Reads a table of word lists. A row is a name, a tab and words separated by ` | `. Rows with one name form
 * one list, in order. A line that begins with `#` is a comment. An unknown list name throws.
 */
export function readWordLists(file: URL): WordLists {
  const lists = new Map<string, string[]>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [name = '', row] = line.split('\t')
    if (row === undefined || line.startsWith('#')) continue
    lists.set(name, [...(lists.get(name) ?? []), ...row.split(' | ')])
  }
  return (name) => {
    const list = lists.get(name)
    if (list === undefined) throw new Error(`${file.pathname}: there is no list ${name}`)
    return `(?:${list.join('|')})`
  }
}
