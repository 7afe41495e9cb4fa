import type { Language } from '../text/index.ts'
import enWords from './rules/en/words.json' with { type: 'json' }
import zhWords from './rules/zh/words.json' with { type: 'json' }

type WordLists = ReadonlyMap<string, string>

const lists: Record<Language, WordLists> = {
  zh: new Map(Object.entries(zhWords)),
  en: new Map(Object.entries(enWords)),
}

export function wordsOf(language: Language): WordLists {
  return lists[language]
}

/**
 * A repeat without a bound can take quadratic time or worse on a hostile text; so patterns may not have
 * any.
 */
export function hasUnboundedRepeat(pattern: string): boolean {
  return /[*+]|\{[0-9]+,\}/.test(pattern.replace(/\[[^\]]*\]/g, '.'))
}

/** `<name>` stands for a list of `words.json`; English patterns match whole words only. */
export function compilePattern(
  pattern: string,
  words: WordLists,
  language: Language,
  usedBy: string,
): RegExp {
  const expanded = pattern.replace(/(?<!\(\?)<([a-z]+)>/g, (_whole, name: string) => {
    const list = words.get(name)
    if (list === undefined) throw new Error(`${usedBy}: words.json has no list <${name}>`)
    return `(?:${list})`
  })
  const bounded = language === 'en' ? `(?<![a-z0-9_])(?:${expanded})(?![a-z0-9_])` : expanded
  return new RegExp(bounded, 'gimu')
}
