import { readdirSync, readFileSync } from 'node:fs'
import { type Severity, severities } from '../../../contract/index.ts'
import type { Language } from '../text/index.ts'
import { demandOf } from './demands.ts'
import {
  compilePattern,
  hasUnboundedRepeat,
  type Stance,
  stancesOf,
  stanceTemplates,
  wordsOf,
} from './patterns.ts'
import { type Demand, Prefilter } from './prefilter.ts'

/** One rule as its file states it. README.md says what each member is for. */
export interface RuleSource {
  readonly name: string
  readonly severity: Severity
  readonly legalBasis: string
  readonly suggestion: string
  /** What the rewritten text does with a match: leaves it out, or keeps it as it is. */
  readonly rewrite: 'remove' | 'keep'
  /** Groups of people whom a text may not ask for, turn away, or either; the words for that are shared. */
  readonly who?: readonly { readonly stance: Stance; readonly group: string }[]
  readonly patterns: readonly (string | { readonly match: string; readonly to: string })[]
  /** Lawful exceptions: in the same sentence, its part, a few characters around, anywhere in the text. */
  readonly unless?: readonly string[]
  readonly unlessClause?: readonly string[]
  readonly unlessNear?: readonly string[]
  readonly unlessAnywhere?: readonly string[]
  readonly fires: readonly string[]
  readonly quiet: readonly string[]
}

export interface RulePattern {
  readonly rule: Rule
  /** Compiled at the first call: most patterns are never needed. */
  readonly match: () => RegExp
  /** The same for a text in lower case: few texts get past it. */
  readonly lower: () => RegExp
  /** The people that it is about, in lower case: a text that names none isn't searched for the long rest. */
  readonly group: LazyPattern
  /** What replaces a match, with `$1` for its groups; null where the rule keeps the words. */
  readonly replacement: string | null
}

export interface Rule {
  readonly name: string
  readonly severity: Severity
  readonly legalBasis: string
  readonly suggestion: string
  readonly unless: LazyPattern
  readonly unlessClause: LazyPattern
  readonly unlessNear: LazyPattern
  readonly unlessAnywhere: LazyPattern
}

/** Compiled at the first call, too; undefined where a rule has none. */
export type LazyPattern = () => RegExp | undefined

/** The patterns of all rules, rule by rule, and what tells which of them a line can match at all. */
export interface RuleBook {
  readonly patterns: readonly RulePattern[]
  readonly prefilter: Prefilter
  readonly byName: ReadonlyMap<string, Rule>
}

const books = new Map<Language, RuleBook>()

/** The rules of a language, read at the first call. */
export function rulesFor(language: Language): RuleBook {
  const known = books.get(language)
  if (known !== undefined) return known
  const prefilter = new Prefilter()
  const demand = demandsIn(prefilter, language)
  const patterns = ruleSources(language).flatMap((source) => patternsOf(source, language))
  for (const [index, { text, who }] of patterns.entries()) prefilter.watch(demand(text, who), index)
  const byName = new Map(patterns.map(({ rule }) => [rule.name, rule]))
  const book = { patterns, prefilter, byName }
  books.set(language, book)
  return book
}

/** The names of the rules of a language. */
export function ruleNames(language: Language): string[] {
  return [...rulesFor(language).byName.keys()]
}

/** Compiles what waits for a text that needs it, in every language: for the tool that checks all patterns. */
export function compileAllRules(): void {
  for (const { match, lower, group, rule } of [...rulesFor('zh').patterns, ...rulesFor('en').patterns]) {
    for (const make of [match, lower, group, rule.unless, rule.unlessClause]) make()
    for (const make of [rule.unlessNear, rule.unlessAnywhere]) make()
  }
}

/** Reads what patterns demand; every list of words is read once, and so is a group of people. */
function demandsIn(prefilter: Prefilter, language: Language) {
  const known = new Map<string, Demand | null>()
  // English patterns match whole words only.
  const isWhole = language === 'en'
  const read = (pattern: string, startsWord: boolean): Demand | null => {
    const key = `${startsWord} ${pattern}`
    const earlier = known.get(key)
    if (earlier !== undefined) return earlier
    const demand = demandOf(pattern, prefilter, list, startsWord)
    known.set(key, demand)
    return demand
  }
  const list = (name: string, startsWord: boolean) => read(wordsOf(language).get(name) ?? '', startsWord)
  return (pattern: string, who: string) => {
    const named = (name: string, startsWord: boolean) =>
      name === 'who' ? read(who, startsWord) : list(name, startsWord)
    return demandOf(pattern, prefilter, named, isWhole)
  }
}

/**
 * The rules of a language as the files of `rules/<language>/themes` state them, one file per theme; throws on
 * the first that is malformed.
 */
export function ruleSources(language: Language): RuleSource[] {
  const folder = new URL(`rules/${language}/themes/`, import.meta.url)
  const themes = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return themes.sort().flatMap((theme) => {
    const rules = JSON.parse(readFileSync(new URL(theme, folder), 'utf8')) as unknown[]
    return rules.map((rule) => readRule(rule))
  })
}

function readRule(source: unknown): RuleSource {
  const rule = source as RuleSource
  const problem = problemOf(rule)
  if (problem !== undefined) throw new Error(`compliance rule ${JSON.stringify(rule?.name)}: ${problem}`)
  return rule
}

function problemOf(rule: RuleSource): string | undefined {
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(rule.name)) return 'its name is not kebab-case'
  if (!severities.includes(rule.severity)) return `its severity is none of ${severities.join(', ')}`
  if (!rule.legalBasis || !rule.suggestion) return 'legalBasis or suggestion is missing'
  if (rule.rewrite !== 'remove' && rule.rewrite !== 'keep') return 'rewrite is neither remove nor keep'
  if (!rule.patterns?.length) return 'it has no patterns'
  const unbounded = allPatterns(rule).find((pattern) => hasUnboundedRepeat(pattern))
  if (unbounded !== undefined) return `${unbounded} repeats without a bound: write {0,8} instead of * or +`
  if (!rule.fires?.length || !rule.quiet?.length) return 'it lacks examples that must and must not fire'
  return undefined
}

function allPatterns(rule: RuleSource): string[] {
  const matches = rule.patterns.map((pattern) => (typeof pattern === 'string' ? pattern : pattern.match))
  return [
    ...matches,
    ...(rule.who ?? []).map(({ group }) => group),
    ...(rule.unless ?? []),
    ...(rule.unlessClause ?? []),
    ...(rule.unlessNear ?? []),
    ...(rule.unlessAnywhere ?? []),
  ]
}

/** The patterns of a rule, and those of `stances.json` with its groups of people in them. */
function patternsOf(source: RuleSource, language: Language): (RulePattern & PatternSource)[] {
  const compile = (pattern: string, ignoresCase = true) =>
    compilePattern(pattern, wordsOf(language), language, source.name, ignoresCase)
  const any = (patterns: readonly string[] = []) =>
    once(() => (patterns.length === 0 ? undefined : compile(patterns.join('|'))))
  const { name, severity, legalBasis, suggestion, who = [], unlessClause = [] } = source
  const open = who.length > 0 ? stancesOf(language).unlessClause : []
  const rule: Rule = {
    name,
    severity,
    legalBasis,
    suggestion,
    unless: any(source.unless),
    unlessClause: any([...open, ...unlessClause]),
    unlessNear: any(source.unlessNear),
    unlessAnywhere: any(source.unlessAnywhere),
  }
  const removal = source.rewrite === 'remove' ? '' : null
  const shared = who.flatMap(({ stance, group: people }) => {
    const search = once(() => compile(people, false))
    return stanceTemplates(stance, language).map((text) => ({
      text,
      who: people,
      group: search,
      replacement: removal,
    }))
  })
  const own = source.patterns.map((pattern) =>
    typeof pattern === 'string'
      ? { text: pattern, who: '', group: any(), replacement: removal }
      : { text: pattern.match, who: '', group: any(), replacement: pattern.to },
  )
  return [...shared, ...own].map(({ text, who, group, replacement }) => ({
    text,
    who,
    group,
    rule,
    replacement,
    match: once(() => compile(text.replaceAll('<who>', who))),
    lower: once(() => compile(text.replaceAll('<who>', who), false)),
  }))
}

/** A pattern as its file states it, and the people that take the place of `<who>` in it. */
interface PatternSource {
  readonly text: string
  readonly who: string
}

/** Made at the first call only. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
