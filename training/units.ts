import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readTable } from '../src/engines/builtin/compliance/clauses/index.ts'
import { plainText } from '../src/engines/builtin/optimize/plain/plain-text.ts'
import { featuresOf } from '../src/engines/builtin/optimize/units/features.ts'
import { type Role, roles, rolesBy } from '../src/engines/builtin/optimize/units/roles.ts'
import { type Unit, unitsOf } from '../src/engines/builtin/optimize/units/units.ts'
import { detectLanguage, type Language, splitSections } from '../src/engines/builtin/text/index.ts'
import { type LabelledChain, learnChains } from './chains.ts'
import { labelledSets } from './data.ts'

/**
 * Learns which role each unit of a job description has: `node training/units.ts` measures, each fifth of the postings
 * learned without it; `--write` writes the tables that the engine reads; `--wrong` lists the errors.
 */
interface Example {
  readonly id: string
  readonly texts: readonly string[]
  readonly features: readonly (readonly string[])[]
  readonly units: readonly Unit[]
  readonly roles: readonly Role[]
  /** A posting with its context, and not a line alone. */
  readonly isWhole: boolean
}

const lines = new URL('labelled/roles/', import.meta.url)
const postings = new URL('labelled/units/', import.meta.url)
const vocabulary = new URL('../src/engines/builtin/vocabulary/', import.meta.url)
const tables = new URL('../src/engines/builtin/optimize/units/', import.meta.url)
const tableBytesMax = 299_990
const folds = 5

const roleOf: Readonly<Record<string, Role>> = {
  duty: 'duties',
  job: 'title',
  apply: 'other',
  legal: 'other',
  ...Object.fromEntries(roles.map((role) => [role, role])),
}
const roleNamed = (name: string): Role => (name.startsWith('head') ? 'heading' : (roleOf[name] ?? 'other'))

const rowsOf = (file: URL): string[][] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'))

/** Postings with a role for each unit. */
function postingsOf(language: Language): Example[] {
  const files = readdirSync(postings).filter((name) => name.startsWith(language) && name.endsWith('.txt'))
  return files.sort().flatMap((name) =>
    readFileSync(new URL(name, postings), 'utf8')
      .split(/^===.*$/mu)
      .slice(1)
      .map((text, at) => postingOf(text, `${name} ${at}`, language)),
  )
}

function postingOf(rows: string, id: string, language: Language): Example {
  let text = ''
  const spans: { until: number; role: Role }[] = []
  for (const row of rows.split('\n')) {
    const [name = '', ...cells] = row.split('\t')
    if (cells.length === 0) continue
    const isBehind = name.startsWith('+')
    const words = plainText(cells.join('\t').replace(/\[\[|\]\]/gu, '')).text
    const gap = !isBehind ? '\n' : language === 'en' && !/\s$/u.test(text) && !/^\s/u.test(words) ? ' ' : ''
    text += (text === '' ? '' : gap) + words
    spans.push({ until: text.length, role: roleNamed(name.replace('+', '').trim()) })
  }
  const units = unitsOf(text, language)
  return {
    id,
    texts: units.map((unit) => unit.text),
    features: featuresOf(units, language, true),
    units,
    roles: units.map(({ start }) => spans.find(({ until }) => until > start)?.role ?? 'other'),
    isWhole: true,
  }
}

/** A line alone, of one role. */
function lineOf(text: string, role: Role, id: string, language: Language): Example {
  const units = unitsOf(text, language)
  return {
    id,
    texts: units.map((unit) => unit.text),
    features: featuresOf(units, language, false),
    units,
    roles: units.map(() => role),
    isWhole: false,
  }
}

function linesOf(language: Language): Example[] {
  const names = readdirSync(lines).filter((name) => name.startsWith(language) && name.endsWith('.tsv'))
  return names
    .sort()
    .flatMap((name) =>
      rowsOf(new URL(name, lines)).map(([role = '', text = ''], at) =>
        lineOf(text, roleNamed(role), `${name} ${at}`, language),
      ),
    )
}

/** Ads under headings that say what their lines are. */
function adsOf(language: Language): Example[] {
  return labelledSets(language).flatMap(({ jd, id }): Example[] => {
    const lines = splitSections(jd).flatMap(({ kind, lines: own }) =>
      own.map(({ start, text }) => ({ kind, start, text })),
    )
    const from = lines.find(({ kind }) => kind !== 'plain')?.start ?? 0
    const units = unitsOf(jd, language).filter(({ end }) => end >= from - headingCharactersMax)
    return [
      {
        id,
        texts: units.map(({ text }) => text),
        features: featuresOf(units, language, true),
        units,
        roles: units.map(({ start, text, isHeading }) => {
          const line = lines.find((each) => each.start <= start && start < each.start + each.text.length)
          if (line === undefined || (isHeading && line.text === text && line.kind !== 'plain'))
            return 'heading'
          if (line.kind === 'plain') return 'summary'
          return line.kind === 'about' ? 'company' : line.kind === 'place' ? 'basics' : line.kind
        }),
        isWhole: true,
      },
    ]
  })
}

const headingCharactersMax = 3

const clauses = new URL('labelled/clauses/', import.meta.url)
/** Unlawful demands of these kinds stand among the requirements. */
const demanded =
  /^(?:gender|age|age-limit|sex|appearance|marriage|family|origin|ethnicity|rural|disability|health|school|race|lifestyle|background|citizenship|native|youth)/u

/** Clauses said to a colleague, and demands as unlawful ads have them. */
function clausesOf(language: Language): Example[] {
  return readdirSync(clauses)
    .filter((name) => name.startsWith(language))
    .sort()
    .flatMap((name) => {
      let kind = ''
      return readFileSync(new URL(name, clauses), 'utf8')
        .split('\n')
        .flatMap((line, at) => {
          const named = /^\[(.+)\]$/u.exec(line)?.[1]
          kind = named ?? kind
          const role: Role | undefined = kind === 'aside' ? 'noise' : demanded.test(kind) ? 'must' : undefined
          return named !== undefined || line.trim() === '' || role === undefined
            ? []
            : [lineOf(line, role, `clauses ${name} ${at}`, language)]
        })
    })
}

/** The distance between the names of titles that are used. */
const titlesEvery = 24

function titlesOf(language: Language): Example[] {
  const files = readdirSync(vocabulary).filter((name) => /^titles.*\.tsv$/.test(name))
  const names = files.sort().flatMap((name) =>
    rowsOf(new URL(name, vocabulary))
      .slice(1)
      .flatMap(([, aliases = '']) => aliases.split('|')),
  )
  return names
    .filter((text) => text !== '' && detectLanguage(text) === language)
    .filter((_text, at) => at % titlesEvery === 0)
    .map((text) => lineOf(text, 'title', text, language))
}

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

const manifest: Record<string, unknown> = { version: '1', command: 'node training/units.ts --write' }
for (const language of ['zh', 'en'] as const) {
  const examples = [
    ...postingsOf(language),
    ...linesOf(language),
    ...adsOf(language),
    ...clausesOf(language),
    ...titlesOf(language),
  ]
  if (process.argv.includes('--write')) {
    const text = learn(examples)
    const file = `${language}.generated.tsv`
    const sha256 = createHash('sha256').update(text).digest('hex')
    manifest[language] = { file, sha256, bytes: Buffer.byteLength(text), examples: examples.length }
    console.log(`${file}: ${Buffer.byteLength(text)} bytes`)
    writeFileSync(new URL(file, tables), text)
  } else measure(examples, language)
}
if (process.argv.includes('--write'))
  writeFileSync(new URL('manifest.json', tables), `${JSON.stringify(manifest, null, 2)}\n`)
