import { readFileSync } from 'node:fs'
import { PrefixTree } from '../../prefix-tree.ts'

/** A form of a table, and its position in a normalised text. */
export interface FormHit<Class extends string = string> {
  readonly classes: readonly Class[]
  readonly start: number
  readonly end: number
}

/**
 * A table of forms, one row per class: `class`, tab, forms separated by `|`. A class may have several rows.
 */
export interface FormTable<Class extends string = string> {
  /** The longest form at each position, left to right, without overlaps. */
  find(normalized: string): FormHit<Class>[]
  /** The classes of each form. */
  readonly classesOf: ReadonlyMap<string, readonly Class[]>
}

/** Reads a table: each row holds a class and its forms, or what `rowOf` returns for its cells. */
export function readForms<Class extends string>(
  file: URL,
  rowOf: (cells: readonly string[]) => { name?: string | undefined; forms?: string | undefined } = ([
    first,
    second,
  ]) => ({ name: first, forms: second }),
): FormTable<Class> {
  const text = readFileSync(file, 'utf8')
  const classes = new Map<string, Class[]>()
  for (const line of text.split('\n').slice(1)) {
    const { name, forms } = rowOf(line.split('\t'))
    if (forms === undefined || name === undefined) continue
    for (const form of forms.split('|')) {
      const key = form.trim().toLowerCase()
      const known = classes.get(key) ?? []
      if (!known.includes(name as Class)) known.push(name as Class)
      classes.set(key, known)
    }
  }
  classes.delete('')
  const tree = new PrefixTree(classes)
  return { find: (normalized) => findForms(tree, normalized), classesOf: classes }
}

function findForms<Class extends string>(tree: PrefixTree<Class[]>, text: string): FormHit<Class>[] {
  const found: FormHit<Class>[] = []
  let wasWord = false
  for (let start = 0; start < text.length; ) {
    const code = text.charCodeAt(start)
    const isWord = isWordCode(code)
    let hit: FormHit<Class> | undefined
    if (!(isWord && wasWord)) {
      let place = tree.first(code)
      for (let end = start + 1; place !== 0; end += 1) {
        const classes = tree.heldAt(place)
        if (classes !== undefined && endsWord(text, end)) hit = { classes, start, end }
        if (end >= text.length) break
        place = tree.next(place, text.charCodeAt(end))
      }
    }
    if (hit === undefined) {
      wasWord = isWord
      start += 1
    } else {
      found.push(hit)
      start = hit.end
      wasWord = isWordCode(text.charCodeAt(start - 1))
    }
  }
  return found
}

const endsWord = (text: string, end: number): boolean =>
  end >= text.length || !(isWordCode(text.charCodeAt(end - 1)) && isWordCode(text.charCodeAt(end)))

/** True for a Latin letter or a digit of a normalised text. */
export function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 0xc0 && code <= 0x24f)
}
