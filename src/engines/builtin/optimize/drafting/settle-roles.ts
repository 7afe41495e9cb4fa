import type { SectionKind } from '../../text/index.ts'
import { kindOfHeading } from '../units/heading-kinds.ts'
import type { Role } from '../units/roles.ts'
import type { RoledUnit } from './lines.ts'
import { isBinding, isPreferred } from './preferred.ts'
import { titleLabel } from './title.ts'

/**
 * The roles as the text itself states them: a label names the role of its words, a heading that of the duties,
 * requirements or preferences listed below it, and words like `preferred` and `essential` decide before the heading.
 */
export function settleRoles(units: readonly RoledUnit[]): RoledUnit[] {
  let under: SectionKind | undefined
  let named: SectionKind | undefined
  let isItem = false
  // Of two numbered lists without headings, the second says who is wanted.
  const second = units.some(({ isHeading }) => isHeading) ? undefined : secondListOf(units)
  return units.map((unit, at) => {
    const { text, before, mark, isHeading } = unit
    const over = units[at - 1]
    const isUnder = over?.isHeading === true && !isHeading && titleLabel.test(over.text)
    const label = isUnder ? over.text : unit.label
    if (isHeading) under = kindOfHeading(text)
    if (before !== 'clause' && before !== 'sentence') isItem = mark !== ''
    if (label !== '' || before !== 'clause') named = label === '' ? undefined : kindOfHeading(label)
    const listed = second !== undefined && at >= second ? 'must' : under
    return { ...unit, label, role: settled({ ...unit, label }, named, isItem ? listed : undefined) }
  })
}

/** Where a second list begins with its number 1, behind one of duties. */
function secondListOf(units: readonly RoledUnit[]): number | undefined {
  const firsts = units.flatMap(({ mark }, at) => (/^[1１一][.、．)）]/u.test(mark) ? [at] : []))
  const [first = -1, second = -1] = firsts
  const isOfDuties = units.slice(first, second).some(({ role }) => role === 'duties')
  return firsts.length === 2 && second > first + 1 && isOfDuties ? second : undefined
}

function settled(
  { text, label, role, isHeading }: RoledUnit,
  named: SectionKind | undefined,
  under: SectionKind | undefined,
): Role {
  if (titleLabel.test(label)) return 'title'
  if (role === 'title' && ofOtherJobs.test(label)) return 'noise'
  if (isHeading) return role
  if (
    named !== undefined &&
    isAsked(named) &&
    (label !== '' || role === 'summary' || role === 'basics') &&
    role !== 'noise'
  )
    return bound(named, text)
  if (!isAsked(role)) return role
  return bound(under !== undefined && isAsked(under) ? under : role, text)
}

type Asked = 'duties' | 'must' | 'preferred'
const isAsked = (role: string): role is Asked => role === 'duties' || role === 'must' || role === 'preferred'

function bound(role: Asked, text: string): Asked {
  if (role === 'must' && isPreferred(text)) return 'preferred'
  return role === 'preferred' && isBinding(text) ? 'must' : role
}

/** `看了该职位的人还看了：叉车工` */
const ofOtherJobs = /看|浏览|推荐|猜你|^(?:you searched|others? (?:also )?viewed|similar jobs)$/iu
