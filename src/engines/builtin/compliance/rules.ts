import { readFileSync } from 'node:fs'
import { type Severity, severities } from '../../../contract/index.ts'
import type { Language } from '../text/index.ts'
import en from './rules/en/rules.json' with { type: 'json' }
import zh from './rules/zh/rules.json' with { type: 'json' }

/** One rule as its file states it. README.md describes each member. */
export interface Rule {
  readonly name: string
  readonly severity: Severity
  readonly legalBasis: string
  readonly suggestion: string
  /** Words that make a clause lawful: in the same sentence, or anywhere in the text. */
  readonly excused?: readonly string[]
  readonly lifted?: readonly string[]
  /** The replacement of words that break the rule; `<name>` is filled by the pattern of that name. */
  readonly instead?: string
  readonly fires: readonly string[]
  readonly quiet: readonly string[]
}

/** Words with a replacement. */
export interface Exchange {
  readonly rule: Rule
  readonly put: string
  /** In every clause; except in clearly harmless ones; or only among words that break the rule. */
  readonly where: Where
}

type Where = 'always' | 'anywhere' | 'span'
const isWhere = (word: string): word is Where => ['always', 'anywhere', 'span'].includes(word)

const sources: Record<Language, unknown> = { zh, en }
const books = new Map<Language, ReadonlyMap<string, Rule>>()

/** The rules of a language by name; throws on the first that is malformed. */
export function rulesFor(language: Language): ReadonlyMap<string, Rule> {
  const known = books.get(language)
  if (known !== undefined) return known
  const rules = new Map((sources[language] as Rule[]).map((rule) => [checked(rule).name, rule]))
  books.set(language, rules)
  return rules
}

/** The names of the rules of a language. */
export function ruleNames(language: Language): string[] {
  return [...rulesFor(language).keys()]
}

function checked(rule: Rule): Rule {
  const isSound =
    /^[a-z]+(?:-[a-z]+)*$/.test(rule.name) &&
    severities.includes(rule.severity) &&
    Boolean(rule.legalBasis && rule.suggestion && rule.fires?.length && rule.quiet?.length)
  if (!isSound) throw new Error(`compliance rule ${JSON.stringify(rule.name)}: a member is not in order`)
  return rule
}

const exchanges = new Map<Language, ReadonlyMap<string, Exchange>>()

/** By the words to be replaced, in lower case: `instead.tsv` of a language. */
export function exchangesFor(language: Language): ReadonlyMap<string, Exchange> {
  const known = exchanges.get(language)
  if (known !== undefined) return known
  const [, ...rows] = readFileSync(new URL(`rules/${language}/instead.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const made = new Map(
    rows.flatMap((row) => {
      const [name = '', where = '', put = '', forms = ''] = row.split('\t')
      const rule = rulesFor(language).get(name)
      if (rule === undefined || !isWhere(where)) throw new Error(`instead.tsv of ${language}: ${row}`)
      return forms.split('|').map((form): [string, Exchange] => [form, { rule, put, where }])
    }),
  )
  exchanges.set(language, made)
  return made
}
