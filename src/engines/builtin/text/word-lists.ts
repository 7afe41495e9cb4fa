import { readFileSync } from 'node:fs'

/** The words of a list as an alternation, for a regular expression. */
export type WordLists = (name: string) => string

/**
 * Reads a table of word lists: a name, a tab, and words parted by ` | `. Rows of one name are one list, in
 * their order; a line that begins with `#` is a note. Asking for a list that isn't there throws.
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
