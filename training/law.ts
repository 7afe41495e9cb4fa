import { readdirSync, readFileSync } from 'node:fs'
import type { Stretch } from '../src/engines/builtin/compliance/clauses/index.ts'
import { ruleNames } from '../src/engines/builtin/compliance/index.ts'
import type { Language } from '../src/engines/builtin/text/index.ts'

/** A unit of a labelled posting with the rules that it breaks. */
export interface LawRow {
  readonly text: string
  /** The role of the unit in its posting. */
  readonly role: string
  /** The rules that it breaks; empty for a lawful unit. */
  readonly rules: readonly string[]
  /** The words that break them. */
  readonly marked: readonly Stretch[]
}

const units = new URL('labelled/units/', import.meta.url)
const labels = new URL('labelled/law/', import.meta.url)

/**
 * All units of the labelled postings of a language, with the rules that they break. `labelled/law/*.tsv` has a line
 * for each unit that breaks a rule: rules, a tab, the unit with the words between `⟦` and `⟧`. Every other unit is
 * lawful. Throws on a label whose rule or unit doesn't exist.
 */
export function lawRows(language: Language): LawRow[] {
  const known = new Map(linesIn(labels, language, '.tsv').map((line) => readLabel(line, language)))
  const rows = linesIn(units, language, '.txt').flatMap((line): LawRow[] => {
    const [role = '', words] = line.split('\t')
    if (words === undefined) return []
    const text = words.replace(/\[\[|\]\]/gu, '')
    return [{ text, role: role.replace(/^\+/u, ''), rules: [], marked: [], ...known.get(text) }]
  })
  const texts = new Set(rows.map(({ text }) => text))
  const lost = [...known.keys()].filter((text) => !texts.has(text))
  if (lost.length > 0) throw new Error(`labelled/law, ${language}: no such unit: ${lost.join(' | ')}`)
  return rows
}

function readLabel(line: string, language: Language): [string, Pick<LawRow, 'rules' | 'marked'>] {
  const [names = '', words = ''] = line.split('\t')
  const rules = names.split(',')
  const unknown = rules.find((rule) => !ruleNames(language).includes(rule))
  if (unknown !== undefined) throw new Error(`labelled/law, ${language}: no such rule: ${line}`)
  const { text, marked } = readMarks(words)
  return [text, { rules, marked }]
}

/** A text whose marked words are between `⟦` and `⟧`. */
export function readMarks(line: string): { readonly text: string; readonly marked: readonly Stretch[] } {
  const marked: Stretch[] = []
  let text = ''
  let start = 0
  for (const character of line) {
    if (character === '⟦') start = text.length
    else if (character === '⟧') marked.push({ start, end: text.length })
    else text += character
  }
  return { text, marked }
}

function linesIn(folder: URL, language: Language, ending: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${language}-`) && name.endsWith(ending))
    .sort()
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'))
    .filter((line) => line !== '')
}
