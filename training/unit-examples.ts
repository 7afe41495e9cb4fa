import { readdirSync, readFileSync } from 'node:fs'
import { plainText } from '../src/engines/builtin/optimize/plain/plain-text.ts'
import { featuresOf } from '../src/engines/builtin/optimize/units/features.ts'
import { type Role, roles } from '../src/engines/builtin/optimize/units/roles.ts'
import { type Unit, unitsOf } from '../src/engines/builtin/optimize/units/units.ts'
import { detectLanguage, type Language, splitSections } from '../src/engines/builtin/text/index.ts'
import { labelledSets } from './data.ts'

/** A posting, or a line alone, with the role of each of its units. */
export interface Example {
  readonly id: string
  readonly texts: readonly string[]
  readonly features: readonly (readonly string[])[]
  readonly units: readonly Unit[]
  readonly roles: readonly Role[]
  /** A posting with its context, and not a line alone. */
  readonly isWhole: boolean
  /** The marked titles of each unit: where they begin and end in its text. */
  readonly titles?: readonly (readonly (readonly [number, number])[])[]
}

const lines = new URL('labelled/roles/', import.meta.url)
const postings = new URL('labelled/units/', import.meta.url)
const vocabulary = new URL('../src/engines/builtin/vocabulary/', import.meta.url)

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
  const marked: [number, number][] = []
  for (const row of rows.split('\n')) {
    const [name = '', ...cells] = row.split('\t')
    if (cells.length === 0) continue
    const isBehind = name.startsWith('+')
    const words = plainText(cells.join('\t').replaceAll('[[', open).replaceAll(']]', close)).text
    const gap = !isBehind ? '\n' : language === 'en' && !/\s$/u.test(text) && !/^\s/u.test(words) ? ' ' : ''
    text += text === '' ? '' : gap
    for (const [at, piece] of words.split(/[\ue000\ue001]/u).entries()) {
      if (at % 2 === 1) marked.push([text.length, text.length + piece.length])
      text += piece
    }
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
    titles: units.map(({ start, end }) =>
      marked
        .filter(([from, until]) => from < end && until > start)
        .map(([from, until]): [number, number] => [Math.max(0, from - start), Math.min(end, until) - start]),
    ),
  }
}

/** Private characters replace the marks around a title while markup is removed. */
const open = '\ue000'
const close = '\ue001'

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
/** Unlawful demands of these kinds are listed among the requirements. */
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

/** All examples of a language. Those of postings and lines have the name of their file in `id`. */
export const examplesOf = (language: Language): Example[] => [
  ...postingsOf(language),
  ...linesOf(language),
  ...adsOf(language),
  ...clausesOf(language),
  ...titlesOf(language),
]
