import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ruleNames } from '../../src/engines/index.ts'
import { clauseRows } from '../../training/clauses.ts'

/** The table of clauses isn't measured on the sentences that it was learned from. */

const compliance = new URL('../../src/engines/builtin/compliance/', import.meta.url)
const languages = ['zh', 'en'] as const

test.each(languages)('%s: training and measuring sentences are disjoint', (language) => {
  const folder = new URL('labelled/', compliance)
  const unseen = readdirSync(folder).filter((name) => name.startsWith(`${language}-unseen`))
  expect(unseen.length).toBeGreaterThan(2)
  const measured = unseen.flatMap((name) => {
    const { harmful, harmless } = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
    return [...harmful.map(([text]: [string]) => text), ...harmless] as string[]
  })
  const learned = new Set(clauseRows(language).map(({ text }) => text))
  const isShort = (text: string): boolean => text.length < (language === 'zh' ? 12 : 30)
  expect(measured.filter((text) => learned.has(text) && !isShort(text))).toEqual([])
})

test.each(languages)('%s: a clause is fine, an aside, or violates a known rule', (language) => {
  const known = new Set(['fine', 'aside', ...ruleNames(language)])
  const kinds = new Set(clauseRows(language).map(({ kind }) => kind))
  expect([...kinds].filter((kind) => !known.has(kind))).toEqual([])
})

test.each(languages)('%s: the table matches its manifest', (language) => {
  const folder = new URL('clauses/', compliance)
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'))
  const table = readFileSync(new URL(`${language}.generated.tsv`, folder))
  expect(createHash('sha256').update(table).digest('hex')).toBe(manifest[language].sha256)
  expect(manifest[language].lines).toBe(clauseRows(language).length)
})
