import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import {
  readTable,
  weightMax,
  weightUnit,
  writePair,
} from '../src/engines/builtin/compliance/clauses/index.ts'
import { partByWords } from '../src/engines/builtin/optimize/parts/classify.ts'
import { featuresOf, type Role, roleBy, roles } from '../src/engines/builtin/optimize/roles/role.ts'
import { detectLanguage, type Language, splitSections } from '../src/engines/builtin/text/index.ts'
import { labelledSets } from './data.ts'
import { type Example, fitLogistic, type Weights } from './logistic.ts'

/**
 * Learns the roles of lines in job descriptions. `node training/roles.ts` measures with ten-fold
 * cross-validation; `--write` writes the tables that the engine reads.
 */
interface RoleRow {
  readonly role: Role
  readonly text: string
  /** Written as separate lines, not taken from an ad or a list of titles. */
  readonly isLabelled: boolean
}

const folder = new URL('labelled/roles/', import.meta.url)
const vocabulary = new URL('../src/engines/builtin/vocabulary/', import.meta.url)
const tables = new URL('../src/engines/builtin/optimize/roles/', import.meta.url)
const tableBytesMax = 300_000
const folds = 10

const rowsOf = (file: URL): string[][] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'))

function labelledRows(language: Language): RoleRow[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(language))
  return names.sort().flatMap((name) =>
    rowsOf(new URL(name, folder)).map(([role = '', text = '']) => ({
      // Preferred items are recognised by their words, later.
      role: (role === 'preferred' ? 'must' : role) as Role,
      text,
      isLabelled: true,
    })),
  )
}

/** Lines of ads under headings that state their role. */
function rowsOfAds(language: Language): RoleRow[] {
  return labelledSets(language).flatMap(({ jd }) =>
    splitSections(jd).flatMap(({ kind, lines }) =>
      kind === 'duties' || kind === 'must' || kind === 'offer'
        ? lines.map(({ text }) => ({ role: kind, text, isLabelled: false }))
        : [],
    ),
  )
}

/** Every N-th name of a title. */
const titlesEvery = 16

function titleRows(language: Language): RoleRow[] {
  const files = readdirSync(vocabulary).filter((name) => /^titles.*\.tsv$/.test(name))
  const names = files.sort().flatMap((name) =>
    rowsOf(new URL(name, vocabulary))
      .slice(1)
      .flatMap(([, aliases = '']) => aliases.split('|')),
  )
  return names
    .filter((text) => text !== '' && detectLanguage(text) === language)
    .filter((_text, at) => at % titlesEvery === 0)
    .map((text) => ({ role: 'title', text, isLabelled: false }))
}

function fitRoles(rows: readonly RoleRow[], language: Language): string {
  const examples: Example[] = rows.map(({ text, role }) => ({
    features: [...featuresOf(text, language)],
    label: roles.indexOf(role),
    group: text,
  }))
  const weights = fitLogistic(examples, {
    classes: roles.length,
    epochs: 12,
    rate: 0.15,
    decay: 0.004,
    countMin: 2,
  })
  return written(weights)
}

/** The weights farthest from their feature's median, as many as fit. */
function written({ names, weights, bias }: Weights): string {
  const whole = (value: number): number =>
    Math.max(-weightMax, Math.min(weightMax, Math.round(value / weightUnit)))
  const head = roles.map((role, at) => `${role}:${whole(bias[at] ?? 0)}`).join('\t')
  const heaviest = weights
    .flatMap((own, id) => aroundMedian([...own]).map((value, role) => ({ id, role, value })))
    .filter(({ value }) => whole(value) !== 0)
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value))
  const pairs = new Map<number, string>()
  let bytes = head.length
  for (const { id, role, value } of heaviest) {
    const known = pairs.get(id)
    bytes += 2 + (known === undefined ? Buffer.byteLength(names[id] ?? '') + 2 : 0)
    if (bytes > tableBytesMax) break
    pairs.set(id, (known ?? '') + writePair(role, whole(value)))
  }
  const rows = [...pairs].map(([id, own]) => `${names[id]}\t${own}`)
  return `${[head, ...rows.sort()].join('\n')}\n`
}

function aroundMedian(weights: readonly number[]): number[] {
  const median = [...weights].sort((a, b) => a - b)[Math.floor(weights.length / 2)] ?? 0
  return weights.map((weight) => weight - median)
}

/** Compares cues alone with the learned weights on held-out labelled lines. */
function measure(rows: readonly RoleRow[], language: Language): void {
  const told = Array.from({ length: folds }, (_, fold) => {
    const table = readTable(
      fitRoles(
        rows.filter((row, at) => !row.isLabelled || at % folds !== fold),
        language,
      ),
    )
    return rows
      .filter((row, at) => row.isLabelled && at % folds === fold)
      .map((row) => ({ ...row, ...named(roleBy(featuresOf(row.text, language), table)) }))
  }).flat()
  const share = (some: readonly unknown[], all: readonly unknown[]) =>
    `${((100 * some.length) / Math.max(1, all.length)).toFixed(1)} %`
  const cued = told.filter(({ text, role }) => partByWords(text, language) === role)
  console.log(`${language}: ${told.length} lines; cues alone right on ${share(cued, told)}`)
  for (const least of [0, 0.5, 0.7, 0.85]) {
    const sure = told.filter(({ chance }) => chance >= least)
    const right = sure.filter(({ role, likely }) => role === likely)
    console.log(`  from ${least}: speaks on ${share(sure, told)}, right on ${share(right, sure)}`)
  }
  if (process.argv.includes('--wrong'))
    for (const { role, likely, chance, text } of told)
      if (role !== likely) console.log(`  ${role} not ${likely} (${chance.toFixed(2)}): ${text}`)
}

const named = ({ role, chance }: { role: Role; chance: number }) => ({ likely: role, chance })

const manifest: Record<string, unknown> = { version: '1', command: 'node training/roles.ts --write' }
for (const language of ['zh', 'en'] as const) {
  const rows = [...labelledRows(language), ...rowsOfAds(language), ...titleRows(language)]
  if (!process.argv.includes('--write')) measure(rows, language)
  const text = fitRoles(rows, language)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const file = `${language}.generated.tsv`
  manifest[language] = { file, sha256, bytes: Buffer.byteLength(text), lines: rows.length }
  console.log(`${language}: ${rows.length} lines, ${Buffer.byteLength(text)} bytes`)
  if (process.argv.includes('--write')) writeFileSync(new URL(file, tables), text)
}
if (process.argv.includes('--write'))
  writeFileSync(new URL('manifest.json', tables), `${JSON.stringify(manifest, null, 2)}\n`)
