import type { Language } from '../text/index.ts'
import enStances from './rules/en/stances.json' with { type: 'json' }
import enWords from './rules/en/words.json' with { type: 'json' }
import zhStances from './rules/zh/stances.json' with { type: 'json' }
import zhWords from './rules/zh/words.json' with { type: 'json' }

type WordLists = ReadonlyMap<string, string>

const lists: Record<Language, WordLists> = {
  zh: new Map(Object.entries(zhWords)),
  en: new Map(Object.entries(enWords)),
}

/** Templates that ask for a group of people, that exclude one, and exceptions that do neither. */
export interface Stances {
  readonly for: readonly string[]
  readonly against: readonly string[]
  /** The group is in a condition: `if you …, this is not for you`. */
  readonly if: readonly string[]
  readonly unlessClause: readonly string[]
}
export type Stance = 'for' | 'against' | 'if' | 'any'

const stances: Record<Language, Stances> = { zh: zhStances, en: enStances }

export function stancesOf(language: Language): Stances {
  return stances[language]
}

/** The patterns of `stances.json`. `<who>` in them is replaced by the group of a rule. */
export function stanceTemplates(stance: Stance, language: Language): readonly string[] {
  const known = stances[language]
  return stance === 'any' ? [...known.for, ...known.against] : known[stance]
}

export function wordsOf(language: Language): WordLists {
  return lists[language]
}

/** Patterns may not have an unbounded repeat: on a hostile text it can take quadratic time or worse. */
export function hasUnboundedRepeat(pattern: string): boolean {
  return /[*+]|\{[0-9]+,\}/.test(pattern.replace(/\[[^\]]{0,400}\]/g, '.'))
}

/** An escape that has another meaning in lower case, or whose character may be upper case. */
function hasCasedEscape(pattern: string): boolean {
  return /\\(?:[A-Z]|[pux])/.test(pattern.replace(/\\\\/g, ''))
}

/**
 * Replaces `<name>` by a list of `words.json`. English patterns match whole words only. A pattern that
 * `ignoresCase` takes twice as long to compile; the other kind is for texts in lower case.
 */
export function compilePattern(
  pattern: string,
  words: WordLists,
  language: Language,
  usedBy: string,
  ignoresCase = true,
): RegExp {
  const expand = (text: string) =>
    text.replace(/(?<!\(\?)<([a-z]+)>/g, (_whole, name: string) => {
      const list = words.get(name)
      if (list === undefined) throw new Error(`${usedBy}: words.json has no list <${name}>`)
      return `(?:${list})`
    })
  // Runs twice, because a list may name another one; deeper nesting is not supported.
  const expanded = expand(expand(pattern))
  if (hasUnboundedRepeat(expanded)) throw new Error(`${usedBy}: a pattern or a list repeats without a bound`)
  if (!ignoresCase && hasCasedEscape(expanded))
    throw new Error(`${usedBy}: an escape of a pattern or a list means something else in lower case`)
  const bounded = language === 'en' ? `(?<![a-z0-9_])(?:${expanded})(?![a-z0-9_])` : expanded
  return ignoresCase ? new RegExp(bounded, 'gimu') : new RegExp(bounded.toLowerCase(), 'mu')
}
