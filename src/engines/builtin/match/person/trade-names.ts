import { normalize, readWordLists } from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'

const lists = readWordLists(new URL('./trade-names.tsv', import.meta.url))
const surname = new RegExp(`^${lists('surname')}$`, 'u')
const beforeTitle = new RegExp(`^${lists('before')}$`, 'u')

/**
 * Detects a name whose last part is a title: `Greg Baker`. A person's name says nothing about their work,
 * so no title is read from it.
 */
export function isTradeName(name: string): boolean {
  const norm = normalize(name)
  const words = norm.split(/\s+/u)
  const first = words.slice(0, -1)
  if (first.length === 0 || !surname.test(words.at(-1) ?? '')) return false
  return !first.some((word) => beforeTitle.test(word)) && vocabulary().find(first.join(' '), '').length === 0
}
