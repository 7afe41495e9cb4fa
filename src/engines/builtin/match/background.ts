import { normalize } from '../text/index.ts'
import { readTables } from '../vocabulary-tables.ts'
import { readClauses } from './job/clauses.ts'
import { askedOf, countJob } from './job/job.ts'
import { jobTitleOf } from './job/title.ts'
import { affinities, countMentions } from './kind/profile.ts'
import { countTerms } from './kind/topics.ts'
import { readResume } from './resume/resume.ts'

interface Text {
  readonly lang: 'zh' | 'en'
  readonly kind: 'resume' | 'jd'
  readonly text: string
}

const nothing = {
  norm: '',
  holdsWord: () => false,
  concepts: new Set<string>(),
  title: '',
  titleKeys: new Set<string>(),
}

/**
 * Generates `profile-background.tsv`: the mean affinity of each language's texts to each role. It uses no
 * labels.
 */
export function backgroundTable(texts: readonly Text[]): string {
  const sums = { zh: new Map<string, number>(), en: new Map<string, number>() }
  const counts = { zh: 0, en: 0 }
  for (const { lang, kind, text } of texts) {
    counts[lang] += 1
    const named =
      kind === 'jd'
        ? countJob(readClauses(text), jobTitleOf(undefined, text))
        : countMentions(readResume(text, 0, (all) => [...all], nothing).mentions)
    for (const [role, value] of affinities(named)) sums[lang].set(role, (sums[lang].get(role) ?? 0) + value)
  }
  const mean = (lang: 'zh' | 'en', role: string): string =>
    ((sums[lang].get(role) ?? 0) / Math.max(1, counts[lang])).toFixed(4)
  const rows = [...sums.zh.keys()].map((role) => `${role}\t${mean('zh', role)}\t${mean('en', role)}`)
  return `role\tzh\ten\n${rows.join('\n')}\n`
}

/** The terms of each Chinese text, as used by a match; `topics-zh.tsv` is learned from them. */
export function termsOfTexts(texts: readonly Text[]): ReadonlyMap<string, number>[] {
  return texts
    .filter(({ lang }) => lang === 'zh')
    .map(({ kind, text }) => countTerms(kind === 'jd' ? wordsOfJob(text) : wordsOfResume(text)))
}

/** The Chinese terms of each role: the names of its title and of the concepts that it works with. */
export function termsOfRoles(): ReadonlyMap<string, number>[] {
  const { rows, roles } = readTables()
  const names = new Map(
    rows.map(({ kind, id, aliases }) => [`${kind}:${id}`, aliases.filter(isSaidInChinese)]),
  )
  const typical = Map.groupBy(roles, ({ title }) => title)
  return Array.from(typical, ([title, terms]) =>
    [`titles:${title}`, ...terms.flatMap((role) => role.typical)].flatMap((key) => names.get(key) ?? []),
  ).map((terms) => countTerms(terms.map(normalize)))
}

/** A Chinese name, or a word used unchanged in Chinese: `java`. */
const isSaidInChinese = (name: string): boolean => /[\u3400-\u9fff]|^\S+$/u.test(name)

function wordsOfJob(text: string): string[] {
  return askedOf(readClauses(text), jobTitleOf(undefined, text))
}

function wordsOfResume(text: string): string[] {
  return readResume(text, 0, (all) => [...all], nothing).segments.map(({ norm }) => norm)
}
