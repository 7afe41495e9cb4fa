import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ruleNames } from '../../src/engines/index.ts'
import { clauseRows } from '../../training/clauses.ts'
import { spanRows } from '../../training/spans.ts'

/** The table of clauses isn't measured on the sentences that it was learned from. */

const compliance = new URL('../../src/engines/builtin/compliance/', import.meta.url)
const labelled = new URL('../../training/labelled/', import.meta.url)
const languages = ['zh', 'en'] as const
type Language = (typeof languages)[number]

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

test.each(languages)('%s: the tables match their manifest', (language) => {
  const folder = new URL('clauses/', compliance)
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'))
  for (const name of [`${language}-clauses.generated.bin`, `${language}-words.generated.bin`]) {
    const table = readFileSync(new URL(name, folder))
    expect(createHash('sha256').update(table).digest('hex')).toBe(manifest[name].sha256)
    expect(table.length).toBe(manifest[name].bytes)
    expect(table.length).toBeLessThanOrEqual(500_000)
  }
  expect(manifest[`${language}-clauses.generated.bin`].lines).toBe(clauseRows(language).length)
  expect(manifest[`${language}-words.generated.bin`].lines).toBe(spanRows(language).length)
})

/** The words of a text, in Chinese its characters. */
const tokensOf = (text: string, language: Language): string[] => {
  const plain = text.normalize('NFKC').toLowerCase()
  return language === 'zh'
    ? [...plain.replace(/[^\p{L}\p{N}]+/gu, '')]
    : (plain.match(/[\p{L}\p{N}']+/gu) ?? [])
}

/** Every run of `length` tokens in the inputs that optimiseJd is measured on. */
function measuredRuns(language: Language, length: number): Set<string> {
  const runs = ['dev', 'unseen'].flatMap((name) =>
    readFileSync(new URL(`${name}.jsonl`, new URL('postings/', labelled)), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; input: Record<string, string> })
      .filter(({ id }) => id.startsWith(`jd${language}`))
      .flatMap(({ input }) => Object.values(input).flatMap((text) => text.split(/[\n。；;]/u)))
      .flatMap((text) => runsOf(tokensOf(text, language), length)),
  )
  return new Set(runs)
}

const runsOf = (tokens: readonly string[], length: number): string[] =>
  tokens.slice(length - 1).map((_token, at) => tokens.slice(at, at + length).join(' '))

// Whole postings share ordinary phrases with each other, so only longer runs of their words count.
test.each([
  ['zh', ['clauses', 'spans', 'wordings', 'law'], 8],
  ['zh', ['units'], 12],
  ['en', ['clauses', 'spans', 'wordings', 'law'], 5],
  ['en', ['units'], 12],
] as const)('%s: no line of %j shares %i words with a measured posting', (language, folders, length) => {
  const measured = measuredRuns(language, length)
  expect(measured.size).toBeGreaterThan(100)
  const lines = folders.flatMap((name) => {
    const folder = new URL(`${name}/`, labelled)
    return readdirSync(folder)
      .filter((file) => file.startsWith(language))
      .flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split('\n'))
  })
  const isShared = (line: string): boolean =>
    runsOf(tokensOf(line.replace(/^[^\t]*\t|[⟦⟧]|\[\[|\]\]/gu, ''), language), length).some((run) =>
      measured.has(run),
    )
  expect(lines.filter(isShared)).toEqual([])
})
