import { readTable } from '../src/engines/builtin/compliance/clauses/index.ts'
import { likeliestChain } from '../src/engines/builtin/optimize/units/chain.ts'
import type { Role } from '../src/engines/builtin/optimize/units/roles.ts'
import { chainOf, spanTags, tokensOf } from '../src/engines/builtin/optimize/units/title-span.ts'
import type { Language } from '../src/engines/builtin/text/index.ts'
import { type LabelledChain, learnChains } from './chains.ts'
import type { Example } from './unit-examples.ts'

const titleBytesMax = 150_000
const folds = 5

/** The table that marks the title of a job among the words of a unit. */
export const learnTitles = (examples: readonly Example[], language: Language): string =>
  learnSpans(titleChains(examples, language))

const learnSpans = (chains: readonly LabelledChain[]): string => learnChains(chains, spanTags, titleBytesMax)

const tagOf = (tag: (typeof spanTags)[number]) => spanTags.indexOf(tag)

/** The titles that are marked in a posting, unit by unit, and lines and names that are titles altogether. */
function titleChains(
  examples: readonly Example[],
  language: Language,
): (LabelledChain & { readonly id: string })[] {
  return examples.flatMap(({ id, texts, roles: due, titles }) =>
    texts.flatMap((text, at) => {
      const role = due[at] ?? 'other'
      const tokens = tokensOf(text)
      const marked = titles?.[at] ?? []
      if (titles === undefined ? role !== 'title' : marked.length === 0 && !announcing.has(role)) return []
      const inside = (start: number, end: number) =>
        titles === undefined || marked.some(([from, until]) => from <= start && end <= until)
      const tags = tokens.map(({ start, end }, place) => {
        if (!inside(start, end)) return tagOf('out')
        const before = tokens[place - 1]
        return before !== undefined && inside(before.start, before.end) ? tagOf('in') : tagOf('begin')
      })
      return [{ id, ...chainOf(text, tokens, role, language), due: tags }]
    }),
  )
}

const announcing: ReadonlySet<Role> = new Set(['title', 'summary', 'noise', 'company', 'heading'])

/** Titles found exactly, in units of postings that were not learned from. */
export function measureTitles(examples: readonly Example[], language: Language): void {
  const chains = titleChains(examples, language)
  const posted = [...new Set(chains.filter(({ id }) => /^[ez][nh]-.*\.txt /u.test(id)).map(({ id }) => id))]
  const tally = { due: 0, found: 0, told: 0 }
  for (let fold = 0; fold < folds; fold += 1) {
    const out = new Set(posted.filter((_id, at) => at % folds === fold))
    const table = readTable(learnSpans(chains.filter(({ id }) => !out.has(id))))
    for (const chain of chains.filter(({ id }) => out.has(id))) {
      const told = likeliestChain(chain, table).map((tag) => spanTags.indexOf(tag as never))
      tally.due += chain.due.some((tag) => tag > 0) ? 1 : 0
      tally.told += told.some((tag) => tag > 0) ? 1 : 0
      tally.found += chain.due.some((tag) => tag > 0) && told.join('') === chain.due.join('') ? 1 : 0
    }
  }
  console.log(
    `${language}: titles of units exactly found ${tally.found} of ${tally.due}, told in ${tally.told} units`,
  )
}
