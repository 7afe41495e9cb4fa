import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultTerms, operationsUnder, parseInput } from '../../src/contract/index.ts'

/** Labelled inputs of optimiseJd keep their form: every label speaks of the input that it belongs to. */

interface Posting {
  readonly id: string
  readonly kind: string
  readonly input: Readonly<Record<string, string>>
  readonly facts: readonly { readonly say: readonly string[]; readonly where: string }[]
  readonly never: readonly string[]
  readonly invented: readonly string[]
  readonly findings: readonly { readonly quote: string; readonly theme: string }[]
  readonly clean: readonly string[]
}

const files = [
  ['dev', 24],
  ['unseen', 48],
] as const
const places = ['title', 'about', 'duty', 'requirement', 'preferred', 'offer', 'place', 'contact', 'any']

const read = (name: string): Posting[] =>
  readFileSync(new URL(`../../training/labelled/postings/${name}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const fold = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '').toLowerCase()
const matches = (text: string, pattern: string): boolean =>
  new RegExp(pattern, 'iu').test(text.normalize('NFKC'))

/** Every label of one posting that its input doesn't bear out. */
function faults({ input, facts, never, invented, findings, clean }: Posting): string[] {
  const text = Object.values(input).join('\n')
  const quotes = findings.map(({ quote }) => quote)
  const says = facts.flatMap(({ say }) => say)
  return [
    ...facts
      .filter(({ say }) => !fold(text).includes(fold(say[0] ?? '—')))
      .map(({ say }) => `fact ${say[0]}`),
    ...facts.filter(({ where }) => !places.includes(where)).map(({ where }) => `place ${where}`),
    ...never.filter((pattern) => !matches(text, pattern)).map((pattern) => `not there: ${pattern}`),
    ...invented.filter((pattern) => matches(text, pattern)).map((pattern) => `not invented: ${pattern}`),
    // A text cannot both keep a fact and leave its words out.
    ...[...never, ...invented]
      .filter((pattern) => says.some((words) => matches(words, pattern)))
      .map((pattern) => `kept and left out: ${pattern}`),
    ...[...quotes, ...clean].filter((words) => words === '' || !text.includes(words)),
    ...clean.filter((words) => quotes.some((quote) => quote.includes(words) || words.includes(quote))),
  ]
}

test.each(files)('%s: labels are verbatim words of the input', (name) => {
  const wrong = read(name).map((posting) => [posting.id, ...faults(posting)])
  expect(wrong.filter(({ length }) => length > 1)).toEqual([])
})

test.each(files)('%s: %i inputs that the contract takes, half of each language', (name, count) => {
  const postings = read(name)
  expect(postings.length).toBe(count)
  expect(postings.filter(({ id }) => id.startsWith('jdzh-')).length).toBe(count / 2)
  expect(postings.filter(({ id }) => id.startsWith('jden-')).length).toBe(count / 2)
  const operation = operationsUnder(defaultTerms).find(({ tool }) => tool === 'jd_optimize')
  if (operation === undefined) throw new Error('the contract has no jd_optimize')
  for (const { input } of postings) expect(parseInput(operation.input, input)).toBeTruthy()
})

test('no posting is there twice', () => {
  const postings = files.flatMap(([name]) => read(name))
  for (const keys of [
    postings.map(({ id }) => id),
    postings.map(({ input }) => fold(Object.values(input).join())),
  ])
    expect(new Set(keys).size).toBe(keys.length)
})
