import { readTable } from '../src/engines/builtin/compliance/clauses/index.ts'
import { likeliestChain } from '../src/engines/builtin/optimize/units/chain.ts'
import type { Role } from '../src/engines/builtin/optimize/units/roles.ts'
import { chainOf, spanTags, tokensOf } from '../src/engines/builtin/optimize/units/title-span.ts'
import type { Language } from '../src/engines/builtin/text/index.ts'
import { type LabelledChain, learnChains } from './chains.ts'
import type { Example } from './unit-examples.ts'

const titleBytesMax = 400_000
const folds = 5

/** The table that marks the title of a job among the words of a unit. */
export const learnTitles = (examples: readonly Example[], language: Language): string =>
  learnSpans(titleChains(examples, language))

const learnSpans = (chains: readonly LabelledChain[]): string => learnChains(chains, spanTags, titleBytesMax)

const tagOf = (tag: (typeof spanTags)[number]) => spanTags.indexOf(tag)

/** A unit and where its titles are. */
interface Marked {
  readonly id: string
  readonly text: string
  readonly role: Role
  readonly titles: readonly (readonly [number, number])[]
}

/**
 * The units of the postings with their titles, and lines and names that are titles altogether. Each is learned with its
 * role and without, as the role of a unit may be wrong.
 */
function titleChains(
  examples: readonly Example[],
  language: Language,
): (LabelledChain & { readonly id: string })[] {
  return examples
    .flatMap(unitsIn)
    .flatMap((unit) => [
      ...(unit.titles.length > 0 || announcing.has(unit.role) ? [labelled(unit, unit.role, language)] : []),
      labelled(unit, undefined, language),
    ])
}

function unitsIn({ id, texts, roles: due, titles }: Example): Marked[] {
  return texts.flatMap((text, at): Marked[] => {
    const role = due[at] ?? 'other'
    if (titles === undefined && role !== 'title') return []
    return [{ id, text, role, titles: titles?.[at] ?? (titles === undefined ? [[0, text.length]] : []) }]
  })
}

function labelled({ id, text, titles }: Marked, role: Role | undefined, language: Language) {
  const tokens = tokensOf(text)
  const inside = (start: number, end: number) => titles.some(([from, until]) => from <= start && end <= until)
  const tags = tokens.map(({ start, end }, place) => {
    if (!inside(start, end)) return tagOf('out')
    const before = tokens[place - 1]
    return before !== undefined && inside(before.start, before.end) ? tagOf('in') : tagOf('begin')
  })
  return { id, ...chainOf(text, tokens, role, language), due: tags }
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
