import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { surroundings } from '../src/engines/builtin/match/stance/features.ts'
import { stanceByRules } from '../src/engines/builtin/match/stance/rules.ts'
import { readSentences, type Sentence } from '../src/engines/builtin/match/stance/sentence.ts'
import type { StoredStances } from '../src/engines/builtin/match/stance/stance.ts'
import { learnedStances, type Stance } from '../src/engines/builtin/match/stance/stances.ts'
import { normalize } from '../src/engines/builtin/text/normalize.ts'
import { chancesOf, type Example, fitLogistic, type Options, type Weights } from './logistic.ts'

/** A line of a resume, one thing in it, and the candidate's relation to that thing. */
interface StanceExample extends Example {
  readonly language: string
  readonly line: string
  readonly thing: string
  /** The stance by the rules. */
  readonly ruled: Stance
}

const folder = new URL('./labelled/stance/', import.meta.url)
const options: Options = {
  classes: learnedStances.length,
  epochs: 12,
  rate: 0.15,
  decay: 0.002,
  countMin: 2,
}

/** Every labelled line: language, stance, line, thing. */
function stanceExamples(): StanceExample[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tsv'))
    .sort()
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'))
    .flatMap((row) => {
      const [language = '', stance = '', line = '', thing = ''] = row.split('\t')
      const label = learnedStances.indexOf(stance as (typeof learnedStances)[number])
      const want = normalize(thing)
      const sentence = readSentences(line).find(({ norm }) => norm.includes(want))
      if (label < 0 || want === '' || sentence === undefined) return []
      const start = sentence.norm.indexOf(want)
      const ruled = stanceByRules(sentence, start, start + want.length)
      return [
        {
          features: featuresAt(sentence, start, start + want.length),
          label,
          group: line,
          language,
          line,
          thing,
          ruled,
        },
      ]
    })
}

/** The position and the feature in one name, as the model keeps them apart. */
const separator = '\t'

function featuresAt(sentence: Sentence, start: number, end: number): string[] {
  const found: string[] = []
  surroundings(sentence, start, end, stanceByRules(sentence, start, end), (where, what) =>
    found.push(where + separator + what),
  )
  return found
}

const fitStances = (examples: readonly Example[]): Weights => fitLogistic(examples, options)

/** A stable number for a group. */
const partOf = (group: string): number =>
  [...group].reduce((sum, sign) => (Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0)) >>> 0, 7)

/** Five-fold cross-validation. */
function crossValidate(examples: readonly StanceExample[]): void {
  const tallies = new Map<string, { all: number; right: number; ruled: number }>()
  const taken = new Map<string, number>()
  let loss = 0
  const foldToLearned = (stance: Stance): string =>
    stance === 'plain' || stance === 'listed' ? 'done' : stance
  for (let part = 0; part < 5; part += 1) {
    const weights = fitStances(examples.filter(({ group }) => partOf(group) % 5 !== part))
    const ids = new Map(weights.names.map((name, id) => [name, id]))
    for (const { features, label, language, line, thing, ruled } of examples.filter(
      ({ group }) => partOf(group) % 5 === part,
    )) {
      const chances = chancesOf(features, weights, ids)
      loss -= Math.log(Math.max(1e-9, chances[label] ?? 0)) / examples.length
      const got = chances.indexOf(Math.max(...chances))
      for (const name of ['all', language, learnedStances[label] ?? '']) {
        const tally = tallies.get(name) ?? { all: 0, right: 0, ruled: 0 }
        tallies.set(name, {
          all: tally.all + 1,
          right: tally.right + Number(got === label),
          ruled: tally.ruled + Number(foldToLearned(ruled) === learnedStances[label]),
        })
      }
      if (got === label) continue
      const mistake = `${learnedStances[label]} > ${learnedStances[got]}`
      taken.set(mistake, (taken.get(mistake) ?? 0) + 1)
      if (process.argv.includes('--wrong')) console.log(`${mistake} | ${line} | ${thing}`)
    }
  }
  console.log(`loss ${loss.toFixed(3)}`)
  for (const [name, { all, right, ruled }] of tallies)
    console.log(`${name}: learned ${(right / all).toFixed(3)}, rules ${(ruled / all).toFixed(3)} of ${all}`)
  console.log(
    [...taken]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 16)
      .map(([mistake, count]) => `${mistake} ${count}`)
      .join(', '),
  )
}

/** The file stores weights as multiples of this, and as many features as fit into 300 KB. */
const weightUnit = 0.05
const featuresMax = 9_000

function stored(examples: readonly Example[]): StoredStances {
  const { names, weights, bias } = fitStances(examples)
  const whole = (list: Float64Array = new Float64Array()): number[] =>
    Array.from(list, (value) => Math.round(value / weightUnit))
  const most = (list: readonly number[]): number => Math.max(...list.map(Math.abs))
  const heaviest = names
    .map((name, id) => ({ name, own: whole(weights[id]) }))
    .sort((one, other) => most(other.own) - most(one.own) || (one.name < other.name ? -1 : 1))
    .slice(0, featuresMax)
  const byWhere: Record<string, Record<string, string>> = {}
  for (const { name, own } of heaviest) {
    const [where = '', what = ''] = name.split(separator)
    byWhere[where] ??= {}
    byWhere[where][what] = Buffer.from(own.map((value) => Math.max(1, Math.min(255, value + 128)))).toString(
      'base64',
    )
  }
  return { bias: whole(bias), weights: byWhere }
}

/** Learns the table that the match reads, and records its training data in a manifest. */
function write(examples: readonly Example[]): void {
  const table = new URL('../src/engines/builtin/match/stance/', import.meta.url)
  const text = `${JSON.stringify(stored(examples))}\n`
  const sha256 = createHash('sha256').update(text).digest('hex')
  const manifest = {
    file: 'stance.generated.json',
    version: '1',
    sha256,
    bytes: Buffer.byteLength(text),
    lines: examples.length,
  }
  writeFileSync(new URL('stance.generated.json', table), text)
  const told = { ...manifest, command: 'node training/stance.ts --write' }
  writeFileSync(new URL('manifest.json', table), `${JSON.stringify(told, null, 2)}\n`)
}

/** `node training/stance.ts [--wrong]` measures, `--write` learns from all lines and writes the table. */
if (import.meta.main) {
  const examples = stanceExamples()
  if (process.argv.includes('--write')) write(examples)
  else crossValidate(examples)
}
