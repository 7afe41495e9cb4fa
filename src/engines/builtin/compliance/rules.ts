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

/** One rule as its file states it. README.md describes each member. */
export interface RuleSource {
  readonly name: string
  readonly severity: Severity
  readonly legalBasis: string
  readonly suggestion: string
  /** Whether the rewritten text removes a match or keeps it. */
  readonly rewrite: 'remove' | 'keep'
  /** Groups of people whom a text may not ask for, exclude, or either. The wording patterns are shared. */
  readonly who?: readonly { readonly stance: Stance; readonly group: string }[]
  readonly patterns: readonly (string | { readonly match: string; readonly to: string })[]
  /** Lawful exceptions: in the same sentence, in its part, within a few characters, anywhere in the text. */
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
  /** The same for a text in lower case. It excludes most texts. */
  readonly lower: () => RegExp
  /**
   * The group of people, in lower case. A text that names no such group isn't searched for the full
   * pattern.
   */
  readonly group: LazyPattern
  /** The replacement of a match, with `$1` for its groups; null if the rule keeps the words. */
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

/** Also compiled at the first call; undefined if a rule has none. */
export type LazyPattern = () => RegExp | undefined

/** The patterns of all rules, in the order of the rules, and the filter of those that a line can match. */
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

/** Compiles all lazy patterns in every language, for the tool that checks them. */
export function compileAllRules(): void {
  for (const { match, lower, group, rule } of [...rulesFor('zh').patterns, ...rulesFor('en').patterns]) {
    for (const make of [match, lower, group, rule.unless, rule.unlessClause]) make()
    for (const make of [rule.unlessNear, rule.unlessAnywhere]) make()
  }
}

/** Reads the demands of patterns. Every list of words and every group of people is read once. */
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
 * Reads the rules of a language from `rules/<language>/themes`, one file per theme. Throws on the first
 * malformed file.
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

/** The patterns of a rule, and those of `stances.json` with its groups of people inserted. */
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

/** A pattern as its file states it, and the people that replace `<who>` in it. */
interface PatternSource {
  readonly text: string
  readonly who: string
}

/** Computes a value at the first call only. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
