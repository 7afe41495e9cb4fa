import { readdirSync, readFileSync } from 'node:fs'
import { type Severity, severities } from '../../../contract/index.ts'
import type { Language } from '../text/index.ts'
import {
  compilePattern,
  hasUnboundedRepeat,
  type Stance,
  stancePatterns,
  stancesOf,
  wordsOf,
} from './patterns.ts'

/** One rule as its file states it. README.md says what each member is for. */
export interface RuleSource {
  readonly name: string
  readonly severity: Severity
  readonly legalBasis: string
  readonly suggestion: string
  /** What the rewritten text does with a match: leaves it out, or keeps it as it is. */
  readonly rewrite: 'remove' | 'keep'
  /** A text in which a pattern matches has one of these words; without any, no pattern is even compiled. */
  readonly needs: string
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
  readonly match: RegExp
  /** The people that it is about: a text that names none of them isn't searched for the long rest. */
  readonly group?: RegExp
  /** What replaces a match, with `$1` for its groups; null where the rule keeps the words. */
  readonly replacement: string | null
}

export interface Rule {
  readonly name: string
  readonly severity: Severity
  readonly legalBasis: string
  readonly suggestion: string
  readonly needs: RegExp
  readonly patterns: readonly RulePattern[]
  readonly unless: RegExp | undefined
  readonly unlessClause: RegExp | undefined
  readonly unlessNear: RegExp | undefined
  readonly unlessAnywhere: RegExp | undefined
}

const compiled = new Map<Language, readonly Rule[]>()

/** The rules of a language, compiled at the first call. */
export function rulesFor(language: Language): readonly Rule[] {
  const known = compiled.get(language)
  if (known !== undefined) return known
  const rules = ruleSources(language).map((source) => compileRule(source, language))
  compiled.set(language, rules)
  return rules
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
  if (!rule.needs) return 'it does not say which words it needs'
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
    rule.needs,
    ...(rule.unless ?? []),
    ...(rule.unlessClause ?? []),
    ...(rule.unlessNear ?? []),
    ...(rule.unlessAnywhere ?? []),
  ]
}

function compileRule(source: RuleSource, language: Language): Rule {
  const compile = (pattern: string) => compilePattern(pattern, wordsOf(language), language, source.name)
  const any = (patterns: readonly string[] | undefined) =>
    patterns === undefined || patterns.length === 0 ? undefined : compile(patterns.join('|'))
  const removal = source.rewrite === 'remove' ? '' : null
  const { who = [], unlessClause = [] } = source
  const shared = who.flatMap(({ stance, group }) =>
    stancePatterns(stance, group, language).map((match) => ({
      match: compile(match),
      group: compile(group),
      replacement: removal,
    })),
  )
  const open = who.length > 0 ? stancesOf(language).unlessClause : []
  return {
    name: source.name,
    severity: source.severity,
    legalBasis: source.legalBasis,
    suggestion: source.suggestion,
    needs: new RegExp(source.needs, 'iu'),
    patterns: [
      ...shared,
      ...source.patterns.map((pattern) =>
        typeof pattern === 'string'
          ? { match: compile(pattern), replacement: removal }
          : { match: compile(pattern.match), replacement: pattern.to },
      ),
    ],
    unless: any(source.unless),
    unlessClause: any([...open, ...unlessClause]),
    unlessNear: any(source.unlessNear),
    unlessAnywhere: any(source.unlessAnywhere),
  }
}
