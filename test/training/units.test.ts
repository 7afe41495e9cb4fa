import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The roles of units are learned from postings that optimiseJd is not measured on. */

const folder = new URL('../../training/labelled/units/', import.meta.url)
const languages = ['zh', 'en'] as const
const roles = new Set(
  'title job summary duty must preferred offer basics company apply legal noise head.duty head.must head.preferred head.offer head.basics head.company head.apply head.other'.split(
    ' ',
  ),
)

const rowsOf = (language: string): [role: string, text: string][] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(language))
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'))
    .filter((line) => line !== '' && !line.startsWith('==='))
    .map((line) => [
      line.slice(0, line.indexOf('\t')).replace(/^\+/u, ''),
      line.slice(line.indexOf('\t') + 1),
    ])

test.each(languages)('%s: each row has a known role and a text', (language) => {
  const rows = rowsOf(language)
  expect(rows.length).toBeGreaterThan(3_000)
  expect(rows.filter(([role, text]) => !roles.has(role) || text.trim() === '')).toEqual([])
})

test.each(languages)('%s: no unit is a sentence of a measured input', (language) => {
  const measured = ['dev', 'unseen'].map((name) =>
    readFileSync(new URL(`../../training/labelled/postings/${name}.jsonl`, import.meta.url), 'utf8'),
  )
  const isLong = (text: string) => text.length >= (language === 'zh' ? 14 : 40)
  const shared = rowsOf(language).filter(
    ([, text]) => isLong(text) && measured.some((set) => set.includes(text)),
  )
  expect(shared).toEqual([])
})

test.each(languages)('%s: the table matches its manifest', (language) => {
  const tables = new URL('../../src/engines/builtin/optimize/units/', import.meta.url)
  const { file, sha256, bytes } = JSON.parse(readFileSync(new URL('manifest.json', tables), 'utf8'))[language]
  const table = readFileSync(new URL(file, tables))
  expect(createHash('sha256').update(table).digest('hex')).toBe(sha256)
  expect(table.byteLength).toBe(bytes)
  expect(bytes).toBeLessThanOrEqual(600_000)
})
