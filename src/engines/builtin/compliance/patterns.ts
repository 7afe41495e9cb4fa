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

/** How a text asks for a group of people, how it turns one away, and what shows that it does neither. */
export interface Stances {
  readonly for: readonly string[]
  readonly against: readonly string[]
  /** Who they are stands in a condition: `if you …, this is not for you`. */
  readonly if: readonly string[]
  readonly unlessClause: readonly string[]
}
export type Stance = 'for' | 'against' | 'if' | 'any'

const stances: Record<Language, Stances> = { zh: zhStances, en: enStances }

export function stancesOf(language: Language): Stances {
  return stances[language]
}

/** The patterns of `stances.json`; `<who>` in them stands for the group of a rule. */
export function stanceTemplates(stance: Stance, language: Language): readonly string[] {
  const known = stances[language]
  return stance === 'any' ? [...known.for, ...known.against] : known[stance]
}

export function wordsOf(language: Language): WordLists {
  return lists[language]
}

/**
 * A repeat without a bound can take quadratic time or worse on a hostile text; so patterns may not have
 * any.
 */
export function hasUnboundedRepeat(pattern: string): boolean {
  return /[*+]|\{[0-9]+,\}/.test(pattern.replace(/\[[^\]]{0,400}\]/g, '.'))
}

/** An escape that means something else in lower case, or stands for a sign that may be none of it. */
function hasCasedEscape(pattern: string): boolean {
  return /\\(?:[A-Z]|[pux])/.test(pattern.replace(/\\\\/g, ''))
}

/**
 * `<name>` stands for a list of `words.json`; English patterns match whole words only. One that `ignoresCase`
 * takes twice as long to compile: the other kind is for texts in lower case.
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
  // Twice, since a list may name another one, but no further.
  const expanded = expand(expand(pattern))
  if (hasUnboundedRepeat(expanded)) throw new Error(`${usedBy}: a pattern or a list repeats without a bound`)
  if (!ignoresCase && hasCasedEscape(expanded))
    throw new Error(`${usedBy}: an escape of a pattern or a list means something else in lower case`)
  const bounded = language === 'en' ? `(?<![a-z0-9_])(?:${expanded})(?![a-z0-9_])` : expanded
  return ignoresCase ? new RegExp(bounded, 'gimu') : new RegExp(bounded.toLowerCase(), 'mu')
}
