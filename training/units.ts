import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { readTable } from '../src/engines/builtin/compliance/clauses/index.ts'
import { roles, rolesBy } from '../src/engines/builtin/optimize/units/roles.ts'
import type { Language } from '../src/engines/builtin/text/index.ts'
import { type LabelledChain, learnChains } from './chains.ts'
import { learnTitles, measureTitles } from './titles.ts'
import { type Example, examplesOf } from './unit-examples.ts'

/**
 * Learns which role each unit of a job description has, and which words of a unit are the title of a job:
 * `node training/units.ts` measures, each fifth of the postings learned without it; `--write` writes the tables that
 * the engine reads; `--wrong` lists the errors.
 */
const tables = new URL('../src/engines/builtin/optimize/units/', import.meta.url)
const tableBytesMax = 600_000
const folds = 5

const chainsOf = (examples: readonly Example[]): LabelledChain[] =>
  examples.map(({ features, units, roles: due }) => ({
    features,
    steps: units.map(({ before }) => before),
    due: due.map((role) => roles.indexOf(role)),
  }))

const learn = (examples: readonly Example[]) => learnChains(chainsOf(examples), roles, tableBytesMax)

/** What was learned, on postings and lines that were not learned from. */
function measure(examples: readonly Example[], language: Language): void {
  const tally = { units: 0, right: 0, lines: 0, linesRight: 0 }
  const confused = new Map<string, number>()
  const byRole = new Map<string, number[]>()
  const labelled = examples.filter(({ id }) => /^[ez][nh]-.*\.t(?:sv|xt) /u.test(id))
  for (let fold = 0; fold < folds; fold += 1) {
    const out = new Set(labelled.filter((_example, at) => at % folds === fold))
    const table = readTable(learn(examples.filter((example) => !out.has(example))))
    for (const { id, texts, features, units, roles: due, isWhole } of out) {
      const told = rolesBy(units, features, table)
      for (const [at, role] of told.entries()) {
        const isRight = role === due[at]
        if (isWhole) {
          tally.units += 1
          tally.right += isRight ? 1 : 0
          const own = byRole.get(due[at] ?? '') ?? [0, 0]
          byRole.set(due[at] ?? '', [(own[0] ?? 0) + (isRight ? 1 : 0), (own[1] ?? 0) + 1])
        } else {
          tally.lines += 1
          tally.linesRight += isRight ? 1 : 0
        }
        if (isRight) continue
        const pair = `${due[at]} as ${role}`
        if (isWhole) confused.set(pair, (confused.get(pair) ?? 0) + 1)
        if (process.argv.includes('--wrong') && isWhole) console.log(`  ${id}: ${pair}: ${texts[at]}`)
      }
    }
  }
  console.log(
    `${language}: ${tally.right} of ${tally.units} units right (${(tally.right / Math.max(1, tally.units)).toFixed(3)}), lines alone ${(tally.linesRight / Math.max(1, tally.lines)).toFixed(3)} of ${tally.lines}`,
  )
  console.log('  ', [...byRole].map(([role, [right = 0, all = 0]]) => `${role} ${right}/${all}`).join(', '))
  console.log(
    '  ',
    [...confused]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 14)
      .map(([pair, count]) => `${pair} ${count}`)
      .join(', '),
  )
}

const manifest: Record<string, unknown> = { version: '2', command: 'node training/units.ts --write' }
for (const language of ['zh', 'en'] as const) {
  const examples = examplesOf(language)
  if (process.argv.includes('--write')) {
    const learned = { [language]: learn(examples), [`${language}-titles`]: learnTitles(examples, language) }
    for (const [name, text] of Object.entries(learned)) {
      const file = `${name}.generated.tsv`
      const sha256 = createHash('sha256').update(text).digest('hex')
      manifest[name] = { file, sha256, bytes: Buffer.byteLength(text), examples: examples.length }
      console.log(`${file}: ${Buffer.byteLength(text)} bytes`)
      writeFileSync(new URL(file, tables), text)
    }
  } else {
    measure(examples, language)
    measureTitles(examples, language)
  }
}
if (process.argv.includes('--write'))
  writeFileSync(new URL('manifest.json', tables), `${JSON.stringify(manifest, null, 2)}\n`)
