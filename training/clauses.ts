import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import {
  type BucketTable,
  bucketBits,
  type Clause,
  clausesOf,
  featuresOf,
  judgeBy,
  readBuckets,
  type Weight,
  writeBuckets,
} from '../src/engines/builtin/compliance/clauses/index.ts'
import { detectLanguage, type Language } from '../src/engines/builtin/text/index.ts'
import { readTables } from '../src/engines/builtin/vocabulary-tables.ts'
import { type BucketOptions, fitBuckets, heaviest } from './buckets.ts'
import { type LawRow, lawRows } from './law.ts'
import { ordinarySentences } from './ordinary.ts'
import { fitSpans, spanRows } from './spans.ts'

/**
 * Learns the kinds of clauses in job descriptions. `node training/clauses.ts [--wrong]` measures on
 * held-out sentences; `--write` writes the tables that the engine reads.
 */
export interface ClauseRow {
  readonly text: string
  /** `fine`, `aside`, or the rule that the clause breaks. */
  readonly kind: string
  readonly from: string
  /** A clause of a longer one: what is said beside it may be what makes it fine. */
  readonly isPart?: boolean
}

const root = new URL('../', import.meta.url)
const own = new URL('labelled/clauses/', import.meta.url)
const wordings = new URL('labelled/wordings/', import.meta.url)
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
    const fine = harmless.flatMap((text) =>
      unseen ? [{ text, kind: 'fine', from }] : fineRows(text, language, from),
    )
    return [
      ...harmful.flatMap(([text, rules]) => rules.split(' ').map((kind) => ({ text, kind, from }))),
      ...fine,
    ]
  })
}

const clauseCharactersMin: Record<Language, number> = { zh: 3, en: 6 }

/** A sentence that is fine, and its clauses. */
function fineRows(text: string, language: Language, from: string): ClauseRow[] {
  const clauses = clausesOf(text, language).map((clause) => clause.text)
  const parts =
    clauses.length < 2 ? [] : clauses.filter(({ length }) => length >= clauseCharactersMin[language])
  return [
    { text, kind: 'fine', from },
    ...parts.map((part) => ({ text: part, kind: 'fine', from, isPart: true })),
  ]
}

/** The examples in the rules' definitions. */
function fromRules(language: Language): ClauseRow[] {
  const from = 'rules.json'
  const file = new URL(`src/engines/builtin/compliance/rules/${language}/${from}`, root)
  const rules = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly name: string
    readonly fires: readonly string[]
    readonly quiet: readonly string[]
  }[]
  return rules.flatMap(({ name, fires, quiet }) => [
    ...fires.map((text) => ({ text, kind: name, from })),
    ...quiet.flatMap((text) => fineRows(text, language, from)),
  ])
}

/** Requirements and ads of the labelled data, which are lawful. */
function fromAds(language: Language): ClauseRow[] {
  const requirements = linesOf(new URL(`labelled/rows-${language}.jsonl`, import.meta.url)).map(
    (line) => (JSON.parse(line) as { readonly requirement: string }).requirement,
  )
  const ads = linesOf(new URL(`labelled/sets-${language}.jsonl`, import.meta.url)).flatMap((line) =>
    (JSON.parse(line) as { readonly jd: string }).jd.split('\n'),
  )
  return [...new Set(requirements), ...ads].flatMap((text) => fineRows(text, language, 'ads'))
}

/** What ads ask for, by the topics of other training: lawful. */
function fromTopics(language: Language): ClauseRow[] {
  const folder = new URL('knowledge/', import.meta.url)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tsv'))
    .sort()
    .flatMap((from) =>
      linesOf(new URL(from, folder)).flatMap((line) => {
        const asked = line.split('\t')[language === 'zh' ? 2 : 3] ?? ''
        const forms = asked.split('|').filter((form) => form.length >= clauseCharactersMin[language])
        return forms.slice(0, formsMax).map((text) => ({ text, kind: 'fine', from, isPart: true }))
      }),
    )
}

const formsMax = 2

/** Names of skills and jobs: lawful, and in the words of every trade. */
function fromVocabulary(language: Language): ClauseRow[] {
  const kinds = ['skills', 'titles', 'domains']
  return readTables()
    .rows.filter(({ kind }) => kinds.includes(kind))
    .flatMap(({ aliases }) => aliases)
    .filter(
      (text) => (detectLanguage(text) === 'zh') === (language === 'zh') && text.length > aliasMin[language],
    )
    .map((text) => ({ text, kind: 'fine', from: 'vocabulary', isPart: true }))
}

const aliasMin: Record<Language, number> = { zh: 1, en: 3 }

/** What any recruiter says of any job: one in every few. */
function fromFrames(language: Language): ClauseRow[] {
  return ordinarySentences(language)
    .filter((_sample, at) => at % framesEvery === 0)
    .map(({ text, rules }) => ({ text, kind: rules[0] ?? 'fine', from: 'frames' }))
}

const framesEvery = 3

/** Lines of job descriptions by their role; noise is the page or mail around them. */
function fromRoles(language: Language): ClauseRow[] {
  const folder = new URL('labelled/roles/', import.meta.url)
  const names = readdirSync(folder).filter((name) => name.startsWith(language))
  return names.sort().flatMap((from) =>
    linesOf(new URL(from, folder)).map((line) => {
      const [role = '', text = ''] = line.split('\t')
      return { text, kind: role === 'noise' ? 'aside' : 'fine', from, isPart: role !== 'noise' }
    }),
  )
}

/**
 * Units of labelled postings: what recruiters really send. A clause of a harmful unit without a marked word is
 * fine, and so is the unit without its marked words. Harmful ones are few, so each counts `harmWeight` times.
 * Noise is noise by its context, so a unit of it that looks like a part of the job isn't learned as one.
 */
export function fromLaw(rows: readonly LawRow[], language: Language): ClauseRow[] {
  const from = 'law'
  return rows.flatMap(({ text, role, rules, marked }): ClauseRow[] => {
    // A row of a table looks like the rows of jobs.
    if (role === 'noise' && /[|\t]/u.test(text)) return []
    if (rules.length === 0)
      return role === 'noise' ? [{ text, kind: 'aside', from, isPart: true }] : fineRows(text, language, from)
    const clauses = clausesOf(text, language)
    const isHarmful = ({ start, end }: Clause) => marked.some((mark) => mark.start < end && start < mark.end)
    // Which clause breaks which of two rules isn't labelled.
    const told = clauses.length > 1 && rules.length === 1 ? clauses.filter(isHarmful) : []
    const harmful = [text, ...told.map((clause) => clause.text)]
    const lawful = clauses.filter((clause) => !isHarmful(clause)).map((clause) => clause.text)
    const rest = withoutMarked(text, marked)
    return [
      ...Array.from({ length: harmWeight }, () => harmful)
        .flat()
        .flatMap((words) => rules.map((kind) => ({ text: words, kind, from }))),
      ...lawful
        .filter(({ length }) => length >= clauseCharactersMin[language])
        .map((words) => ({ text: words, kind: 'fine', from })),
      ...(rest.length > text.length * restShareMin ? [{ text: rest, kind: 'fine', from, isPart: true }] : []),
    ]
  })
}

const harmWeight = 2
const restShareMin = 0.4

function withoutMarked(text: string, marked: LawRow['marked']): string {
  let rest = ''
  let at = 0
  for (const { start, end } of marked) {
    rest += text.slice(at, start)
    at = end
  }
  return rest + text.slice(at)
}

/** Lines, each under the name of its kind in brackets. */
function linesUnderKinds(folder: URL, language: Language): ClauseRow[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(language))
  return names.sort().flatMap((from) => {
    let kinds: readonly string[] = []
    return linesOf(new URL(from, folder)).flatMap((line) => {
      const head = /^\[([a-z -]+)\]$/.exec(line)?.[1]
      if (head === undefined) return kinds.map((kind) => ({ text: line, kind, from }))
      kinds = head.split(' ')
      return []
    })
  })
}

export const ownRows = (language: Language): ClauseRow[] => linesUnderKinds(own, language)

/** All rows; `law`: those of the labelled postings. */
export function clauseRows(language: Language, law = lawRows(language)): ClauseRow[] {
  const rows = [
    ...fromCompliance(language, false),
    ...fromRoles(language),
    ...fromFrames(language),
    ...Array.from({ length: rulesWeight }, () => fromRules(language)).flat(),
    ...fromAds(language),
    ...fromTopics(language),
    ...fromVocabulary(language),
    // Demands as earlier rules of patterns had them, and the same people where nothing is asked of them.
    ...linesUnderKinds(wordings, language),
    // Clauses as chats, mails and loose points have them: there are few of them beside the whole sentences.
    ...Array.from({ length: ownWeight }, () => ownRows(language)).flat(),
    ...fromLaw(law, language),
  ]
  const measured = new Set(fromCompliance(language, true).map(({ text }) => plain(text)))
  return rows.filter(({ text }) => text.trim() !== '' && !measured.has(plain(text)))
}

const plain = (text: string): string => text.toLowerCase().replace(/[\s\p{P}]/gu, '')

const ownWeight = 3
const rulesWeight = 2

function kindsOf(rows: readonly ClauseRow[]): string[] {
  const themes = new Set(rows.map(({ kind }) => kind))
  return ['fine', 'aside', ...[...themes].filter((kind) => kind !== 'fine' && kind !== 'aside').sort()]
}

/**
 * Learned twice: what the first table makes of the clauses of harmful sentences is learned, too, and only the
 * weights that moved most in it are fitted again, so that none is missed that was left out.
 */
export function fitTwice(rows: readonly ClauseRow[], language: Language): Uint8Array {
  const kinds = kindsOf(rows)
  const wholes = rows.filter(({ isPart }) => !isPart)
  const first = fitClauses(wholes, kinds, language, { epochs: 4 })
  const table = tableOf(kinds, first.bias, first.weights)
  const isFine = ({ text, isPart }: ClauseRow): boolean =>
    !isPart || judgeBy(text, language, table).harm < partHarmMax
  const all = [...rows.filter(isFine), ...clausesOfHarmful(rows, language, table)]
  const only = new Set(first.weights.map(({ feature, kind }) => feature * kinds.length + kind))
  const { bias, weights } = fitClauses(all, kinds, language, { epochs: 10, only })
  return writeBuckets(kinds, bias, weights)
}

const tableOf = (
  kinds: readonly string[],
  bias: readonly number[],
  weights: readonly Weight[],
): BucketTable => readBuckets(writeBuckets(kinds, bias, weights))

/** Which clause of a harmful sentence harms, and which are fine, where a table is sure. */
function clausesOfHarmful(rows: readonly ClauseRow[], language: Language, read: BucketTable): ClauseRow[] {
  const kinds = new Map<string, Set<string>>()
  for (const { text, kind } of rows)
    if (kind !== 'fine' && kind !== 'aside') kinds.set(text, (kinds.get(text) ?? new Set()).add(kind))
  return [...kinds].flatMap(([text, own]) => {
    const clauses = clausesOf(text, language)
    if (clauses.length < 2) return []
    const judged = clauses.map((clause) => ({
      clause,
      judgement: judgeBy(clause.text, language, read, besideShareMin),
    }))
    const suspect = judged.filter(({ judgement }) => judgement.fine < sureFineMin)
    return judged.flatMap(({ clause, judgement }): ClauseRow[] => {
      const row = { text: clause.text, from: 'clauses of harmful sentences' }
      if (judgement.fine >= sureFineMin) return suspect.length > 0 ? [{ ...row, kind: 'fine' }] : []
      if (suspect.length === 1) return [...own].map((kind) => ({ ...row, kind }))
      const themes = judgement.themes.filter((theme) => own.has(theme))
      return judgement.harm >= sureHarmMin ? themes.map((kind) => ({ ...row, kind })) : []
    })
  })
}

/** From this share of the likeliest rule's probability a clause is learned as breaking another, too. */
const besideShareMin = 0.4
const sureFineMin = 0.7
const sureHarmMin = 0.5
const partHarmMax = 0.85

interface Fitted {
  readonly bias: readonly number[]
  readonly weights: readonly Weight[]
}

function fitClauses(
  rows: readonly ClauseRow[],
  kinds: readonly string[],
  language: Language,
  how: Pick<BucketOptions, 'epochs' | 'only'>,
): Fitted {
  const examples = rows.map(({ text, kind }) => ({
    features: featuresOf(text, language),
    label: kinds.indexOf(kind),
  }))
  const fitted = fitBuckets(examples, {
    ...how,
    features: 2 ** bucketBits,
    classes: kinds.length,
    rate: 0.15,
    decay: 0.002,
    countMin: 2,
    errorMin: 0.005,
  })
  return heaviest(fitted, how.only === undefined, weightsMax)
}

/** The number of weights whose table stays below 500 KB. */
const weightsMax = 300_000

/** What the engine says of sentences that nothing was learned from. */
function measure(language: Language, read: BucketTable): void {
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
  const manifest: Record<string, unknown> = { version: '2', command: 'node training/clauses.ts --write' }
  for (const language of languages) {
    const rows = clauseRows(language)
    const clauses = fitTwice(rows, language)
    measure(language, readBuckets(clauses))
    const spans = spanRows(language)
    const tables = { clauses, words: fitSpans(spans, language) }
    for (const [name, bytes] of Object.entries(tables)) {
      const file = `${language}-${name}.generated.bin`
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const lines = name === 'clauses' ? rows.length : spans.length
      manifest[file] = { sha256, bytes: bytes.length, lines }
      console.log(`${file}: ${lines} lines, ${bytes.length} bytes`)
      if (process.argv.includes('--write')) writeFileSync(new URL(file, table), bytes)
    }
  }
  if (process.argv.includes('--write'))
    writeFileSync(new URL('manifest.json', table), `${JSON.stringify(manifest, null, 2)}\n`)
}
