import type { Language } from '../../text/index.ts'
import { jobsNamed, type Names, namesOf } from './job-names.ts'
import type { RoledUnit } from './lines.ts'
import { type Opening, openingsIn } from './openings.ts'
import { behindTitle } from './title-apart.ts'

/** The units of one job, and those that state its title. */
export interface Job {
  readonly titles: readonly RoledUnit[]
  readonly units: readonly RoledUnit[]
}

export interface Jobs {
  /** Units that apply to all jobs. */
  readonly common: readonly RoledUnit[]
  readonly jobs: readonly Job[]
}

/** More titles than this are a list and not descriptions of jobs. */
const jobsMax = 12

/** The units from a title to the next one, by their index. */
interface Block {
  readonly opening: Opening
  readonly from: number
  readonly until: number
}

/**
 * Separates the jobs of a text: each has the units from its title to the next one, and those elsewhere that
 * begin with its name or its mark.
 */
export function jobsOf(given: readonly RoledUnit[], language: Language): Jobs {
  const { units, openings } = openingsIn(given, language)
  const blocks = blocksOf(units, openings)
  const groups = groupsOf(units, blocks)
  if (groups.length < 2 || groups.length > jobsMax) return { common: given, jobs: [] }
  const names = namesOf(
    groups.map(([first]) => (first as Block).opening),
    language,
  )
  const last = blocks.at(-1) as Block
  const ends = new Map(
    blocks.map((block) => [block, block === last ? endOfLast(units, blocks, names, language) : block.until]),
  )
  const owners = units.map((_unit, at): ReadonlySet<number> => {
    const own = groups.findIndex((group) =>
      group.some((block) => block.from <= at && at < (ends.get(block) ?? 0)),
    )
    return own < 0 ? all : new Set([own])
  })
  const named = namedElsewhere(units, owners, names)
  const titleOf = groups.map(([first]) => (first as Block).from)
  const titles = new Set(groups.flatMap((group) => group.map(({ from }) => from)))
  const unitsOf = (job: number | undefined) =>
    contiguous(
      named.flatMap(({ unit, owners: own }, at) => {
        const isOwn = job === undefined ? own === all : own.has(job)
        return isOwn && !titles.has(at) && !restates(unit, groups)
          ? [{ at, unit: behindTitle(unit, language) }]
          : []
      }),
    )
  return {
    common: unitsOf(undefined),
    jobs: groups.map((_group, job) => ({
      titles: units.slice(titleOf[job], (titleOf[job] ?? 0) + 1),
      units: unitsOf(job),
    })),
  }
}

/** The owners of a unit that applies to all jobs. */
const all: ReadonlySet<number> = new Set()

/** Units that are no neighbours in the text are not parts of one sentence. */
const contiguous = (units: readonly { readonly at: number; readonly unit: RoledUnit }[]): RoledUnit[] =>
  units.map(({ at, unit }, of) =>
    of === 0 || units[of - 1]?.at === at - 1 || (unit.before !== 'clause' && unit.before !== 'sentence')
      ? unit
      : { ...unit, before: 'line' },
  )

/** `Home > Jobs > Line Cook`: a title without a number that contains the name of a job. */
const restates = ({ role, text }: RoledUnit, groups: readonly Block[][]): boolean =>
  role === 'title' &&
  !/\d/u.test(text) &&
  groups.some(([first]) => folded(text).includes(folded(first?.opening.name ?? '-')))

const isSaid = ({ role }: RoledUnit) => role !== 'title' && role !== 'noise' && role !== 'heading'

/** The blocks of the titles of which something is said, if only a number of people. */
function blocksOf(units: readonly RoledUnit[], openings: readonly Opening[]): Block[] {
  const labelled = openings.filter(({ at }) => isLabelled(units[at]))
  const own =
    labelled.length > 1 ? openings : openings.filter(({ at }, of) => of === 0 || !isLabelled(units[at]))
  const isHeaded = units.slice(own[0]?.at, own[1]?.at).some(({ role }) => role === 'heading')
  const kept = own.filter(({ at, isCounted, mark }, of) => {
    const said = units.slice(at + 1, own[of + 1]?.at)
    if (isCounted || mark.style !== '' || isLabelled(units[at])) return isCounted || said.some(isSaid)
    return (
      said.some(({ role }) => ofWork.has(role)) &&
      (of === 0 || !isHeaded || said.some((unit) => isSaid(unit) && isLineStart(unit)))
    )
  })
  return kept.map((opening, of) => ({
    opening,
    from: opening.at,
    until: kept[of + 1]?.at ?? units.length,
  }))
}

const ofWork: ReadonlySet<string> = new Set(['duties', 'must', 'preferred', 'offer'])

/** `Role: Engineer`, once and below the title, states it again. */
const isLabelled = (unit: RoledUnit | undefined) =>
  /^(?:招聘)?(?:岗位|职位)(?:名称)?$|^(?:job )?title$|^(?:role|position)$/iu.test(unit?.label ?? '')

/**
 * The blocks of each job: a list of titles may come before what is said of them, and a title may come again.
 */
function groupsOf(units: readonly RoledUnit[], blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = []
  for (const block of blocks) {
    const name = folded(block.opening.name)
    const same = groups.find(([first]) => {
      const other = folded(first?.opening.name ?? '')
      const isEmpty = first !== undefined && !units.slice(first.from, first.until).some(isSaid)
      return other === name || (isEmpty && (other.endsWith(name) || name.endsWith(other)))
    })
    if (same === undefined) groups.push([block])
    else same.push(block)
  }
  return groups
}

const folded = (name: string) => name.toLowerCase().replace(/[\s\p{P}]/gu, '')

const ofAll: Record<Language, RegExp> = {
  zh: /^(?:以上|上述|所有|各|均|都|两个|三个|[两三四五]家|全部|统一)/u,
  en: /^(?:both|all|each|these|either|everybody|everyone)\b/iu,
}

/** Parts of a block that is longer than these lines differ too much to be counted. */
const linesMax = 6

const isLineStart = ({ before }: RoledUnit) => before !== 'clause' && before !== 'sentence'

/**
 * The last job ends where a line applies to all, names another job, or says who the employer is or how to
 * apply; and it isn't longer than the longest of the others, as far as they are alike.
 */
function endOfLast(
  units: readonly RoledUnit[],
  blocks: readonly Block[],
  names: Names,
  language: Language,
): number {
  const { from } = blocks.at(-1) as Block
  const others = blocks.slice(0, -1).map((block) => units.slice(block.from + 1, block.until))
  const isWithin = others.every((other) => !other.some(isLineStart))
  if (others.every((other) => !other.some(isSaid))) return from + 1
  const ends = others.map((other) => other.filter(isLineStart).length)
  const isHeaded = others.some((other) => other.some(({ role }) => role === 'heading'))
  const most = Math.max(...ends)
  const next = blocks.at(-2)
  const isSentence = isWithin && next !== undefined && !isLineStart(units[from] as RoledUnit)
  let lines = 0
  for (let at = from + 1; at < units.length; at += 1) {
    const unit = units[at] as RoledUnit
    if (isSentence && unit.before === 'sentence') return at
    if (!isLineStart(unit)) continue
    lines += 1
    const isOfAll = ofAll[language].test(unit.label) || ofAll[language].test(unit.text)
    const isOther = unit.role === 'other' || unit.role === 'company' || unit.role === 'noise'
    if (isOfAll || isOther || (unit.role === 'heading' && !isHeaded)) return at
    const isMissing = lines === most + 1 && isMissed(unit, units.slice(from + 1, at), others)
    if (!isHeaded && most <= linesMax && lines > most && !isMissing) return at
    if (jobsNamed(unit, names) !== undefined) return at
  }
  return units.length
}

/** The other jobs have a line of this role, and the last has none yet. */
const isMissed = (
  { role }: RoledUnit,
  own: readonly RoledUnit[],
  others: readonly (readonly RoledUnit[])[],
): boolean =>
  own.every((unit) => unit.role !== role) && others.every((other) => other.some((unit) => unit.role === role))

interface Owned {
  readonly unit: RoledUnit
  readonly owners: ReadonlySet<number>
}

/** Outside of the blocks, what begins with the names of jobs is said of these. */
function namedElsewhere(
  units: readonly RoledUnit[],
  owners: readonly ReadonlySet<number>[],
  names: Names,
): Owned[] {
  const found = units.map((unit, at): Owned => ({ unit, owners: owners[at] ?? all }))
  for (let at = 0; at < units.length; ) {
    let until = at + 1
    while (units[until]?.before === 'clause' && owners[until] === owners[at]) until += 1
    if (owners[at] === all && !units.slice(at, until).some(({ text }) => ofOthers.test(text))) {
      const hits = units.slice(at, until).map((unit) => jobsNamed(unit, names))
      const first = hits[0]
      const isOne = first !== undefined && hits.every((hit, of) => of === 0 || hit === undefined)
      for (const [of, hit] of hits.entries()) {
        const own = hit ?? (isOne ? first : undefined)
        if (own === undefined) continue
        const unit = hit?.unit ?? (units[at + of] as RoledUnit)
        const label = of > 0 && first?.unit.label ? first.unit.label : unit.label
        found[at + of] = { unit: { ...unit, label }, owners: own.jobs }
      }
    }
    at = until
  }
  return found
}

const ofOthers = /\b(?:others?|the rest)\b|其余|其他|其它|另外/iu
