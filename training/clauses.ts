import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import {
  clausesOf,
  featuresOf,
  judgeBy,
  type LearnedTable,
  readTable,
  weightMax,
  weightUnit,
  writePair,
} from '../src/engines/builtin/compliance/clauses/index.ts'
import type { Language } from '../src/engines/builtin/text/index.ts'
import { type Example, fitLogistic, type Weights } from './logistic.ts'
import { ordinarySentences } from './ordinary.ts'

/**
 * Learns the kinds of clauses in job descriptions. `node training/clauses.ts [--wrong]` measures on
 * held-out sentences; `--write` writes the tables that the engine reads.
 */
export interface ClauseRow {
  readonly text: string
  /** `fine`, `aside`, or the rule that the clause breaks. */
  readonly kind: string
  readonly from: string
}

const root = new URL('../', import.meta.url)
const own = new URL('labelled/clauses/', import.meta.url)
const compliance = new URL('src/engines/builtin/compliance/labelled/', root)
const table = new URL('src/engines/builtin/compliance/clauses/', root)
const languages = ['zh', 'en'] as const

const linesOf = (file: URL): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')

/**
 * Sentences of the compliance sets; for harmless ones also their clauses. The `unseen` ones are for
 * measuring.
 */
function fromCompliance(language: Language, unseen: boolean): ClauseRow[] {
  const names = readdirSync(compliance).filter(
    (name) => name.startsWith(`${language}-`) && name.includes('unseen') === unseen,
  )
  return names.sort().flatMap((from) => {
    const { harmful, harmless } = JSON.parse(readFileSync(new URL(from, compliance), 'utf8')) as {
      readonly harmful: readonly (readonly [string, string])[]
      readonly harmless: readonly string[]
    }
    const fine = unseen ? harmless : harmless.flatMap((text) => withClauses(text, language))
    return [
      ...harmful.flatMap(([text, rules]) => rules.split(' ').map((kind) => ({ text, kind, from }))),
      ...fine.map((text) => ({ text, kind: 'fine', from })),
    ]
  })
}

const clauseCharactersMin: Record<Language, number> = { zh: 4, en: 12 }

function withClauses(text: string, language: Language): string[] {
  const clauses = clausesOf(text, language).map((clause) => clause.text)
  return clauses.length < 2
    ? [text]
    : [text, ...clauses.filter((clause) => clause.length >= clauseCharactersMin[language])]
}

/** The examples in the rules' definitions. */
function fromRules(language: Language): ClauseRow[] {
  const folder = new URL(`src/engines/builtin/compliance/rules/${language}/themes/`, root)
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.sort().flatMap((from) => {
    const rules = JSON.parse(readFileSync(new URL(from, folder), 'utf8')) as {
      readonly name: string
      readonly fires: readonly string[]
      readonly quiet: readonly string[]
    }[]
    return rules.flatMap(({ name, fires, quiet }) => [
      ...fires.map((text) => ({ text, kind: name, from })),
      ...quiet.flatMap((text) => withClauses(text, language)).map((text) => ({ text, kind: 'fine', from })),
    ])
  })
}

/** Requirements and ads of the labelled data, which are lawful. */
function fromAds(language: Language): ClauseRow[] {
  const requirements = linesOf(new URL(`labelled/rows-${language}.jsonl`, import.meta.url)).map(
    (line) => (JSON.parse(line) as { readonly requirement: string }).requirement,
  )
  const ads = linesOf(new URL(`labelled/sets-${language}.jsonl`, import.meta.url)).flatMap((line) =>
    (JSON.parse(line) as { readonly jd: string }).jd.split('\n'),
  )
  const texts = [...new Set(requirements), ...ads.flatMap((line) => withClauses(line, language))]
  return texts.map((text) => ({ text, kind: 'fine', from: 'ads' }))
}

/** Ordinary sentences for any job: one in every few. */
function fromFrames(language: Language): ClauseRow[] {
  return ordinarySentences(language)
    .filter((_sample, at) => at % framesEvery === 0)
    .map(({ text, rules }) => ({ text, kind: rules[0] ?? 'fine', from: 'frames' }))
}

const framesEvery = 3

function fromParts(language: Language): ClauseRow[] {
  const file = new URL(`labelled/roles/${language}-first.tsv`, import.meta.url)
  return linesOf(file).map((line) => {
    const [part = '', text = ''] = line.split('\t')
    return { text, kind: part === 'noise' ? 'aside' : 'fine', from: 'parts' }
  })
}

/** Lines, each under the name of its kind in brackets. */
export function ownRows(language: Language): ClauseRow[] {
  const names = readdirSync(own).filter((name) => name.startsWith(language))
  return names.sort().flatMap((from) => {
    let kind = ''
    return linesOf(new URL(from, own)).flatMap((line) => {
      const head = /^\[([a-z-]+)\]$/.exec(line)?.[1]
      if (head === undefined) return [{ text: line, kind, from }]
      kind = head
      return []
    })
  })
}

export function clauseRows(language: Language): ClauseRow[] {
  const rows = [
    ...fromCompliance(language, false),
    ...fromParts(language),
    ...fromFrames(language),
    ...fromRules(language),
    ...fromRules(language),
    ...fromAds(language),
    // Clauses from chats, mails and notes: there are few of them beside the full sentences.
    ...Array.from({ length: ownWeight }, () => ownRows(language)).flat(),
  ]
  const measured = new Set(fromCompliance(language, true).map(({ text }) => plain(text)))
  return rows.filter(({ text }) => text.trim() !== '' && !measured.has(plain(text)))
}

const plain = (text: string): string => text.toLowerCase().replace(/[\s\p{P}]/gu, '')

const ownWeight = 3

function kindsOf(rows: readonly ClauseRow[]): string[] {
  const themes = new Set(rows.map(({ kind }) => kind))
  return ['fine', 'aside', ...[...themes].filter((kind) => kind !== 'fine' && kind !== 'aside').sort()]
}

function fitClauses(rows: readonly ClauseRow[], language: Language): string {
  const kinds = kindsOf(rows)
  const examples: Example[] = rows.map(({ text, kind }) => ({
    features: featuresOf(text, language),
    label: kinds.indexOf(kind),
    group: text,
  }))
  const weights = fitLogistic(examples, {
    classes: kinds.length,
    epochs: 8,
    rate: 0.15,
    decay: 0.002,
    countMin: language === 'zh' ? 2 : 3,
    errorMin: 0.005,
  })
  return written(kinds, weights, language)
}

/** The heaviest weights that fit into this number of bytes. */
const tableMax: Record<Language, number> = { zh: 300_000, en: 500_000 }

function written(kinds: readonly string[], { names, weights, bias }: Weights, language: Language): string {
  const whole = (value: number): number =>
    Math.max(-weightMax, Math.min(weightMax, Math.round(value / weightUnit)))
  const head = kinds.map((kind, at) => `${kind}:${whole(bias[at] ?? 0)}`).join('\t')
  const heaviest = weights
    .flatMap((own, id) => aroundMedian([...own]).map((value, kind) => ({ id, kind, value })))
    .filter(({ value }) => whole(value) !== 0)
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value))
  const pairs = new Map<number, string>()
  let bytes = head.length
  for (const { id, kind, value } of heaviest) {
    const known = pairs.get(id)
    bytes += 2 + (known === undefined ? Buffer.byteLength(names[id] ?? '') + 2 : 0)
    if (bytes > tableMax[language]) break
    pairs.set(id, (known ?? '') + writePair(kind, whole(value)))
  }
  const rows = [...pairs].map(([id, own]) => `${names[id]}\t${own}`)
  return `${[head, ...rows.sort()].join('\n')}\n`
}

/** A constant added to all kinds changes no probability, and most kinds have nearly the same weight. */
function aroundMedian(weights: readonly number[]): number[] {
  const median = [...weights].sort((a, b) => a - b)[Math.floor(weights.length / 2)] ?? 0
  return weights.map((weight) => weight - median)
}

/** The engine's results on held-out sentences. */
function measure(language: Language, read: LearnedTable): void {
  const rows = fromCompliance(language, true)
  for (const least of [0.5, 0.7, 0.85]) {
    const tally = { right: 0, wrong: 0, missed: 0 }
    for (const { text, kind } of rows) {
      const isTold = judgeBy(text, language, read).harm >= least
      if (isTold && kind !== 'fine') tally.right += 1
      else if (isTold) tally.wrong += 1
      else if (kind !== 'fine') tally.missed += 1
      if (process.argv.includes('--wrong') && least === 0.7 && isTold === (kind === 'fine'))
        console.log(`${kind}: ${text}`)
    }
    const { right, wrong, missed } = tally
    const shares = [right / (right + wrong), right / (right + missed)].map((share) => share.toFixed(3))
    console.log(`${language}, told from ${least}: precision, recall ${shares.join(', ')}`)
  }
}

if (import.meta.main) {
  const manifest: Record<string, unknown> = { version: '1', command: 'node training/clauses.ts --write' }
  for (const language of languages) {
    const rows = clauseRows(language)
    const text = fitClauses(rows, language)
    measure(language, readTable(text))
    const sha256 = createHash('sha256').update(text).digest('hex')
    const file = `${language}.generated.tsv`
    manifest[language] = { file, sha256, bytes: Buffer.byteLength(text), lines: rows.length }
    console.log(`${language}: ${rows.length} lines, ${Buffer.byteLength(text)} bytes`)
    if (process.argv.includes('--write')) writeFileSync(new URL(file, table), text)
  }
  if (process.argv.includes('--write'))
    writeFileSync(new URL('manifest.json', table), `${JSON.stringify(manifest, null, 2)}\n`)
}
